import {openProbe, type Program, pause, type Size} from '../probe.ts';
import {atMost, median, notYet, quantile, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const down = 'j';
const pageDown = '\u001B[6~';
const first = 15;
const settledMs = 2000;

type Pressed = {
	readonly first: number;
	readonly move: number;
	readonly scroll: number;
	readonly scrollLate: number;
	readonly page: number;
	readonly bytesMove: number;
	readonly bytesScroll: number;
};

/** Presses keys one at a time, each when the one before was answered and a moment has passed. */
async function pressed(program: Program, size: Size, directory: string): Promise<Pressed> {
	const probe = openProbe(program, size, directory);
	await probe.until(/v\d+/);
	await pause(settledMs);
	const run = async (key: string, count: number) => {
		const before = probe.bytes();
		const times: number[] = [];
		for (let press = 0; press < count; press++) {
			times.push(await probe.press(key));
			await pause(12);
		}

		return {times, bytes: (probe.bytes() - before) / count};
	};
	const start = await run(down, first);
	const moves = await run(down, Math.max(5, size.rows - 4 - first - 2));
	await run(down, 4);
	const scrolls = await run(down, 120);
	const pages = await run(pageDown, 20);
	probe.kill();
	await probe.ended;
	return {
		first: Math.max(...start.times),
		move: median(moves.times),
		scroll: median(scrolls.times),
		scrollLate: quantile(scrolls.times, 0.99),
		page: median(pages.times),
		bytesMove: moves.bytes,
		bytesScroll: scrolls.bytes,
	};
}

/** Holds a key down: how many frames a second arrive, how late the slowest of a hundred is, and whether each press counted. */
async function held(program: Program, rate: number, directory: string) {
	const probe = openProbe(program, {columns: 120, rows: 40}, directory);
	await probe.until(/v\d+/);
	await pause(settledMs);
	const seconds = 3;
	const count = rate * seconds;
	const sent: number[] = [];
	const late: number[] = [];
	probe.onData(data => {
		for (let frames = data.split('\u001B[?2026l').length - 1; frames > 0; frames--) {
			const at = sent.shift();
			if (at !== undefined) late.push(performance.now() - at);
		}
	});
	const startedAt = performance.now();
	for (let press = 0; press < count; press++) {
		await pause(Math.max(0, startedAt + (press * 1000) / rate - performance.now()));
		sent.push(performance.now());
		probe.send(down);
	}

	await pause(200);
	probe.kill();
	await probe.ended;
	return {frames: late.length / seconds, late: quantile(late, 0.99), lost: count - late.length};
}

/** Medians of both programs, round by round beside each other. */
async function besides<Figures extends Readonly<Record<string, number>>>(
	rounds: number,
	measure: (which: 'floor' | 'landfall') => Promise<Figures>,
): Promise<{readonly floor: Figures; readonly landfall: Figures}> {
	const taken = {floor: [] as Figures[], landfall: [] as Figures[]};
	for (let round = 0; round < rounds; round++) {
		taken.floor.push(await measure('floor'));
		taken.landfall.push(await measure('landfall'));
	}

	const of = (runs: readonly Figures[]) =>
		Object.fromEntries(
			Object.keys(runs[0] ?? {}).map(key => [key, median(runs.map(run => run[key] ?? Number.NaN))]),
		) as Figures;
	return {floor: of(taken.floor), landfall: of(taken.landfall)};
}

/** From a key to the end of the frame that it causes, in bytes and in milliseconds. */
export async function keys(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	const rounds = Math.max(1, Math.round(setting.rounds / 5));
	const landfall = await setting.onService(100_000);
	const raw = setting.rawTable(100_000);
	const rows: Row[] = [];
	const row = (name: string, unit: string, figure: number, floor: number) => ({
		part: 'keys',
		name,
		unit,
		figure,
		floor,
	});
	const sizes = [
		[{columns: 108, rows: 40}, '108×40'],
		[{columns: 120, rows: 40}, '120×40, details beside the list'],
		[{columns: 240, rows: 70}, '240×70, details beside the list'],
		[{columns: 80, rows: 24}, '80×24'],
	] as const;
	for (const [size, name] of sizes) {
		const taken = await besides(rounds, which => pressed(which === 'floor' ? raw : landfall, size, directory));
		const both = (key: keyof Pressed) => [taken.landfall[key], taken.floor[key]] as const;
		rows.push(
			timesFloor(row(`move, ${name}`, 'ms', ...both('move')), 1.5),
			timesFloor(row(`scroll, ${name}`, 'ms', ...both('scroll')), 1.5),
			timesFloor(row(`page, ${name}`, 'ms', ...both('page')), 1.5),
			timesFloor(row(`scroll p99, ${name}`, 'ms', ...both('scrollLate')), 1.5),
			timesFloor(row(`slowest of the first ${first} keys, ${name}`, 'ms', ...both('first')), 2.5),
			timesFloor(row(`bytes of a move, ${name}`, 'B', ...both('bytesMove')), 1.1),
			timesFloor(row(`bytes of a scroll, ${name}`, 'B', ...both('bytesScroll')), 1.1),
		);
	}

	for (const rate of [30, 60, 120]) {
		const taken = await besides(rounds, which => held(which === 'floor' ? raw : landfall, rate, directory));
		rows.push(
			atMost(row(`lost of a key held at ${rate} Hz`, '', taken.landfall.lost, taken.floor.lost), 0),
			timesFloor(row(`p99 of a key held at ${rate} Hz`, 'ms', taken.landfall.late, taken.floor.late), 2),
		);
	}

	const million = await setting.onService(1_000_000);
	const size = {columns: 108, rows: 40};
	const taken = await besides(rounds, which => pressed(which === 'floor' ? landfall : million, size, directory));
	rows.push(
		timesFloor(row('scroll at 1,000,000 rows beside 100,000', 'ms', taken.landfall.scroll, taken.floor.scroll), 1.1),
		timesFloor(row('p99 of the same', 'ms', taken.landfall.scrollLate, taken.floor.scrollLate), 1.1),
		notYet('keys', 'scroll at row 900,000 beside row 0', '≤ × 1.1', 'all pages are read by a key of their own'),
	);
	return rows;
}
