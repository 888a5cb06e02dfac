import {type Probe, type Program, pause, type Size, withProbe} from '../probe.ts';
import {atMost, attempt, median, quantile, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const projects = 10;
const runningPerProject = 50;
const presses = 110;
const gapMs = 8;
const idleSeconds = 20;
const focusLost = '\u001B[O';

/** Opens the live view of each project to load all its deployments, and then the board. */
async function openBoard(probe: Probe) {
	await probe.until(/v\d+/);
	for (let project = 0; project < projects; project++) {
		probe.send('\r');
		await pause(300);
		probe.send('\u001B');
		await pause(100);
		probe.send('j');
	}

	probe.send('2');
	await probe.until(/projects/);
	await pause(2500);
}

type Times = {readonly p50: number; readonly p99: number};

/** Returns the milliseconds from a key to the end of its frame. */
async function timesOf(probe: Probe, count: number, ...keys: readonly string[]): Promise<Times> {
	const times: number[] = [];
	for (let press = 0; press < count; press++) {
		times.push(await probe.press(keys[press % keys.length] ?? ''));
		await pause(gapMs);
	}

	return {p50: median(times), p99: quantile(times, 0.99)};
}

const pressed = (program: Program, size: Size, directory: string) =>
	withProbe(program, size, directory, async probe => {
		await openBoard(probe);
		await timesOf(probe, 15, 'j');
		const move = await timesOf(probe, presses, 'k', 'j');
		await timesOf(probe, size.rows, 'j');
		return {move, scroll: await timesOf(probe, presses, 'j')};
	});

/** Returns the processor time of the idle board, in percent of a core. */
const idling = (program: Program, size: Size, directory: string, isUnfocused: boolean) =>
	withProbe(program, size, directory, async probe => {
		await openBoard(probe);
		if (isUnfocused) probe.send(focusLost);
		await pause(3000);
		const before = probe.usage();
		await pause(idleSeconds * 1000);
		return ((probe.usage().cpu - before.cpu) / idleSeconds) * 100;
	});

const sizes: readonly Size[] = [
	{columns: 120, rows: 40},
	{columns: 200, rows: 50},
];

/** Measures the board with 500 deployments in progress, each on a lane. */
export async function board(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	const row = (name: string, unit: string, figure: number) => ({part: 'board', name, unit, figure});
	const rows: Row[] = [];
	for (const size of sizes) {
		const name = `${size.columns}×${size.rows}`;
		const measured = await attempt('board', `board at ${name}`, async () => {
			const program = await setting.onBoard(projects, runningPerProject);
			const {move, scroll} = await pressed(program, size, directory);
			const [focused, unfocused] = [
				await idling(program, size, directory, false),
				await idling(program, size, directory, true),
			];
			return [
				row(`move, 500 deployments, ${name}`, 'ms', move.p50),
				atMost(row(`move p99, 500 deployments, ${name}`, 'ms', move.p99), 5),
				row(`scroll, 500 deployments, ${name}`, 'ms', scroll.p50),
				atMost(row(`scroll p99, 500 deployments, ${name}`, 'ms', scroll.p99), 5),
				{...row(`processor, 500 deployments, ${name}`, '%', focused), note: 'every age changes each second'},
				atMost(row(`processor, 500 deployments, terminal without focus, ${name}`, '%', unfocused), 0.2),
			];
		});
		rows.push(...measured);
	}

	return rows;
}
