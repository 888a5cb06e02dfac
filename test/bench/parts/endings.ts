import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {type Probe, type Program, pause, withProbe} from '../probe.ts';
import {measureBoth} from '../rounds.ts';
import {atMost, attempt, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const size = {columns: 120, rows: 40};
const timeoutMs = 3000;

/** A way to end a program. `end` resolves once it has sent the last key or the signal. */
type Ending = {readonly name: string; readonly end: (probe: Probe, keys: number) => Promise<void>};

const byKeys = (name: string, key: string): Ending => ({
	name,
	async end(probe, keys) {
		for (let press = 1; press < keys; press++) {
			probe.send(key);
			await pause(60);
		}

		probe.send(key);
	},
});
const bySignal = (signal: string): Ending => ({name: signal, end: async probe => probe.kill(signal)});
const allEndings = [
	byKeys('q', 'q'),
	byKeys('ctrl+c', '\u0003'),
	...['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'].map(bySignal),
];

/** Whether a promise resolves before the timeout. */
const inTime = async (ended: Promise<unknown>): Promise<boolean> =>
	Promise.race([
		ended.then(
			() => true,
			() => false,
		),
		pause(timeoutMs).then(() => false),
	]);

/** Returns the milliseconds from the last key or the signal to the exit. landfall needs its keys twice, the floor once. */
const timed = (program: Program, ending: Ending, keys: number, directory: string) =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(250);
		await ending.end(probe, keys);
		const startedAt = performance.now();
		if (!(await inTime(probe.ended))) throw new Error(`the program does not exit after ${ending.name}`);
		return {ms: performance.now() - startedAt};
	});

/** DEC private modes that must be off at the exit, and those that must be on, if the program has changed them. */
const mustBeOff = [1, 9, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026, 2031];
const mustBeOn = [7, 25];

function modesLeft(written: string): readonly string[] {
	const last = (mode: number, letter: string) => written.lastIndexOf(`\u001B[?${mode}${letter}`);
	return [
		...mustBeOff.filter(mode => last(mode, 'h') > last(mode, 'l')).map(mode => `mode ${mode} on`),
		...mustBeOn.filter(mode => last(mode, 'l') > last(mode, 'h')).map(mode => `mode ${mode} off`),
	];
}

/** Runs the program in a shell that outlives it, because the kernel resets the line settings when the session ends. */
const inShell = ({args, env = {}}: Program): Program => ({
	command: 'sh',
	args: ['-c', '"$0" "$@"; echo "exited with $?"; read -r line', process.execPath, ...args],
	env,
});

/** Returns what the program has not restored, according to its output and the kernel. */
const leftBehind = (program: Program, ending: Ending, directory: string): Promise<readonly string[]> =>
	withProbe(inShell(program), size, directory, async probe => {
		const settings = () => execFileSync('stty', ['-F', probe.terminal, '-g'], {encoding: 'utf8', timeout: 5000});
		const before = settings();
		await probe.until(/v\d+/);
		await pause(300);
		if (settings() === before) throw new Error('the terminal never enters raw mode');
		const pid = Number(readFileSync(`/proc/${probe.pid}/task/${probe.pid}/children`, 'utf8').trim());
		await ending.end({...probe, kill: signal => process.kill(pid, signal)}, 2);
		if (!(await inTime(probe.until(/exited with \d+/)))) return ['the process'];
		return [...modesLeft(probe.written()), ...(settings() === before ? [] : ['raw mode'])];
	});

/** Whether the process is still running after its terminal was closed. */
const outlives = (program: Program, directory: string): Promise<boolean> =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(300);
		probe.hangUp();
		return !(await inTime(probe.ended));
	});

/** Measures how fast landfall exits, and whether it restores the terminal. */
export async function endings(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	const rounds = Math.max(1, Math.round(setting.rounds / 5));
	const raw = setting.rawTable(100_000);
	const rows: Row[] = [];
	for (const ending of allEndings) {
		const {name} = ending;
		const measured = await attempt('endings', `exit by ${name}`, async () => {
			const landfall = await setting.onService(100_000);
			const taken = await measureBoth(rounds, which =>
				which === 'floor' ? timed(raw, ending, 1, directory) : timed(landfall, ending, 2, directory),
			);
			const left = await leftBehind(landfall, ending, directory);
			const row = {part: 'endings', name: `${name}, to the exit`, unit: 'ms'};
			return [
				timesFloor({...row, figure: taken.landfall.ms, floor: taken.floor.ms}, 3),
				{
					...atMost({part: 'endings', name: `left behind by ${name}`, unit: '', figure: left.length}, 0),
					note: left.join(', '),
				},
			];
		});
		rows.push(...measured);
	}

	const closed = await attempt('endings', 'closed terminal', async () => {
		const figure = (await outlives(await setting.onService(100_000), directory)) ? 1 : 0;
		return [atMost({part: 'endings', name: 'processes left by a closed terminal', unit: '', figure}, 0)];
	});
	const note = 'cannot be caused from outside; covered by the tests';
	return [
		...rows,
		...closed,
		{part: 'endings', name: 'left behind by an exception', figure: undefined, unit: '', target: '≤ 0', note},
	];
}
