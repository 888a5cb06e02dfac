import {expect, test} from 'vitest';
import {createAlarm} from '../../../src/store/polling/alarm.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';

function create() {
	const clock = createTestClock();
	const begin = clock.now();
	let timers = 0;
	const rungAt: number[] = [];
	const counted = {
		now: clock.now,
		after(delayMs: number, then: () => void) {
			timers++;
			return clock.after(delayMs, then);
		},
	};
	const alarm = createAlarm(counted, () => rungAt.push(clock.now() - begin));
	return {clock, rungAt, timers: () => timers, set: (at: number) => alarm.set(begin + at)};
}

test('an alarm that is set to the same time again sets no timer', async () => {
	const {clock, set, rungAt, timers} = create();
	for (let count = 0; count < 3; count++) set(1000);
	await clock.advance(5000);
	expect({timers: timers(), rungAt}).toEqual({timers: 1, rungAt: [1000]});
});

test('an alarm rings at the time that it was set to last, or never', async () => {
	const {clock, set, rungAt} = create();
	set(1000);
	set(3000);
	await clock.advance(2000);
	expect(rungAt).toEqual([]);
	await clock.advance(1000);
	set(4000);
	set(Number.POSITIVE_INFINITY);
	await clock.advance(5000);
	expect(rungAt).toEqual([3000]);
});

test('an alarm that has rung rings again, also for a time that is past', async () => {
	const {clock, set, rungAt} = create();
	set(1000);
	await clock.advance(1000);
	set(1000);
	await clock.advance(0);
	set(1000);
	await clock.advance(0);
	expect(rungAt).toEqual([1000, 1000, 1000]);
});
