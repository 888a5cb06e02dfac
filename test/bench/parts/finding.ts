import {decodeProjectPage} from '../../../src/api/decode.ts';
import {parseJson} from '../../../src/base/parse-json.ts';
import {filterList} from '../../../src/model/project-filter.ts';
import {maxProjects} from '../../../src/model/project-list.ts';
import {connectTo} from '../../../src/state/login.ts';
import {initialState} from '../../../src/state/state.ts';
import {learned} from '../../kit/fixtures/changed.ts';
import {testConnection} from '../../kit/fixtures/connection.ts';
import {atMost, quantile, type Row} from '../row.ts';

const pageSize = 100;
const pageCount = maxProjects / pageSize;
const words = 'marketing site north billing api docs shop web blog lumen quartz harbor'.split(' ');

/** Returns an answer as it comes from the wire, with ids, names and dates as long as those of a real service. */
function pageAt(page: number, version: number) {
	const projects = Array.from({length: pageSize}, (_, index) => {
		const number = page * pageSize + index;
		const name = `${words[number % 12]} ${words[(number * 7) % 11]} ${number}`;
		const slug = name.replaceAll(' ', '-');
		return {
			id: `prj_${Math.imul(number, 2_654_435_761).toString(36).replace('-', 'm').padStart(7, '0')}${number}`,
			name,
			slug,
			url: `https://${slug}.example.app`,
			upload_mode: 'static',
			status: ['active', 'paused', 'archived'][number % 3],
			latest_upload_version: version,
			created_at: new Date(1_700_000_000_123 + number).toISOString(),
			updated_at: new Date(1_700_000_000_456 + number * 1000).toISOString(),
		};
	});
	const text = JSON.stringify({projects, next_cursor: `${page + 1}`, request_id: `req_${page}`});
	return decodeProjectPage({json: parseJson(text), status: 200, requestId: undefined});
}

function timed(times: number[], run: () => unknown): void {
	const startedAt = performance.now();
	run();
	times.push(performance.now() - startedAt);
}

/** Measures a list of 100,000 projects in memory: how long it takes to extend, to filter and to sort it. The program, whose heap is kept small, takes up to twice as long. */
export async function finding(): Promise<readonly Row[]> {
	const times = {append: [] as number[], refresh: [] as number[], letter: [] as number[], sort: [] as number[]};
	let state = connectTo(initialState({columns: 120, rows: 40}, []), testConnection);
	const read = (page: number, at: number, version: number, into: number[]) => {
		const cursor = page === 0 ? undefined : String(page);
		const request = {connectionId: testConnection.id, kind: 'projects', cursor} as const;
		const answer = pageAt(page, version);
		timed(into, () => {
			state = learned(state, {type: 'projects-read', request, answer, requestedAt: at, at});
		});
	};
	for (let page = 0; page < pageCount; page++) read(page, 1000 + page, 1, page < pageCount * 0.9 ? [] : times.append);
	for (let round = 0; round < 100; round++) read((round * 37) % pageCount, 10_000 + round, 2, times.refresh);

	const {rows} = state.projects.list;
	const context = {now: 0, wordMeanings: new Map(), table: new Map()};
	for (const word of ['mar1', 'sit9', 'nor', 'bil7', 'zzz', '!x', 'quar', 'api 9', 'prj_1', 'status:act']) {
		for (let length = 1; length <= word.length; length++) {
			const filter = {query: word.slice(0, length), sort: undefined};
			timed(times.letter, () => filterList(rows, filter, context));
		}
	}

	for (const by of ['name', 'updated', 'status', 'slug', 'url', 'version'] as const) {
		for (const isDescending of [false, true])
			timed(times.sort, () => filterList(rows, {query: '', sort: {by, isDescending}}, context));
	}

	const row = (name: string, key: keyof typeof times) => ({name, unit: 'ms', figure: quantile(times[key], 0.95)});
	return [
		atMost(row('append of a page, p95', 'append'), 3),
		atMost(row('refresh of a page, p95', 'refresh'), 3),
		atMost(row('letter of a filter, p95', 'letter'), 30),
		atMost(row('sort, p95', 'sort'), 300),
	];
}
