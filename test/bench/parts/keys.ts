import {isInstalled, lessOf, peerNote} from '../peers.ts';
import {type Program, pause, type Size, withProbe} from '../probe.ts';
import {measureBoth} from '../rounds.ts';
import {attempt, median, quantile, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const down = 'j';
const up = 'k';
const pageDown = '\u001B[6~';
const first = 15;
/** More than 100, so that p99 is not the maximum. */
const presses = 110;
const settledMs = 1000;
const gapMs = 8;

type Pressed = {
	readonly first: number;
	readonly move: number;
	readonly moveP99: number;
	readonly scroll: number;
	readonly scrollP99: number;
	readonly page: number;
	readonly bytesMove: number;
	readonly bytesScroll: number;
};

/** Presses keys one at a time, each one `gapMs` after the frame of the previous one. */
const pressed = (program: Program, size: Size, directory: string): Promise<Pressed> =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(settledMs);
		/** Presses `count` keys, cycling through `keys`. */
		const run = async (count: number, ...keys: readonly string[]) => {
			const before = probe.bytes();
			const times: number[] = [];
			for (let press = 0; press < count; press++) {
				times.push(await probe.press(keys[press % keys.length] ?? ''));
				await pause(gapMs);
			}

			return {times, bytes: (probe.bytes() - before) / count};
		};
		const start = await run(first, down);
		const moves = await run(presses, up, down);
		// To the last visible row, after which the list scrolls.
		await run(size.rows - 2 - first, down);
		const scrolls = await run(presses, down);
		// Loads the pages first: otherwise the time of the service would be measured.
		for (let page = 0; page < 12; page++) {
			probe.send('G');
			await pause(60);
		}

		probe.send('g');
		await pause(150);
		const pages = await run(Math.min(20, Math.floor(900 / size.rows)), pageDown);
		return {
			first: Math.max(...start.times),
			move: median(moves.times),
			moveP99: quantile(moves.times, 0.99),
			scroll: median(scrolls.times),
			scrollP99: quantile(scrolls.times, 0.99),
			page: median(pages.times),
			bytesMove: moves.bytes,
			bytesScroll: scrolls.bytes,
		};
	});

/** Returns the median time of a key for a program that scrolls from the first key on. */
const scrolledBy = (program: Program, size: Size, directory: string): Promise<number> =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(settledMs);
		const times: number[] = [];
		for (let press = 0; press < presses; press++) {
			times.push(await probe.press(down));
			await pause(gapMs);
		}

		return median(times);
	});

const sizes = [
	[{columns: 108, rows: 40}, '108×40, nothing beside the list'],
	[{columns: 120, rows: 40}, '120×40, details beside the list'],
	[{columns: 240, rows: 70}, '240×70, details beside the list'],
	[{columns: 80, rows: 24}, '80×24, nothing beside the list'],
] as const;

/** Measures milliseconds and bytes from a key to the end of its frame. */
export async function keys(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	const rounds = Math.max(1, Math.round(setting.rounds / 5));
	const raw = setting.rawTable(100_000);
	const row = (name: string, unit: string, figure: number, floor: number) => ({
		part: 'keys',
		name,
		unit,
		figure,
		floor,
	});
	const rows: Row[] = [];
	for (const [size, name] of sizes) {
		const measured = await attempt('keys', `keys at ${name}`, async () => {
			const landfall = await setting.onService(100_000);
			const taken = await measureBoth(rounds, which => pressed(which === 'floor' ? raw : landfall, size, directory));
			const both = (key: keyof Pressed) => [taken.landfall[key], taken.floor[key]] as const;
			return [
				timesFloor(row(`move, ${name}`, 'ms', ...both('move')), 1.5),
				timesFloor(row(`move p99, ${name}`, 'ms', ...both('moveP99')), 1.5, 5),
				timesFloor(row(`scroll, ${name}`, 'ms', ...both('scroll')), 1.5),
				timesFloor(row(`scroll p99, ${name}`, 'ms', ...both('scrollP99')), 1.5, 5),
				timesFloor(row(`page, ${name}`, 'ms', ...both('page')), 1.5),
				timesFloor(row(`slowest of the first ${first} keys, ${name}`, 'ms', ...both('first')), 2.5, 6),
				timesFloor(row(`bytes of a move, ${name}`, 'B', ...both('bytesMove')), 1.1),
				timesFloor(row(`bytes of a scroll, ${name}`, 'B', ...both('bytesScroll')), 1.1),
			];
		});
		rows.push(...measured);
	}

	const many = await attempt('keys', 'keys at 1,000,000 rows', async () => {
		const [landfall, million] = [await setting.onService(100_000), await setting.onService(1_000_000)];
		const size = {columns: 108, rows: 40};
		const taken = await measureBoth(rounds, which => pressed(which === 'floor' ? landfall : million, size, directory));
		const both = (key: keyof Pressed) => [taken.landfall[key], taken.floor[key]] as const;
		const note = 'floor: landfall at 100,000';
		return [
			{...timesFloor(row('scroll at 1,000,000 rows', 'ms', ...both('scroll')), 1.1), note},
			{...timesFloor(row('scroll p99 of the same', 'ms', ...both('scrollP99')), 1.1), note},
		];
	});
	return [
		...rows,
		...many,
		...(await attempt('keys', 'scroll of less, 120×40', async () => {
			const name = 'scroll of less, 120×40';
			if (!isInstalled('less')) return [{part: 'keys', name, unit: 'ms', figure: undefined, note: 'not installed'}];
			const figure = await scrolledBy(lessOf(directory), {columns: 120, rows: 40}, directory);
			return [{part: 'keys', name, unit: 'ms', figure, note: 'a peer'}];
		})),
		{part: 'keys', name: 'keys of tig', unit: 'ms', figure: undefined, target: '≤ × 1.2', note: peerNote('tig')},
	];
}
