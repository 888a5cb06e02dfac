import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {expect, onTestFinished, test} from 'vitest';
import {lastingProcess} from '../../src/terminal/running-process.ts';

const pidCount = 2 ** 22;

async function startProcess() {
	const child = spawn(process.execPath, ['-e', 'process.stdout.write("."); setInterval(() => {}, 1e6)']);
	await once(child.stdout, 'data');
	const {pid = 0} = child;
	return {pid, end: () => Promise.all([once(child, 'exit'), child.kill('SIGKILL')])};
}

test('a process is running until it ends, and SQLite can store its id', async () => {
	const {pid, end} = await startProcess();
	const {id} = lastingProcess(pid);
	expect([Number.isSafeInteger(id), id % pidCount]).toEqual([true, pid]);
	expect([id, pid].map(lastingProcess(process.pid).isRunning)).toEqual([true, true]);
	await end();
	expect([id, pid].map(lastingProcess(process.pid).isRunning)).toEqual([false, false]);
});

test('a zombie is not running', async () => {
	const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000'], {stdio: ['ignore', 'pipe', 'inherit']});
	onTestFinished(() => void parent.kill('SIGKILL'));
	const pid = Number(await once(parent.stdout, 'data'));
	const {id} = lastingProcess(pid);
	const {isRunning} = lastingProcess(process.pid);
	expect(isRunning(id)).toBe(true);
	// The shell would ask how its child has ended.
	const program = () => execFileSync('ps', ['-o', 'comm=', '-p', `${parent.pid}`], {encoding: 'utf8'}).trim();
	await expect.poll(program).toMatch(/sleep$/);
	process.kill(pid, 'SIGKILL');
	await expect.poll(() => isRunning(id)).toBe(false);
	// A zombie still has its process id.
	expect(process.kill(pid, 0)).toBe(true);
});

test('a process is not running if another one, or this one, has its process id now', () => {
	for (const pid of [process.pid, process.ppid]) {
		const {id} = lastingProcess(pid);
		const {isRunning} = lastingProcess(process.pid);
		expect([id, id + pidCount, id - pidCount].map(isRunning)).toEqual([true, false, false]);
	}

	// Where the start is not known, the process id alone is stored.
	expect(lastingProcess(process.pid).isRunning(process.pid)).toBe(false);
});
