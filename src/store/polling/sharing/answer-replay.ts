import {createClient} from '../../../api/client.ts';
import type {Clock} from '../../../clock.ts';
import type {Event} from '../../reducers/reduce.ts';
import {readEvent} from '../read-event.ts';
import type {MadeRead} from './shared-message.ts';

/** Turns answers that another window received into the events that they would have become here, through the same client, one after the other. */
export function createAnswerReplay(baseUrl: string, after: Clock['after']): (read: MadeRead) => Promise<Event> {
	let now = 0;
	let answer: MadeRead['answer'] = {outcome: 'aborted'};
	let arrivesAt = 0;
	let queue: Promise<unknown> = Promise.resolve();
	const clock: Clock = {now: () => now, after};
	const client = createClient({
		clock,
		baseUrl,
		// It is not needed, and not sent anywhere.
		apiKey: '',
		async transport() {
			now = arrivesAt;
			return answer;
		},
	});

	function replay({request, limit, attempt, ...made}: MadeRead): Promise<Event> {
		[now, arrivesAt, answer] = [made.askedAt, made.at, made.answer];
		return readEvent(client, request, {limit, attempt}, clock, new AbortController().signal);
	}

	return read => {
		const event = queue.then(() => replay(read));
		queue = event.catch(() => {});
		return event;
	};
}
