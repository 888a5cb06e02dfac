import {expect, test} from 'vitest';
import {lastingProcess} from '../../src/settings/running-process.ts';

test.each(['1970-01-01', '2019-12-31', '2026-11-22', '2400-01-01'])('SQLite can keep who is running on %s', date => {
	const now = Date.parse(date);
	const {id} = lastingProcess(process.pid, () => now);
	expect(Number.isSafeInteger(id)).toBe(true);
	expect(id % 2 ** 22).toBe(process.pid);
	// Earlier versions stored the process id alone.
	expect(id).toBeGreaterThan(2 ** 22);
});

test('a process is running for others that look at it with the same clock', () => {
	const {id} = lastingProcess(process.pid, Date.now);
	expect(lastingProcess(1, Date.now).isRunning(id)).toBe(true);
});

test('an earlier process that had the id of this one is not running: in containers, all may have the same', () => {
	const {id} = lastingProcess(process.pid, () => Date.now() - 1000);
	expect(lastingProcess(process.pid, Date.now).isRunning(id)).toBe(false);
});
