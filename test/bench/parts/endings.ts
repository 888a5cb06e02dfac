import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {type Probe, type Program, pause, withProbe} from '../probe.ts';
import {besides} from '../rounds.ts';
import {atMost, attempt, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const size = {columns: 120, rows: 40};
const patienceMs = 3000;

/** A way to end a program; `end` resolves at the last key or the signal. */
type Way = {readonly name: string; readonly end: (probe: Probe, keys: number) => Promise<void>};

const byKeys = (name: string, key: string): Way => ({
	name,
	async end(probe, keys) {
		for (let press = 1; press < keys; press++) {
			probe.send(key);
			await pause(60);
		}

		probe.send(key);
	},
});
const bySignal = (signal: string): Way => ({name: signal, end: async probe => probe.kill(signal)});
const ways = [
	byKeys('q', 'q'),
	byKeys('ctrl+c', '\u0003'),
	...['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'].map(bySignal),
];

const inTime = async (ended: Promise<unknown>): Promise<boolean> =>
	Promise.race([
		ended.then(
			() => true,
			() => false,
		),
		pause(patienceMs).then(() => false),
	]);

/** From the last key or the signal to the end of the process. landfall asks twice for its keys, the floor once. */
const timed = (program: Program, way: Way, keys: number, directory: string) =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(250);
		await way.end(probe, keys);
		const startedAt = performance.now();
		if (!(await inTime(probe.ended))) throw new Error(`it does not end by ${way.name}`);
		return {ms: performance.now() - startedAt};
	});

/** The modes that must be off, and those that must be on, where the program has touched them. */
const mustBeOff = [1, 9, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026, 2031];
const mustBeOn = [7, 25];

function modesLeft(written: string): readonly string[] {
	const last = (mode: number, letter: string) => written.lastIndexOf(`\u001B[?${mode}${letter}`);
	return [
		...mustBeOff.filter(mode => last(mode, 'h') > last(mode, 'l')).map(mode => `mode ${mode} on`),
		...mustBeOn.filter(mode => last(mode, 'l') > last(mode, 'h')).map(mode => `mode ${mode} off`),
	];
}

/** A shell stays in the terminal when the program has ended: with the last of its session, the kernel takes the settings away. */
const inShell = ({args, env = {}}: Program): Program => ({
	command: 'sh',
	args: ['-c', '"$0" "$@"; echo "ended with $?"; read -r line', process.execPath, ...args],
	env,
});

/** What is not as it was, of what the bytes and the kernel tell. */
const leftBehind = (program: Program, way: Way, directory: string): Promise<readonly string[]> =>
	withProbe(inShell(program), size, directory, async probe => {
		const settings = () => execFileSync('stty', ['-F', probe.terminal, '-g'], {encoding: 'utf8', timeout: 5000});
		const before = settings();
		await probe.until(/v\d+/);
		await pause(300);
		if (settings() === before) throw new Error('keys are never raw');
		const pid = Number(readFileSync(`/proc/${probe.pid}/task/${probe.pid}/children`, 'utf8').trim());
		await way.end({...probe, kill: signal => process.kill(pid, signal)}, 2);
		if (!(await inTime(probe.until(/ended with \d+/)))) return ['the process'];
		return [...modesLeft(probe.written()), ...(settings() === before ? [] : ['raw keys'])];
	});

/** Whether the process ends when its window is closed. */
const outlives = (program: Program, directory: string): Promise<boolean> =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(300);
		probe.hangUp();
		return !(await inTime(probe.ended));
	});

/** How fast it is left, and whether the terminal is as it was. */
export async function endings(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	const rounds = Math.max(1, Math.round(setting.rounds / 5));
	const raw = setting.rawTable(100_000);
	const rows: Row[] = [];
	for (const way of ways) {
		const {name} = way;
		const measured = await attempt('endings', `ended by ${name}`, async () => {
			const landfall = await setting.onService(100_000);
			const taken = await besides(rounds, which =>
				which === 'floor' ? timed(raw, way, 1, directory) : timed(landfall, way, 2, directory),
			);
			const left = await leftBehind(landfall, way, directory);
			const row = {part: 'endings', name: `${name}, to the end`, unit: 'ms'};
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
	const note = 'nothing can be made to fail from outside; the tests hold it';
	return [
		...rows,
		...closed,
		{part: 'endings', name: 'left behind by an exception', figure: undefined, unit: '', target: '≤ 0', note},
	];
}
