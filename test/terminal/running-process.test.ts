import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {expect, onTestFinished, test} from 'vitest';
import {lastingProcess} from '../../src/terminal/running-process.ts';

const pidCount = 2 ** 22;

/** Starts a process that runs until it is killed. */
async function startProcess() {
	const child = spawn(process.execPath, ['-e', 'process.stdout.write("."); setInterval(() => {}, 1e6)']);
	await once(child.stdout, 'data');
	const {pid = 0} = child;
	return {pid, end: () => Promise.all([once(child, 'exit'), child.kill('SIGKILL')])};
}

test('a process is running for others until it ends, and SQLite can keep which one it is', async () => {
	const {pid, end} = await startProcess();
	const {id} = lastingProcess(pid);
	expect([Number.isSafeInteger(id), id % pidCount]).toEqual([true, pid]);
	expect([id, pid].map(lastingProcess(process.pid).isRunning)).toEqual([true, true]);
	await end();
	expect([id, pid].map(lastingProcess(process.pid).isRunning)).toEqual([false, false]);
});

test('a process that has ended is not running, also while its parent does not ask how it ended', async () => {
	const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {stdio: ['ignore', 'pipe', 'inherit']});
	onTestFinished(() => void parent.kill('SIGKILL'));
	const pid = Number(await once(parent.stdout, 'data'));
	const {id} = lastingProcess(pid);
	const {isRunning} = lastingProcess(process.pid);
	expect(isRunning(id)).toBe(true);
	// The shell would ask.
	const program = () => execFileSync('ps', ['-o', 'comm=', '-p', `${parent.pid}`], {encoding: 'utf8'}).trim();
	await expect.poll(program).toMatch(/sleep$/);
	process.kill(pid, 'SIGKILL');
	await expect.poll(() => isRunning(id)).toBe(false);
	// It still has its process id.
	expect(process.kill(pid, 0)).toBe(true);
});

test('a process is not running if another one has its id by now, also if that is this one', () => {
	for (const pid of [process.pid, process.ppid]) {
		const {id} = lastingProcess(pid);
		const {isRunning} = lastingProcess(process.pid);
		expect([id, id + pidCount, id - pidCount].map(isRunning)).toEqual([true, false, false]);
	}

	// Earlier versions kept the process id alone.
	expect(lastingProcess(process.pid).isRunning(process.pid)).toBe(false);
});
