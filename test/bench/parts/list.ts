import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {atMost, median, type Row} from '../row.ts';
import type {Setting} from '../setting.ts';

const run = promisify(execFile);

type Operation = 'append' | 'refresh' | 'firstLetter' | 'letter' | 'sort';

/** What `list-loop.ts` prints: the times of each operation in milliseconds, by the clock and as the mean of processor time, and the memory in MB. */
type Figures = Readonly<Record<Operation, {readonly p50: number; readonly p95: number; readonly cpu: number}>> & {
	readonly residentMb: number;
	readonly residentFilteredMb: number;
};

/** Measures a list of 100,000 projects in memory, without a screen and without a service. */
export const list = async ({rounds}: Setting): Promise<readonly Row[]> => {
	const measured: Figures[] = [];
	for (let round = 0; round < Math.min(rounds, 5); round++) {
		const loop = join(import.meta.dirname, '../list-loop.ts');
		const {stdout} = await run(process.execPath, ['--expose-gc', loop], {timeout: 120_000});
		measured.push(JSON.parse(stdout));
	}

	const figure = (read: (figures: Figures) => number) => median(measured.map(read));
	const time = (operation: Operation, share: 'p50' | 'p95', name: string): Row => ({
		name: `${name}, ${share}`,
		unit: 'ms',
		figure: figure(figures => figures[operation][share]),
		note: `processor time ${figure(figures => figures[operation].cpu).toFixed(1)} ms on average`,
	});
	const memory = (name: string, read: (figures: Figures) => number): Row => ({
		name: `resident memory above an empty list, ${name}`,
		unit: 'MB',
		figure: figure(read),
	});
	return [
		time('append', 'p50', 'append of a page'),
		atMost(time('append', 'p95', 'append of a page'), 3),
		time('refresh', 'p50', 'refresh of a page'),
		atMost(time('refresh', 'p95', 'refresh of a page'), 3),
		atMost(time('firstLetter', 'p50', 'first letter of a filter'), 30),
		time('letter', 'p50', 'letter of a filter'),
		atMost(time('letter', 'p95', 'letter of a filter'), 30),
		time('sort', 'p50', 'sort'),
		atMost(time('sort', 'p95', 'sort'), 300),
		atMost(
			memory('loaded', ({residentMb}) => residentMb),
			110,
		),
		atMost(
			memory('filtered', ({residentFilteredMb}) => residentFilteredMb),
			110,
		),
	];
};
