import type {Clock} from '../base/clock.ts';
import {dayS, minuteMs} from '../base/duration.ts';
import {parseHttpDate} from './retry-delay.ts';
import type {Transport} from './transport.ts';

/** The clocks of one service's machines differ by less. */
const farBehindMs = 30_000;

/** A service may set its clock back: after this long, the date that was furthest ahead proves nothing. */
const provenMs = 15 * minuteMs;

/** Adds to each answer how old it is: by its `Age`, or by a `Date` far behind those of earlier answers, as a cache sends that states no age. */
export function createDatingTransport(transport: Transport, clock: Pick<Clock, 'elapsed'>): Transport {
	/** The service's clock minus the time since the start, at least, and since when that is known. */
	let ahead: {readonly ms: number; readonly at: number} | undefined;
	return async (request, signal) => {
		const startedAt = clock.elapsed();
		const answer = await transport(request, signal);
		if (answer.outcome !== 'answered') return answer;
		const [, age = '0'] = /^(\d{1,10})$/.exec(answer.headers.get('age') ?? '') ?? [];
		if (Number(age) > 0) return {...answer, ageMs: Math.min(Number(age), dayS) * 1000};
		const date = parseHttpDate(answer.headers.get('date'));
		if (date === undefined) return answer;
		const now = clock.elapsed();
		const atLeastMs = date - now;
		if (!ahead || atLeastMs >= ahead.ms || now - ahead.at > provenMs) ahead = {ms: atLeastMs, at: now};
		// The date may be of any moment of the request, in whole seconds.
		const behindMs = ahead.ms - (date + 1000 - startedAt);
		return behindMs < farBehindMs ? answer : {...answer, ageMs: behindMs};
	};
}
