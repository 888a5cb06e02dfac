import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Project, ProjectPage} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {shownRows} from '../../src/model/project-filter.ts';
import type {AnswerFact} from '../../src/state/facts.ts';
import {moveBy, resizeTo} from '../../src/state/lists.ts';
import {connectTo} from '../../src/state/login.ts';
import {clearFilter, sortProjects} from '../../src/state/projects.ts';
import {currentScreen, initialState, type State, withInterface} from '../../src/state/state.ts';
import {editText} from '../../src/state/text-editing.ts';
import {changed, learned} from '../kit/fixtures/changed.ts';
import {testConnection as connection} from '../kit/fixtures/connection.ts';
import {bareProject} from '../present/records.ts';

type Row = {readonly id: string; readonly name: string};

const projectOf = ({id, name}: Row): Project => ({...bareProject, id, name: serviceText(name), slug: undefined});

/** A service with small pages, whose cursors are row ids or offsets. */
function serviceOf(pageSize: number, usesOffsets: boolean) {
	const names = ['docs', 'shop', 'docs api', 'web', 'blog'];
	let createdCount = 0;
	const make = (): Row => ({
		id: String(1000 - createdCount++),
		name: `${names[createdCount % names.length]} ${createdCount % 7}`,
	});
	let rows = Array.from({length: 23}, make).reverse();
	rows = rows.map((row, index) => ({...row, id: String(500 - index)}));
	let next = 501;
	return {
		ids: () => rows.map(({id}) => id),
		has: (id: string) => rows.some(row => row.id === id),
		create: () => {
			rows = [{id: String(next++), name: `new ${next % 5}`}, ...rows];
		},
		remove: (at: number) => {
			rows = rows.filter((_, index) => index !== at % Math.max(1, rows.length));
		},
		rename: (at: number) => {
			rows = rows.map((row, index) => (index === at % rows.length ? {...row, name: `${row.name}!`} : row));
		},
		answer(cursor: string | undefined): ProjectPage {
			const offset = Number(cursor ?? 0);
			const index = cursor === undefined ? 0 : rows.findIndex(({id}) => Number(id) < Number(cursor));
			const from = usesOffsets ? offset : index < 0 ? rows.length : index;
			const page = rows.slice(from, from + pageSize);
			const isLast = from + pageSize >= rows.length;
			const nextCursor = isLast ? undefined : usesOffsets ? String(from + pageSize) : page.at(-1)?.id;
			return {projects: page.map(projectOf), nextCursor, requestId: undefined, unreadable: 0};
		},
	};
}

const started = (): State => connectTo(initialState({columns: 80, rows: 10}, []), connection);

const shownIds = (state: State) => shownRows(state.projects).map(({id}) => id);

const step = fc.oneof(
	{weight: 4, arbitrary: fc.record({do: fc.constant('ask' as const), page: fc.nat(8)})},
	{weight: 5, arbitrary: fc.record({do: fc.constant('answer' as const), which: fc.nat(9)})},
	{weight: 2, arbitrary: fc.record({do: fc.constant('create' as const)})},
	{weight: 2, arbitrary: fc.record({do: fc.constant('remove' as const), at: fc.nat(30)})},
	{weight: 1, arbitrary: fc.record({do: fc.constant('rename' as const), at: fc.nat(30)})},
	{weight: 3, arbitrary: fc.record({do: fc.constant('move' as const), by: fc.integer({min: -9, max: 9})})},
	{weight: 1, arbitrary: fc.record({do: fc.constant('resize' as const), rows: fc.integer({min: 5, max: 20})})},
	{
		weight: 2,
		arbitrary: fc.record({do: fc.constant('filter' as const), query: fc.constantFrom('', 'd', 'docs', 'o 1')}),
	},
	{
		weight: 1,
		arbitrary: fc.record({do: fc.constant('sort' as const), by: fc.constantFrom('name' as const, undefined)}),
	},
);

/** Expects that no project is listed twice, and that the position is that of a listed project. */
function expectConsistent(state: State) {
	const ids = shownIds(state);
	expect(new Set(ids).size).toBe(ids.length);
	const {position} = state.projects;
	expect(position.index).toBeLessThan(Math.max(1, ids.length));
	expect(ids[position.index]).toBe(position.id);
}

