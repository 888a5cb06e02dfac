import {framesIn, type Probe, type Program, pause, type Size, withProbe} from '../probe.ts';
import {atMost, attempt, median, overFloor, quantile, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const down = 'j';
const up = 'k';
const pageDown = '\u001B[6~';
const settledMs = 1000;
const gapMs = 8;
const presses = 110;

/** Presses `count` keys in turn, each one `gapMs` after the frame of the previous one. Returns the median time, and the processor time of one. */
async function pressed(probe: Probe, count: number, ...keys: readonly string[]) {
	const times: number[] = [];
	const before = probe.processorMs();
	for (let press = 0; press < count; press++) {
		times.push(await probe.press(keys[press % keys.length] ?? ''));
		await pause(gapMs);
	}

	return {ms: median(times), processorMs: (probe.processorMs() - before) / count};
}

/** Starts a program, and passes it to `use` once nothing is loaded any more. */
const withSettled = <Result>(program: Program, size: Size, directory: string, use: (probe: Probe) => Promise<Result>) =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(settledMs);
		return use(probe);
	});

/** Returns the median milliseconds from a key to the end of its frame, and what it takes of the processor. */
const moved = (program: Program, size: Size, directory: string) =>
	withSettled(program, size, directory, async probe => {
		await pressed(probe, 15, down);
		const move = await pressed(probe, presses, up, down);
		// To the last visible row, after which the list scrolls.
		await pressed(probe, size.rows, down);
		const scroll = await pressed(probe, presses, down);
		// Loads the pages first: otherwise the time of the service would be measured.
		for (let page = 0; page < 12; page++) {
			probe.send('G');
			await pause(60);
		}

		probe.send('g');
		await pause(150);
		return {move, scroll, page: await pressed(probe, Math.min(20, Math.floor(900 / size.rows)), pageDown)};
	});

/** Returns the median bytes that moving the highlight writes, with details beside the list. */
const written = (program: Program, directory: string) =>
	withSettled(program, {columns: 200, rows: 50}, directory, async probe => {
		const sizes: number[] = [];
		for (let press = 0; press < 30; press++) {
			const before = probe.bytes();
			await probe.press(down);
			sizes.push(probe.bytes() - before);
			await pause(gapMs);
		}

		return median(sizes) / 1000;
	});

/** Loads all projects, and returns the milliseconds that the first next columns take. */
const turned = (program: Program, size: Size, directory: string) =>
	withSettled(program, size, directory, async probe => {
		probe.send('G');
		await probe.untilSilence(2000);
		return probe.press('C');
	});

/** Presses keys from 200 ms after the first rows on, while modules are still loaded. Returns the milliseconds from each to the first byte. */
const answered = (program: Program, size: Size, directory: string) =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(200);
		const times: number[] = [];
		for (let press = 0; press < presses; press++) {
			const pressedAt = performance.now();
			let first = Number.NaN;
			const stop = probe.onData(() => {
				first = Number.isNaN(first) ? performance.now() - pressedAt : first;
			});
			await probe.press(press % 2 === 0 ? down : up);
			stop();
			times.push(first);
			await pause(gapMs);
		}

		return times;
	});

/** Repeats a key 30 times a second, as a held key does. Each frame counts for the oldest key without one. */
const held = (program: Program, size: Size, directory: string) =>
	withSettled(program, size, directory, async probe => {
		const sent: number[] = [];
		const times: number[] = [];
		probe.onData(data => {
			for (const at of sent.splice(0, framesIn(data))) times.push(performance.now() - at);
		});
		const startedAt = performance.now();
		const count = 150;
		for (let press = 0; press < count; press++) {
			await pause(Math.max(0, startedAt + (press * 1000) / 30 - performance.now()));
			sent.push(performance.now());
			probe.send(down);
		}

		await pause(200);
		return {times, lost: count - times.length};
	});

const usual = {columns: 120, rows: 40};

/** How many times the processor time of a raw table a key may take, at each size: the most in two runs on a busy machine, and a tenth more. */
const sizes = [
	{size: {columns: 80, rows: 24}, most: {move: 7.1, scroll: 6.7, page: 6.8}},
	{size: usual, most: {move: 5.7, scroll: 6.5, page: 9.8}},
	{size: {columns: 240, rows: 70}, most: {move: 9.8, scroll: 10.1, page: 17.8}},
];

/** The most that moving the highlight wrote in four runs, and a twentieth more. */
const maxKilobytes = 1.3;

/** How many times as long as in a raw table a key may take at the usual size: aims, since other programs lengthen both. */
const maxTimes = {move: 5, scroll: 3.6};

/** Measures keys in the list: at three sizes, right after the start, and held. */
export async function keys(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	const landfall = await setting.onService(100_000);
	const rounds = Math.max(1, Math.round(setting.rounds / 5));
	const repeated = async <Result>(measure: () => Promise<Result>) => {
		const results: Result[] = [];
		for (let round = 0; round < rounds; round++) results.push(await measure());
		return results;
	};
	const row = (name: string, figure: number, unit = 'ms') => ({name, unit, figure});
	const rows: Row[] = [];
	for (const {size, most} of sizes) {
		const at = `${size.columns}×${size.rows}`;
		const measured = await attempt(`keys at ${at}`, async () => {
			const taken = await repeated(async () => ({
				own: await moved(landfall, size, directory),
				floor: await moved(setting.rawTable, size, directory),
			}));
			return (['move', 'scroll', 'page'] as const).flatMap(key => {
				const own = taken.map(each => each.own[key]);
				const floor = taken.map(each => each.floor[key]);
				const name = `${key}, ${at}`;
				const ms = row(name, median(own.map(each => each.ms)));
				const compared = (what: string, of: 'ms' | 'processorMs', max: number | undefined) =>
					overFloor(
						what,
						own.map(each => each[of]),
						floor.map(each => each[of]),
						max,
					);
				return [
					key === 'page' ? atMost(ms, 6) : ms,
					compared(name, 'ms', size === usual && key !== 'page' ? maxTimes[key] : undefined),
					compared(`${name}, processor`, 'processorMs', most[key]),
				];
			});
		});
		rows.push(...measured);
	}

	return [
		...rows,
		...(await attempt('bytes of a key', async () => [
			atMost(row('written by a move, 200×50 with details', await written(landfall, directory), 'kB'), maxKilobytes),
		])),
		...(await attempt('next columns', async () => [
			atMost(row('next columns of 100,000 rows', await turned(landfall, usual, directory)), 150),
		])),
		...(await attempt('first byte', async () => {
			const times = (await repeated(() => answered(landfall, usual, directory))).flat();
			return [atMost(row('first byte of a key after the first rows, p99', quantile(times, 0.99)), 10)];
		})),
		...(await attempt('a held key', async () => {
			const taken = await repeated(() => held(landfall, usual, directory));
			const times = taken.flatMap(each => each.times);
			return [
				row('p50 of a key held at 30 Hz', median(times)),
				atMost(row('p99 of the same', quantile(times, 0.99)), 10),
				atMost(row('keys without a frame', Math.max(...taken.map(({lost}) => lost)), ''), 0),
			];
		})),
	];
}
