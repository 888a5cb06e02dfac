import {mkdtempSync} from 'node:fs';
import {join} from 'node:path';
import {compile, type Program, withProbe} from '../probe.ts';
import {atMost, attempt, median, type Row, timesFloor} from '../row.ts';
import type {Setting} from '../setting.ts';

const size = {columns: 120, rows: 40};

/** Returns the milliseconds from the start until the output matches each pattern. */
const marks = (program: Program, directory: string, patterns: readonly RegExp[]): Promise<readonly number[]> =>
	withProbe(program, size, directory, probe => Promise.all(patterns.map(probe.until)));

/** Returns the milliseconds from the start to the help, if its key is pressed as soon as the hints appear. */
const firstKey = (program: Program, directory: string): Promise<number> =>
	withProbe(program, size, directory, async probe => {
		await probe.until(/help/);
		probe.send('?');
		return probe.until(/half a page down/);
	});

/** The first words of the header, the hints at the bottom, and the version of a project. */
const patterns = [/landfall/, /help/, /v\d+/];

/** Measures the time from the start to the first words, to a whole screen that takes keys, and to the rows of a local service. */
export function start(setting: Setting): Promise<readonly Row[]> {
	return attempt('start', 'starts', async () => {
		const {rounds, directory} = setting;
		const program = await setting.onService(100_000);
		const plain = setting.onAddress(await setting.pageCache(100_000));
		const secure = setting.onAddress(await setting.pageCache(100_000, 'https'));
		const demo = {args: [setting.landfall, '--demo', '--projects', '100000']};
		const taken = {
			floor: [] as number[],
			words: [] as number[],
			screen: [] as number[],
			rows: [] as number[],
			later: [] as number[],
			key: [] as number[],
			demo: [] as number[],
			plain: [] as number[],
			secure: [] as number[],
			first: [] as number[],
		};
		await compile(program, size, directory);
		for (let round = 0; round < rounds; round++) {
			taken.floor.push(...(await marks(setting.rawTable(100_000), directory, [/help/])));
			const [words = Number.NaN, screen = Number.NaN, rows = Number.NaN] = await marks(program, directory, patterns);
			taken.words.push(words);
			taken.screen.push(screen);
			taken.rows.push(rows);
			taken.later.push(rows - screen);
			taken.key.push(await firstKey(program, directory));
			taken.demo.push(...(await marks(demo, directory, [/v\d+/])));
			taken.plain.push(...(await marks(plain, directory, [/v\d+/])));
			taken.secure.push(...(await marks(secure, directory, [/v\d+/])));
			taken.first.push(...(await marks(program, mkdtempSync(join(directory, 'new-')), [/help/])));
		}

		const row = (name: string, key: keyof typeof taken) => ({
			part: 'start',
			name,
			figure: median(taken[key]),
			unit: 'ms',
			floor: median(taken.floor),
		});
		const extra = median(taken.secure) - median(taken.plain);
		return [
			{...timesFloor(row('first words on the screen', 'words'), 1.1), note: 'floor: the whole raw table'},
			timesFloor(row('whole screen: header and hints', 'screen'), 2.6),
			{...row('a key pressed at that moment, to its frame', 'key'), note: 'the first drawing of the help'},
			timesFloor(row('whole screen at the first start ever', 'first'), 3.6),
			timesFloor(row('first rows of a local service', 'rows'), 3.1),
			atMost({part: 'start', name: 'first rows after the whole screen', figure: median(taken.later), unit: 'ms'}, 10),
			{
				...atMost({part: 'start', name: 'first rows: https minus http', figure: extra, unit: 'ms'}, 9),
				note: `${median(taken.secure).toFixed(0)} and ${median(taken.plain).toFixed(0)} ms`,
			},
			row('first rows of the demo', 'demo'),
		];
	});
}