/** Expects that the selected project stays selected, and on its line, as long as it is listed. `query`: the one just typed, if any. */
function expectSameSelection(before: State, state: State, what: string, query: string) {
	const {position} = state.projects;
	const last = before.projects.position;
	if (last.id === undefined) return;
	const isFilterStep = what === 'filter' || what === 'sort';
	// A query that replaces another one starts at its first match.
	if (before.projects.filtered?.query && query) {
		expect(position).toMatchObject({index: 0, top: 0});
		return;
	}

	if (last.isAtStart && !isFilterStep) {
		expect([position.index, position.top]).toEqual([0, 0]);
		return;
	}

	const isListed = !isFilterStep || shownIds(state).includes(last.id);
	if (isListed) expect(position.id).toBe(last.id);
	const hasRoom = what === 'answer' && position.top > 0 && last.top > 0;
	if (isListed && hasRoom) expect(position.index - position.top).toBe(last.index - last.top);
}

test('in any sequence of events no project is listed twice, and the selected one stays on its line until it is gone', () => {
	fc.assert(
		fc.property(
			fc.array(step, {minLength: 5, maxLength: 80}),
			fc.integer({min: 1, max: 6}),
			fc.boolean(),
			(steps, size, usesOffsets) => {
				const service = serviceOf(size, usesOffsets);
				let state = started();
				let at = 1000;
				const pending: AnswerFact[] = [];
				const ask = (cursor: string | undefined) => {
					const request = {connectionId: 0, kind: 'projects' as const, cursor};
					pending.push({type: 'page-read', request, answer: service.answer(cursor), askedAt: ++at, at});
				};
				const deliver = (which: number) => {
					const [answer] = pending.splice(which % Math.max(1, pending.length), 1);
					if (answer) state = learned(state, {...answer, at: ++at});
				};

				ask(undefined);
				deliver(0);
				for (const {do: what, ...how} of steps) {
					const before = state;
					if ('page' in how) {
						const {pages, next, sweep} = state.projects.list;
						ask(how.page < pages.length ? pages[how.page]?.cursor : (sweep?.next ?? next));
					}

					if ('which' in how) deliver(how.which);
					if (what === 'create') service.create();
					if (what === 'remove' && 'at' in how) service.remove(how.at);
					if (what === 'rename' && 'at' in how) service.rename(how.at);
					if ('by' in how && typeof how.by === 'number') {
						const {by} = how;
						state = changed(state, current => moveBy(current, by));
					}
					if ('rows' in how) state = changed(state, current => resizeTo(current, {columns: 80, rows: how.rows}));
					if ('query' in how) {
						state = withInterface(state, {dialog: {name: 'filter', anchorId: undefined, isNew: false}});
						for (const edit of [{kind: 'delete to start'}, {kind: 'insert', text: how.query}] as const)
							state = changed(state, (current, now) => editText(current, edit, now), ++at);
						state = withInterface(state, {dialog: undefined});
					}
					if (what === 'sort' && 'by' in how) {
						const sort = how.by === 'name' ? {by: how.by, isDescending: false} : undefined;
						state = changed(state, current => sortProjects(current, sort, ++at));
					}

					expectConsistent(state);
					if (what !== 'move') expectSameSelection(before, state, what, 'query' in how ? how.query : '');
				}

				// After every page is read again, and with it all that this wants, the list matches the service exactly.
				state = changed(state, current => clearFilter(current, ++at));
				state = changed(state, current => sortProjects(current, undefined, ++at));
				pending.length = 0;
				const read = (cursor: string | undefined) => {
					ask(cursor);
					deliver(0);
				};
				for (let round = 0; round < 2; round++) {
					for (let page = 0; page < 60; page++) {
						while (state.projects.list.sweep) read(state.projects.list.sweep.next);
						const {pages, end, next} = state.projects.list;
						if (page >= pages.length && end !== 'open') break;
						read(page < pages.length ? pages[page]?.cursor : next);
					}
				}

				const {goneRow} = state.projects;
				expect(shownIds(state).filter(id => id !== goneRow?.project.id)).toEqual(service.ids());
				expect(currentScreen(state).name).toBe('projects');
			},
		),
		{numRuns: Number(process.env.LANDFALL_LISTING_RUNS ?? 2000)},
	);
});
