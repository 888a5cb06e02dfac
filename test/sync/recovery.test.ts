import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {minute, second} from '../kit/fixtures/moment.ts';
import {type Availability, maxWithin, simulate, startsAt} from '../kit/fixtures/poller-simulation.ts';

type Failure = Exclude<ReturnType<Availability>, 'works'>;
type Outage = {readonly from: number; readonly ms: number};

const failures: readonly Failure[] = ['unreachable', {status: 503}, {status: 500}];
const latencyMs = 120;
const numRuns = Number(process.env.LANDFALL_RECOVERY_RUNS ?? 60);

/** The time from the end of the last outage to the first read. */
function recoveryMs(outages: readonly Outage[], failure: Failure, rpm = 60): number {
	const until = Math.max(...outages.map(({from, ms}) => from + ms));
	const sim = simulate({
		projects: 30,
		rpm,
		latencyMs: () => latencyMs,
		availability: at => (outages.some(({from, ms}) => at >= from && at < from + ms) ? failure : 'works'),
	});
	const firstRead = () => sim.starts.find(({at}) => at >= until);
	sim.run(until - startsAt);
	while (!firstRead() && sim.now() < until + 2 * minute) sim.run(second);
	return (firstRead()?.at ?? Number.POSITIVE_INFINITY) - until;
}

const anyFailure = fc.constantFrom(...failures);
const anyStart = fc.integer({min: 0, max: 20_000}).map(offset => startsAt + minute + offset);

describe('after an outage', () => {
	test.each([
		[3, 20, 0, 60],
		[10, 5 * 60, 20, 60],
		[110, 20 * 60, 5 * 60, 60],
		// The next attempt waits for the time that one request takes of the budget at most.
		[40, 31, 30, 6],
	])('reading resumes within %i s if it took less than %i s', {tags: ['fault-90']}, (allowed, below, from, rpm) => {
		const anyMs = fc.integer({min: from * second, max: below * second - 1});
		fc.assert(
			fc.property(anyMs, anyStart, anyFailure, (ms, at, failure) => {
				// The list is read every ten seconds, so a short outage is noticed late or not at all.
				const noticedMs = ms < 12 * second ? 12 * second : 0;
				const allowedMs = Math.max(noticedMs, allowed * second);
				expect(recoveryMs([{from: at, ms}], failure, rpm)).toBeLessThanOrEqual(allowedMs + latencyMs);
			}),
			{numRuns},
		);
	});

	test('a success resets the backoff for the next outage', {tags: ['fault-90']}, () => {
		fc.assert(
			fc.property(fc.integer({min: 10, max: 60}), anyFailure, (gapS, failure) => {
				const first = {from: startsAt + minute, ms: 5 * minute};
				const again = {from: first.from + first.ms + minute + gapS * second, ms: 15 * second};
				expect(recoveryMs([first, again], failure)).toBeLessThanOrEqual(12 * second + latencyMs);
			}),
			{numRuns},
		);
	});
});

test.each(failures)(
	'an unstable service gets at most 60 requests a minute, whatever the rhythm of its outages (%j)',
	{tags: ['fault-90']},
	failure => {
		const within10Minutes = (availability: Availability) => {
			const sim = simulate({projects: 300, latencyMs: () => latencyMs, availability});
			sim.run(10 * minute);
			return maxWithin(sim.starts);
		};
		const anyMs = fc.integer({min: 100, max: 20_000});
		fc.assert(
			fc.property(anyMs, anyMs, (wellMs, outMs) => {
				const isWell = (at: number) => (at - startsAt) % (wellMs + outMs) < wellMs;
				expect(within10Minutes(at => (isWell(at) ? 'works' : failure))).toBeLessThanOrEqual(60);
			}),
			{
				numRuns: Math.ceil(numRuns / 4),
				examples: [
					[103, 102],
					[216, 198],
				],
			},
		);
		let calls = 0;
		expect(within10Minutes(() => (calls++ % 2 === 0 ? failure : 'works'))).toBeLessThanOrEqual(60);
	},
);
