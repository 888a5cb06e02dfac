import {createRequire} from 'node:module';
import type * as xterm from '@xterm/headless';
import {openProbe, type Program, pause} from '../probe.ts';
import {atMost, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

// It cannot be imported as a module.
const {Terminal}: typeof xterm = createRequire(import.meta.url)('@xterm/headless');
type Immediate = {readonly _core: {readonly writeSync: (data: string) => void}};

const large = {columns: 120, rows: 40};
const small = {columns: 100, rows: 30};
const clears = /\u001B\[(?:2J|3J|0?J|H\u001B\[J)/g;

/** Changes the size of the window ten times, and looks at the screen after each piece that arrives. */
async function resized(program: Program, directory: string) {
	const probe = openProbe(program, large, directory);
	await probe.until(/v\d+/);
	await pause(1000);
	const emulator = new Terminal({cols: large.columns, rows: large.rows, allowProposedApi: true, logLevel: 'off'});
	const {writeSync} = (emulator as unknown as Immediate)._core;
	const show = (data: string) => writeSync.call((emulator as unknown as Immediate)._core, data);
	show(probe.written());
	let blank = 0;
	const isBlank = () =>
		Array.from(
			{length: emulator.rows},
			(_, row) => emulator.buffer.active.getLine(row)?.translateToString(true) ?? '',
		).filter(line => line.trim() !== '').length <
		emulator.rows - 6;
	probe.onData(data => {
		// What stands between the marks of one update is not shown by a terminal that knows them.
		show(data);
		if (!data.includes('\u001B[?2026h') && isBlank()) blank++;
	});
	const before = probe.written().length;
	const times: number[] = [];
	for (let step = 0; step < 10; step++) {
		const size = step % 2 === 0 ? small : large;
		let piece = '';
		const drawn = new Promise<number>(resolve => {
			const startedAt = performance.now();
			probe.onData(data => {
				piece += data;
				if (piece.includes('\u001B[?2026l')) resolve(performance.now() - startedAt);
			});
			setTimeout(() => resolve(Number.NaN), 1000);
		});
		emulator.resize(size.columns, size.rows);
		probe.resize(size);
		times.push(await drawn);
		await pause(150);
		if (isBlank()) blank++;
	}

	const cleared = (probe.written().slice(before).match(clears) ?? []).length;
	probe.kill();
	await probe.ended;
	return {median: median(times), slowest: Math.max(...times), blank, cleared};
}

/** What a change of the window costs, and whether anything is seen to blink. */
export async function resizing(setting: Setting): Promise<readonly Row[]> {
	const landfall = await setting.onService(100_000);
	const raw = await resized(setting.rawTable(100_000), setting.directory);
	const own = await resized(landfall, setting.directory);
	const row = (name: string, unit: string, figure: number, floor: number) => ({
		part: 'resizing',
		name,
		unit,
		figure,
		floor,
	});
	return [
		timesFloor(row('resize to the whole screen', 'ms', own.median, raw.median), 4),
		atMost(row('the slowest of ten', 'ms', own.slowest, raw.slowest), 10),
		atMost(row('blank or shrunken screens seen', '', own.blank, raw.blank), 0),
		atMost(row('full clears', '', own.cleared, raw.cleared), 0),
	];
}
