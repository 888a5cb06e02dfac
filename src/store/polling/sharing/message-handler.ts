import type {RequestRecord} from '../../../api/request-record.ts';
import type {Clock, LocalTime} from '../../../clock.ts';
import {readKey} from '../../model/requests/read-request.ts';
import type {Store} from '../../store.ts';
import type {WindowNeeds} from '../other-windows.ts';
import {createAnswerReplay} from './answer-replay.ts';
import {eventHere} from './event-here.ts';
import {decodeMessage, type MadeRead} from './shared-message.ts';

/** Longer than any window needs to see an answer. */
const keptEndMs = 5000;

/** Keeps when reads ended, as long as that matters. */
export function createReadEnds(clock: Clock) {
	/** The oldest first. */
	const endedAt = new Map<string, LocalTime>();
	return {
		endedAt,

		add({request}: MadeRead) {
			const now = clock.now();
			const key = readKey(request);
			endedAt.delete(key);
			endedAt.set(key, now);
			for (const [other, at] of endedAt) {
				if (Math.abs(now - at) < keptEndMs) break;
				endedAt.delete(other);
			}
		},
	};
}

/** Returns a read with times until now. Later ones are from before the clock was set back, and would make all answers after it look outdated. */
const readUntil = (read: MadeRead, now: LocalTime): MadeRead => ({
	...read,
	askedAt: Math.min(read.askedAt, now),
	at: Math.min(read.at, now),
});

/** Returns a request that ended now, if it ended later by a clock that was set back since. */
function requestUntil(record: RequestRecord, now: LocalTime): RequestRecord {
	const endedAt = record.startedAt + record.tookMs;
	const lateMs = Math.max(0, endedAt - now);
	const startedAt = Math.min(record.startedAt - lateMs, now);
	return {
		...record,
		startedAt,
		tookMs: endedAt - lateMs - startedAt,
		...(record.retryAt !== undefined && {retryAt: record.retryAt - lateMs}),
	};
}

type Context = {
	readonly store: Store;
	readonly clock: Clock;
	readonly connection: {readonly id: number; readonly baseUrl: string};
};

type MessageHandlerOptions = {
	readonly ends: ReturnType<typeof createReadEnds>;
	readonly isLeft: () => boolean;
	readonly onNeeds: (needs: WindowNeeds, from: string) => void;
};

/** Returns a function that handles the messages of other windows: an answer becomes the same event as there. */
export function createMessageHandler(
	{store, clock, connection}: Context,
	{ends, isLeft, onNeeds}: MessageHandlerOptions,
) {
	const replay = createAnswerReplay(connection.baseUrl, clock.after);

	async function hearAnswer(read: MadeRead) {
		ends.add(read);
		const event = await replay(read);
		const here = isLeft() ? undefined : eventHere(event, store.get());
		if (here) store.dispatch(here);
	}

	return (body: unknown, from: string) => {
		const message = isLeft() ? undefined : decodeMessage(body, connection.id);
		switch (message?.kind) {
			case 'answer':
				void hearAnswer(readUntil(message.read, clock.now()));
				break;
			case 'request':
				store.dispatch({type: 'request-ended', record: requestUntil(message.record, clock.now())});
				break;
			case 'sent': {
				const {at, isBackground} = message.sent;
				store.dispatch({type: 'request-sent', sent: {at: Math.min(at, clock.now()), isBackground}});
				break;
			}

			case 'budget':
				store.dispatch({type: 'budget-shared', perMinute: message.perMinute});
				break;
			case 'needs':
				onNeeds(message.needs, from);
		}
	};
}
