import {compile, type Program, withProbe} from '../probe.ts';
import {atMost, median, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const size = {columns: 120, rows: 40};
const latencyMs = 80;

/** Returns the milliseconds from the start until the output matches each pattern. */
const marks = (program: Program, directory: string, ...patterns: readonly RegExp[]): Promise<readonly number[]> =>
	withProbe(program, size, directory, probe => Promise.all(patterns.map(probe.until)));

/** Measures the time from the start to the first word, and to the rows of the demo and of a service 80 ms away. */
export async function start(setting: Setting): Promise<readonly Row[]> {
	const {rounds, directory} = setting;
	const demo = {args: [setting.landfall, '--demo', '--projects', '100000']};
	const remote = await setting.onService(100_000, latencyMs);
	const taken = {word: [] as number[], demo: [] as number[], remote: [] as number[]};
	await compile(remote, size, directory);
	await compile(demo, size, directory);
	for (let round = 0; round < rounds; round++) {
		const [word = Number.NaN, rows = Number.NaN] = await marks(remote, directory, /landfall/, /v\d+/);
		taken.word.push(word);
		taken.remote.push(rows);
		taken.demo.push(...(await marks(demo, directory, /v\d+/)));
	}

	const row = (name: string, key: keyof typeof taken) => ({
		name,
		figure: median(taken[key]),
		unit: 'ms',
	});
	return [
		atMost(row('first word on the screen', 'word'), 60),
		atMost(row('first rows of the demo', 'demo'), 130),
		atMost(row(`first rows of a service ${latencyMs} ms away`, 'remote'), 212),
	];
}
