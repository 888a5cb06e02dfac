import {mkdtempSync} from 'node:fs';
import {join} from 'node:path';
import {openProbe, type Program} from '../probe.ts';
import {atMost, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const size = {columns: 120, rows: 40};

/** When each of these was on the way to the terminal, in milliseconds since the start. */
async function marks(program: Program, directory: string, patterns: readonly RegExp[]): Promise<readonly number[]> {
	const probe = openProbe(program, size, directory);
	const found = await Promise.all(patterns.map(probe.until));
	probe.kill();
	await probe.ended;
	return found;
}

/** The first words of the header, the hints at the bottom, and the version of a project. */
const patterns = [/landfall/, /help/, /v\d+/];

/** From the start to the first words, to a whole screen that answers keys, and to the rows of a service on this machine. */
export async function start(setting: Setting): Promise<readonly Row[]> {
	const {rounds, directory} = setting;
	const program = await setting.onService(100_000);
	const demo = {args: [setting.landfall, '--demo', '--projects', '100000']};
	const taken = {floor: [] as number[], service: [] as number[][], demo: [] as number[][], first: [] as number[]};
	// The first start ever compiles; the others find what it compiled.
	await marks(program, directory, patterns);
	for (let round = 0; round < rounds; round++) {
		taken.floor.push(...(await marks(setting.rawTable(100_000), directory, [/help/])));
		taken.service.push([...(await marks(program, directory, patterns))]);
		taken.demo.push([...(await marks(demo, directory, patterns))]);
		if (round < 5) taken.first.push(...(await marks(program, mkdtempSync(join(directory, 'new-')), [/help/])));
	}

	const floor = median(taken.floor);
	const of = (runs: readonly number[][], mark: number) => median(runs.map(run => run[mark] ?? Number.NaN));
	const row = (name: string, figure: number) => ({part: 'start', name, figure, unit: 'ms', floor});
	const usable = of(taken.service, 1);
	const rows = of(taken.service, 2);
	return [
		timesFloor(row('first words on the screen', of(taken.service, 0)), 1.1),
		timesFloor(row('whole screen, keys answered', usable), 2.6),
		timesFloor(row('the same at the first start ever', median(taken.first)), 3.6),
		timesFloor(row('first rows of a service on this machine', rows), 3.1),
		atMost({part: 'start', name: 'the rows after the whole screen', figure: rows - usable, unit: 'ms'}, 10),
		row('first rows of the demo', of(taken.demo, 2)),
	];
}
