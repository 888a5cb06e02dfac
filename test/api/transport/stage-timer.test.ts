import {expect, test} from 'vitest';
import {createStageTimer} from '../../../src/api/transport/stage-timer.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';

function create() {
	const clock = createTestClock();
	let timers = 0;
	const expiredAt: number[] = [];
	const begin = clock.now();
	const counted = {
		elapsed: clock.elapsed,
		after(delayMs: number, then: () => void) {
			timers++;
			return clock.after(delayMs, then);
		},
	};
	const stage = createStageTimer(counted, () => expiredAt.push(clock.now() - begin));
	return {clock, stage, expiredAt, timers: () => timers};
}

test('stages that each end in time share one timer', async () => {
	const {clock, stage, expiredAt, timers} = create();
	for (const limitMs of [5000, 5000, 15_000, 10_000, 10_000]) stage.start(limitMs);
	stage.stop();
	await clock.advance(60_000);
	expect({timers: timers(), expiredAt}).toEqual({timers: 1, expiredAt: []});
});

test.each([
	['the first stage', [5000], [], 5000],
	['a longer second stage', [5000, 15_000], [], 15_000],
	['a shorter second stage', [15_000, 5000], [], 5000],
	['a later stage', [5000, 15_000], [4000, 9000], 23_000],
])('%s expires exactly when its limit is reached', async (_, limits, laterAt, expected) => {
	const {clock, stage, expiredAt} = create();
	for (const limitMs of limits) stage.start(limitMs);
	for (const waitMs of laterAt) {
		await clock.advance(waitMs);
		stage.start(10_000);
	}

	await clock.advance(expected - laterAt.reduce((sum, ms) => sum + ms, 0) - 1);
	expect(expiredAt).toEqual([]);
	await clock.advance(1);
	expect(expiredAt).toEqual([expected]);
	await clock.advance(60_000);
	expect(expiredAt).toHaveLength(1);
});
