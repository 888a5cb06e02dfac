/*
Measures the built program in less than ten minutes, and prints each figure with its limit. Runs on Linux, where /proc says what a process takes.

	npm run bench                                              everything
	npm run bench -- --only keys                               only keys, frames, start, idle, memory or package
	npm run bench -- --only proxy                              50 windows behind nginx, where that is installed
	LANDFALL_BENCH_BEFORE=path/to/landfall.js npm run bench    in turns with a build to compare with
*/
import {mkdtempSync, rmSync} from 'node:fs';
import {cpus, loadavg, tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {quantile} from '../kit/fixtures/quantile.ts';
import {bounds, type Samples, sizes} from './bounds.ts';
import {type Build, openBuild, startSandbox} from './build.ts';
import {frames} from './parts/frames.ts';
import {idle} from './parts/idle.ts';
import {keys} from './parts/keys.ts';
import {browsing, pages, week} from './parts/memory.ts';
import {packed} from './parts/package.ts';
import {proxy} from './parts/proxy.ts';
import {start} from './parts/start.ts';

const {only} = parseArgs({options: {only: {type: 'string'}}}).values;
const directory = mkdtempSync(join(tmpdir(), 'landfall-bench-'));
process.on('exit', () => rmSync(directory, {recursive: true, force: true}));
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const script = join(import.meta.dirname, '../../dist/landfall.js');
const before = process.env.LANDFALL_BENCH_BEFORE;
const build = await openBuild(script, join(directory, 'landfall'));
const columns = [
	{name: 'landfall', build},
	...(before ? [{name: 'before', build: await openBuild(before, join(directory, 'before'))}] : []),
].map(column => ({...column, measured: new Map<string, readonly number[]>()}));
const address = await startSandbox(build, 3000);

type Part = {readonly name: string; readonly rounds: number; readonly measure: (build: Build) => Promise<Samples>};
const parts: readonly Part[] = [
	...sizes.map(size => ({name: 'keys', rounds: 3, measure: (build: Build) => keys(build, address, size)})),
	{name: 'frames', rounds: 1, measure: build => frames(build, address)},
	{name: 'start', rounds: 15, measure: build => start(build, address)},
	{name: 'idle', rounds: 1, measure: build => idle(build, address)},
	{name: 'memory', rounds: 1, measure: build => browsing(build, address)},
	{name: 'memory', rounds: 1, measure: pages},
	{name: 'memory', rounds: 1, measure: week},
	{name: 'package', rounds: 1, measure: packed},
	...(only === 'proxy' ? [{name: 'proxy', rounds: 1, measure: proxy}] : []),
];

console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
let hasFailed = false;
for (const {name, rounds, measure} of parts.filter(part => only === undefined || part.name === only)) {
	console.log(`${name} …`);
	for (let round = 0; round < rounds; round++) {
		for (const {build, measured} of columns) {
			const samples = await measure(build).catch((error: Error): Samples => {
				console.error(`${name} failed: ${error.message}`);
				hasFailed = true;
				return {};
			});
			for (const [figure, values] of Object.entries(samples))
				measured.set(figure, [...(measured.get(figure) ?? []), ...values]);
		}
	}
}

const table = bounds
	.filter(({figure}) => columns.some(({measured}) => measured.has(figure)))
	.map(({figure, share, limit, unit}) => {
		const values = columns.map(({name, measured}) => [name, quantile(measured.get(figure) ?? [], share)] as const);
		return {
			figure: share === 1 ? figure : `${figure}, p${share * 100}`,
			limit: `${limit} ${unit}`,
			...Object.fromEntries(values.map(([name, value]) => [name, Number(value.toPrecision(3))])),
			isMet: values.every(([name, value]) => name !== 'landfall' || value <= limit),
		};
	});
if (table.length > 0) console.table(table);
process.exit(hasFailed || table.some(({isMet}) => !isMet) ? 1 : 0);
