import {createRequire} from 'node:module';
import type * as xterm from '@xterm/headless';
import {type Program, pause, withProbe} from '../probe.ts';
import {measureBoth} from '../rounds.ts';
import {atMost, attempt, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

// The named exports of this CommonJS package cannot be imported.
const {Terminal}: typeof xterm = createRequire(import.meta.url)('@xterm/headless');
type Immediate = {readonly _core: {readonly writeSync: (data: string) => void}};

const large = {columns: 120, rows: 40};
const small = {columns: 100, rows: 30};
/** The width of the project names, which are visible in both sizes. */
const namesWidth = 30;
const clears = /\u001B\[(?:2J|3J|0?J)/g;
const frameEnd = '\u001B[?2026l';

/** An emulator that processes writes synchronously. */
function openScreen() {
	const emulator = new Terminal({cols: large.columns, rows: large.rows, allowProposedApi: true, logLevel: 'off'});
	const lines = () =>
		Array.from(
			{length: emulator.rows},
			(_, row) => emulator.buffer.active.getLine(row)?.translateToString(true).trimEnd() ?? '',
		);
	return {
		lines,
		resize: (columns: number, rows: number) => emulator.resize(columns, rows),
		write: (data: string) => (emulator as unknown as Immediate)._core.writeSync(data),
		/** Both programs fill all but a few lines. */
		isBlank: () => lines().filter(line => line !== '').length < emulator.rows - 6,
	};
}

type Chunk = {readonly at: number; readonly data: string};

/**
Resizes the terminal ten times.

Output is recorded with its time and replayed afterwards, so that the emulator does not disturb the measurement. The screen counts as seen after each chunk, except within a synchronized update.
*/
const resized = (program: Program, directory: string) =>
	withProbe(program, large, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(1000);
		const screen = openScreen();
		screen.write(probe.written());
		const before = probe.written().length;
		const times: number[] = [];
		let blank = 0;
		for (let step = 0; step < 10; step++) {
			const {columns, rows} = step % 2 === 0 ? small : large;
			const chunks: Chunk[] = [];
			const stop = probe.onData(data => chunks.push({at: performance.now(), data}));
			const startedAt = performance.now();
			probe.resize({columns, rows});
			await pause(150);
			stop();
			screen.resize(columns, rows);
			const seen: Array<{readonly at: number; readonly body: string}> = [];
			let recent = '';
			for (const {at, data} of chunks) {
				screen.write(data);
				recent = (recent + data).slice(-10_000);
				if (recent.lastIndexOf('\u001B[?2026h') > recent.lastIndexOf(frameEnd)) continue;
				if (screen.isBlank()) blank++;
				// The header, the last lines and the deployments on the right change without a resize, so they are left out.
				seen.push({
					at,
					body: screen
						.lines()
						.slice(1, -2)
						.map(line => line.slice(0, namesWidth))
						.join('\n'),
				});
			}

			const last = seen.at(-1);
			times.push((seen.find(({body}) => body === last?.body)?.at ?? Number.NaN) - startedAt);
			if (screen.isBlank()) blank++;
		}

		const cleared = (probe.written().slice(before).match(clears) ?? []).length;
		return {median: median(times), slowest: Math.max(...times), blank, cleared};
	});

/** Measures a resize, and whether the screen flickers. */
export function resizing(setting: Setting): Promise<readonly Row[]> {
	return attempt('resizing', 'resizes', async () => {
		const rounds = Math.max(1, Math.round(setting.rounds / 5));
		const landfall = await setting.onService(100_000);
		const raw = setting.rawTable(100_000);
		const taken = await measureBoth(rounds, which => resized(which === 'floor' ? raw : landfall, setting.directory));
		const row = (name: string, unit: string, key: keyof typeof taken.floor, of: typeof taken.worst = taken) => ({
			part: 'resizing',
			name,
			unit,
			figure: of.landfall[key],
			floor: of.floor[key],
		});
		return [
			timesFloor(row('resize to the whole screen', 'ms', 'median'), 4),
			atMost(row('the slowest of ten', 'ms', 'slowest'), 10),
			atMost(row('blank or shrunken screens seen', '', 'blank', taken.worst), 0),
			atMost({...row('full clears', '', 'cleared', taken.worst), note: 'while the size changes ten times'}, 0),
		];
	});
}
