import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {minute, second} from '../kit/fixtures/moment.ts';
import {type Availability, maxWithin, simulate, startsAt} from '../kit/fixtures/poller-simulation.ts';

type Failure = Exclude<ReturnType<Availability>, 'works'>;

const failures: readonly Failure[] = ['unreachable', {status: 503}, {status: 500}];
const latencyMs = 120;
const runs = Number(process.env.LANDFALL_RECOVERY_RUNS ?? 60);

/** Returns the time from the end of an outage to the first successful read, in milliseconds. */
function recoveryMs(outageMs: number, offsetMs: number, failure: Failure, perMinute = 60): number {
	const from = startsAt + minute + offsetMs;
	const until = from + outageMs;
	const sim = simulate({
		projects: 30,
		perMinute,
		latencyMs: () => latencyMs,
		availability: at => (at >= from && at < until ? failure : 'works'),
	});
	sim.run(from - startsAt);
	sim.run(outageMs + 75 * second);
	const first = [...sim.starts].find(({at}) => at >= until);
	return (first?.at ?? Number.POSITIVE_INFINITY) - until;
}

const anyFailure = fc.constantFrom(...failures);
const anyOffset = fc.integer({min: 0, max: 20_000});

describe('after an outage', () => {
	test('reading resumes within the duration of the outage, and within a minute', {
		tags: ['fault-90'],
	}, () => {
		fc.assert(
			fc.property(fc.integer({min: 1, max: 20 * minute}), anyOffset, anyFailure, (outageMs, offsetMs, failure) => {
				// The list is read every ten seconds, so a short outage is noticed late or not at all.
				const allowed = Math.min(minute, Math.max(12 * second, outageMs));
				expect(recoveryMs(outageMs, offsetMs, failure)).toBeLessThanOrEqual(allowed + latencyMs);
			}),
			{numRuns: runs},
		);
	});

	test('of ten seconds, reading resumes within ten seconds, and within nine in nine of ten cases', {
		tags: ['fault-90'],
	}, () => {
		const times = Array.from({length: 200}, (_, index) =>
			recoveryMs(10 * second, index * 97, failures[index % failures.length] ?? 'unreachable'),
		).sort((a, b) => a - b);
		expect(times.at(179)).toBeLessThanOrEqual(9 * second);
		expect(times.at(-1)).toBeLessThanOrEqual(10 * second);
	});

	test('an exhausted budget delays the next attempt by the time that one request takes of it at most', () => {
		fc.assert(
			fc.property(anyOffset, anyFailure, (offsetMs, failure) => {
				expect(recoveryMs(30 * second, offsetMs, failure, 6)).toBeLessThanOrEqual(40 * second + latencyMs);
			}),
			{numRuns: runs},
		);
	});

	test('a success resets the backoff for the next outage', {tags: ['fault-90']}, () => {
		fc.assert(
			fc.property(fc.integer({min: 10, max: 60}), anyFailure, (gapS, failure) => {
				const first = startsAt + minute;
				const again = first + 5 * minute + minute + gapS * second;
				const isOut = (at: number) =>
					(at >= first && at < first + 5 * minute) || (at >= again && at < again + 15 * second);
				const sim = simulate({
					projects: 30,
					latencyMs: () => latencyMs,
					availability: at => (isOut(at) ? failure : 'works'),
				});
				sim.run(again + 2 * minute - startsAt);
				const next = sim.starts.find(({at}) => at >= again + 15 * second);
				expect((next?.at ?? 0) - again - 15 * second).toBeLessThanOrEqual(15 * second + latencyMs);
			}),
			{numRuns: runs},
		);
	});
});

describe('an unstable service', () => {
	test.each(failures)(
		'gets at most 60 requests a minute, whatever the rhythm of its outages (%j)',
		{tags: ['fault-90']},
		failure => {
			fc.assert(
				fc.property(fc.integer({min: 100, max: 20_000}), fc.integer({min: 100, max: 20_000}), (wellMs, outMs) => {
					const availability: Availability = at => ((at - startsAt) % (wellMs + outMs) < wellMs ? 'works' : failure);
					const sim = simulate({projects: 300, latencyMs: () => latencyMs, availability});
					sim.run(10 * minute);
					expect(maxWithin(sim.starts)).toBeLessThanOrEqual(60);
				}),
				{
					numRuns: Math.ceil(runs / 4),
					examples: [
						[103, 102],
						[216, 198],
					],
				},
			);
		},
	);

	test.each(failures)('that fails every second request gets at most 60 requests a minute (%j)', failure => {
		let calls = 0;
		const sim = simulate({
			projects: 300,
			latencyMs: () => latencyMs,
			availability: () => (calls++ % 2 === 0 ? failure : 'works'),
		});
		sim.run(20 * minute);
		expect(maxWithin(sim.starts)).toBeLessThanOrEqual(60);
	});
});
