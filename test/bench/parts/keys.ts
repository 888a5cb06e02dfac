import {type Probe, type Program, pause, type Size, withProbe} from '../probe.ts';
import {atMost, attempt, median, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const down = 'j';
const up = 'k';
const pageDown = '\u001B[6~';
const settledMs = 1000;
const gapMs = 8;
const presses = 110;

/** Presses `count` keys in turn, each one `gapMs` after the frame of the previous one. Returns the median time. */
async function pressed(probe: Probe, count: number, ...keys: readonly string[]): Promise<number> {
	const times: number[] = [];
	for (let press = 0; press < count; press++) {
		times.push(await probe.press(keys[press % keys.length] ?? ''));
		await pause(gapMs);
	}

	return median(times);
}

/** Returns the median milliseconds from a key to the end of its frame. */
const moved = (program: Program, size: Size, directory: string) =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/v\d+/);
		await pause(settledMs);
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

const sizes: readonly Size[] = [
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
	{columns: 240, rows: 70},
];

/** Measures keys in the list at three sizes. */
export async function keys(setting: Setting): Promise<readonly Row[]> {
	const {directory} = setting;
	const landfall = await setting.onService(100_000);
	const rounds = Math.max(1, Math.round(setting.rounds / 5));
	const row = (name: string, figure: number) => ({name, unit: 'ms', figure});
	const rows: Row[] = [];
	for (const size of sizes) {
		const name = `${size.columns}×${size.rows}`;
		const measured = await attempt(`keys at ${name}`, async () => {
			const taken: Array<Awaited<ReturnType<typeof moved>>> = [];
			for (let round = 0; round < rounds; round++) taken.push(await moved(landfall, size, directory));
			return [
				atMost(row(`move, ${name}`, median(taken.map(({move}) => move))), 4),
				atMost(row(`scroll, ${name}`, median(taken.map(({scroll}) => scroll))), 4),
				atMost(row(`page, ${name}`, median(taken.map(({page}) => page))), 6),
			];
		});
		rows.push(...measured);
	}

	return rows;
}
