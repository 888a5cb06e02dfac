import {connect, createServer, type Socket} from 'node:net';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {createNow, createSystemClock} from '../../src/base/clock.ts';

function startClock() {
	let [elapsed, ahead] = [0, 0];
	const readings = {wall: () => 1_000_000 + elapsed + ahead, elapsed: () => elapsed};
	return {
		now: createNow(readings),
		wall: readings.wall,
		pass: (byMs: number) => (elapsed += byMs),
		set: (byMs: number) => (ahead += byMs),
	};
}

test.each([
	['is the computer’s', [], 1_060_000],
	['follows a clock that is set ahead', [3_600_000], 4_660_000],
	['goes on as before when the clock is set back by an hour', [-3_600_000], 1_060_000],
	['follows a clock that was set back by mistake', [-3_600_000, 3_600_000], 1_060_000],
	['stands still until a clock has caught up that was corrected by a second', [-1000], 1_059_000],
])('the time %s', {tags: ['fault-54']}, (_how, changes, expected) => {
	const {now, pass, set} = startClock();
	for (const byMs of changes) {
		set(byMs);
		now();
	}

	pass(60_000);
	expect(now()).toBe(expected);
});

test('follows a clock again that was set back before a sleep', {tags: ['fault-54']}, () => {
	const {now, wall, pass, set} = startClock();
	set(-3_600_000);
	pass(1000);
	expect(now()).toBeGreaterThan(wall());
	// The computer's clock goes on while it sleeps, and `elapsed` does not.
	set(8 * 3_600_000);
	pass(1000);
	expect(now()).toBe(wall());
});

test('never goes back, and never loses more than a correction', {tags: ['fault-54']}, () => {
	const step = fc.record({passMs: fc.nat({max: 100_000}), setMs: fc.integer({min: -1e10, max: 1e10})});
	fc.assert(
		fc.property(fc.array(step), steps => {
			const {now, pass, set} = startClock();
			let last = now();
			for (const {passMs, setMs} of steps) {
				pass(passMs);
				set(setMs);
				const at = now();
				expect(at - last).toBeGreaterThanOrEqual(Math.max(0, passMs - 2000));
				last = at;
			}
		}),
	);
});

test('runs a timer after the input that arrived before it', {tags: ['fault-139', 'fault-192']}, async () => {
	const server = createServer();
	onTestFinished(() => void server.close());
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const accepted = new Promise<Socket>(resolve => server.on('connection', resolve));
	const client = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
	const socket = await accepted;
	const {after} = createSystemClock();
	const events: string[] = [];
	const ended = new Promise<void>(resolve => {
		client.on('data', text => events.push(`read ${text}`));
		client.on('end', resolve);
	});
	// Timers come next, before anything is read.
	setImmediate(() => {
		after(10, () => {
			events.push('timer');
			socket.end();
		});
		after(10, () => events.push('cancelled'))();
		socket.write('an answer');
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
	});
	await ended;
	expect(events).toEqual(['read an answer', 'timer']);
});
