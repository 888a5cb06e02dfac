import {keepHeapSmall} from '../../src/app/screen-app.ts';
import {connectTo} from '../../src/state/login.ts';

/** Measures a list of 100,000 projects in memory, under the settings of the program. Prints the figures as JSON. Needs `--expose-gc`. */
keepHeapSmall();
// Loaded after the settings, as in the program.
const {decodeProjectPage} = await import('../../src/api/decode.ts');
const {parseJson} = await import('../../src/api/parse-json.ts');
const {filterList} = await import('../../src/model/project-filter.ts');
const {maxProjects} = await import('../../src/model/project-list.ts');
const {initialState} = await import('../../src/state/state.ts');
const {learned} = await import('../kit/fixtures/changed.ts');
const {testConnection} = await import('../kit/fixtures/connection.ts');
const {quantile} = await import('./row.ts');

const pageSize = 100;
const pageCount = maxProjects / pageSize;
const words = 'marketing site north billing api docs shop web blog lumen quartz harbor'.split(' ');
const statuses = ['active', 'paused', 'archived'];

/** Ids, names and dates as long as those of a real service. */
function recordOf(number: number, version: number) {
	const name = `${words[number % 12]} ${words[(number * 7) % 11]} ${number}`;
	const slug = name.replaceAll(' ', '-');
	return {
		id: `prj_${Math.imul(number, 2_654_435_761).toString(36).replace('-', 'm').padStart(7, '0')}${number}`,
		name: name.charAt(0).toUpperCase() + name.slice(1),
		slug,
		url: `https://${slug}.example.app`,
		upload_mode: 'static',
		status: statuses[number % 3],
		latest_upload_version: version,
		created_at: new Date(1_700_000_000_123 + number).toISOString(),
		updated_at: new Date(1_700_000_000_456 + number * 1000).toISOString(),
		request_id: `req_${Math.floor(number / pageSize)}`,
	};
}

/** Returns an answer as it comes from the wire. */
function pageAt(page: number, version = 1) {
	const projects = Array.from({length: pageSize}, (_, index) => recordOf(page * pageSize + index, version));
	const text = JSON.stringify({projects, next_cursor: `${page + 1}`, request_id: `req_${page}`});
	return decodeProjectPage({json: parseJson(text), status: 200, requestId: undefined});
}

type Times = {readonly wall: number[]; readonly cpu: number[]};

function timed(times: Times, run: () => unknown): void {
	const [startedAt, cpuBefore] = [performance.now(), process.threadCpuUsage()];
	run();
	const cpu = process.threadCpuUsage(cpuBefore);
	times.wall.push(performance.now() - startedAt);
	times.cpu.push((cpu.user + cpu.system) / 1000);
}

const noTimes = (): Times => ({wall: [], cpu: []});

/** The processor's clock is too coarse for a single step, so only the mean of its time is meaningful. */
const figuresOf = ({wall, cpu}: Times) => ({
	p50: quantile(wall, 0.5),
	p95: quantile(wall, 0.95),
	cpu: cpu.reduce((sum, each) => sum + each, 0) / cpu.length,
});

function residentMb(): number {
	for (let pass = 0; pass < 3; pass++) globalThis.gc?.();
	return process.memoryUsage().rss / 2 ** 20;
}

let state = connectTo(initialState({columns: 120, rows: 40}, []), testConnection);

function arrive(page: number, at: number, version?: number, times = noTimes()): void {
	const cursor = page === 0 ? undefined : String(page);
	const request = {connectionId: testConnection.id, kind: 'projects', cursor} as const;
	const answer = pageAt(page, version);
	timed(times, () => {
		state = learned(state, {type: 'page-read', request, answer, askedAt: at, at});
	});
}

/** Generates some pages, so that the memory of the generator is not counted as that of the list. */
for (let page = 0; page < 100; page++) pageAt(page);
const emptyMb = residentMb();
const [append, refresh] = [noTimes(), noTimes()];
for (let page = 0; page < pageCount; page++) arrive(page, 1000 + page, 1, page < pageCount * 0.9 ? undefined : append);
const resident = residentMb() - emptyMb;
for (let round = 0; round < 100; round++) arrive((round * 37) % pageCount, 10_000 + round, 2, refresh);

const {rows} = state.projects.list;
if (rows.length !== maxProjects) throw new Error(`The list has ${rows.length} projects.`);
const context = {now: 0, wordMeanings: new Map(), table: new Map()};
const filteredBy = (query: string, times: Times) =>
	timed(times, () => filterList(rows, {query, sort: undefined}, context));
const [firstLetter, letter, sort] = [noTimes(), noTimes(), noTimes()];
filteredBy('m', firstLetter);
for (const word of ['mar1', 'sit9', 'nor', 'bil7', 'zzz', '!x', 'quar', 'api 9', 'prj_1', 'status:act']) {
	for (let length = 1; length <= word.length; length++) filteredBy(word.slice(0, length), letter);
}

const residentFilteredMb = residentMb() - emptyMb;

for (const by of ['name', 'updated', 'status', 'slug', 'url', 'version'] as const) {
	for (const isDescending of [false, true])
		timed(sort, () => filterList(rows, {query: '', sort: {by, isDescending}}, context));
}

console.log(
	JSON.stringify({
		append: figuresOf(append),
		refresh: figuresOf(refresh),
		firstLetter: figuresOf(firstLetter),
		letter: figuresOf(letter),
		sort: figuresOf(sort),
		residentMb: resident,
		residentFilteredMb,
	}),
);
