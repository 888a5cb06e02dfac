import {spawnSync} from 'node:child_process';
import {compile, type Program, withProbe} from '../probe.ts';
import {atMost, median, overFloor, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const size = {columns: 120, rows: 40};
const latencyMs = 50;

/** Returns the milliseconds from the start until the output matches each pattern. */
const marks = (program: Program, directory: string, ...patterns: readonly RegExp[]): Promise<readonly number[]> =>
	withProbe(program, size, directory, probe => Promise.all(patterns.map(probe.until)));

/** Returns the milliseconds that a command takes which exits at once. */
function commandTime({landfall, directory}: Setting, ...args: readonly string[]): number {
	const startedAt = performance.now();
	const env = {PATH: process.env.PATH, HOME: directory, LANDFALL_CONFIG_DIR: directory};
	const {status} = spawnSync(process.execPath, [landfall, ...args], {stdio: 'ignore', timeout: 10_000, env});
	return status === 0 ? performance.now() - startedAt : Number.NaN;
}

/** Measures the time of commands, and from the start to the first word, and to the rows of the demo and of a service 50 ms away. */
export async function start(setting: Setting): Promise<readonly Row[]> {
	const {rounds, directory} = setting;
	const demo = {args: [setting.landfall, '--demo', '--world', 'large']};
	const remote = await setting.onService(100_000, latencyMs);
	const taken: Array<Readonly<Record<'word' | 'demo' | 'remote' | 'floor' | 'hints' | 'help' | 'ls', number>>> = [];
	const floor = await setting.bareRequest(100_000, latencyMs);
	await compile(remote, size, directory);
	await compile(demo, size, directory);
	for (let round = 0; round < rounds; round++) {
		const patterns = [/landfall/, /v\d+/, /edit project/];
		const [word = Number.NaN, rows = Number.NaN, hints = Number.NaN] = await marks(remote, directory, ...patterns);
		const [bare = Number.NaN] = await marks(floor, directory, /v\d+/);
		const [inDemo = Number.NaN] = await marks(demo, directory, /v\d+/);
		taken.push({
			...{word, remote: rows, hints: Math.max(0, hints - rows), floor: bare, demo: inDemo},
			help: commandTime(setting, '--help'),
			ls: commandTime(setting, 'ls', '--demo', '--limit', '20'),
		});
	}

	const figures = (key: keyof (typeof taken)[number]) => taken.map(round => round[key]);
	const row = (name: string, key: Parameters<typeof figures>[0]) => ({name, figure: median(figures(key)), unit: 'ms'});
	return [
		atMost(row('landfall --help', 'help'), 60),
		atMost(row('landfall ls --demo', 'ls'), 160),
		atMost(row('first word on the screen', 'word'), 60),
		atMost(row('first rows of the demo', 'demo'), 130),
		atMost(row(`first rows of a service ${latencyMs} ms away`, 'remote'), 182),
		row('a bare request of the same rows, printed', 'floor'),
		overFloor('first rows', figures('remote'), figures('floor'), 1.2),
		atMost(row('key hints after the first rows', 'hints'), 5),
	];
}
