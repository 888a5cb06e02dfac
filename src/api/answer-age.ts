import type {Clock} from '../base/clock.ts';
import {dayMs, secondMs} from '../base/duration.ts';
import {parseHttpDate} from './retry-after.ts';
import type {Transport} from './transport.ts';

/** The clocks of a service's machines differ by less than this. */
const farBehindMs = 30_000;

/** Too old to decide about a change. */
const unreadableAgeS = 3;

/** The age of an answer is its `Age` header. A cache that sends no `Age` shows in its `Date`: far behind the dates of two of the last three successes. One wrong date proves nothing, and a service that sets its clock back is soon believed. */
export function createAnswerAgeTransport(transport: Transport, clock: Pick<Clock, 'elapsed'>): Transport {
	let latest: readonly number[] = [];
	return async (request, signal) => {
		const startedAt = clock.elapsed();
		const answer = await transport(request, signal);
		if (answer.outcome !== 'answered') return answer;
		const age = answer.headers.get('age');
		const ageS = age === undefined ? 0 : Number(/^\d+/.exec(age)?.[0] ?? unreadableAgeS);
		if (ageS > 0) return {...answer, ageMs: Math.min(ageS * secondMs, dayMs)};
		const date = parseHttpDate(answer.headers.get('date'));
		if (date === undefined) return answer;
		const [, ahead = Number.NEGATIVE_INFINITY] = latest.toSorted((a, b) => b - a);
		if (answer.status >= 200 && answer.status < 300) latest = [date - clock.elapsed(), ...latest].slice(0, 3);
		// The date has whole seconds, and may be of any moment of the request.
		const behindMs = ahead - (date + 1000 - startedAt);
		return behindMs < farBehindMs ? answer : {...answer, ageMs: behindMs};
	};
}
