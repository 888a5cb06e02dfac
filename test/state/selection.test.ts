import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import type {Project, ProjectPage} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {listedRows} from '../../src/model/project-filter.ts';
import {indexOfId, isOpen, isWhole} from '../../src/model/project-list.ts';
import type {ReadFact} from '../../src/state/facts.ts';
import {moveBy, resizeTo} from '../../src/state/lists.ts';
import {connectTo} from '../../src/state/login.ts';
import {applyFilter, clearFilter, openFilter, projectPlace, sortProjects} from '../../src/state/projects.ts';
import {refresh} from '../../src/state/requests.ts';
import {initialState, type State} from '../../src/state/state.ts';
import {editText} from '../../src/state/text-editing.ts';
import {changed, learned} from '../kit/fixtures/changed.ts';
import {testConnection as connection} from '../kit/fixtures/connection.ts';
import {bareProject} from '../present/records.ts';

/** A service with small pages, whose cursors are offsets or rows, and which can repeat or refuse cursors for a while. */
function serviceOf(pageSize: number, usesOffsets: boolean) {
	const names = ['docs', 'shop', 'docs api', 'web', 'blog'];
	let next = 500;
	const create = (): Project => {
		const id = next++;
		const name = serviceText(`${names[id % names.length]} ${id % 7}`);
		return {...bareProject, id: String(id), name, slug: undefined};
	};
	let rows: readonly Project[] = Array.from({length: 23}, create);
	let fault: 'repeats' | 'refuses' | undefined;
	const at = (index: number) => index % Math.max(1, rows.length);
	return {
		ids: () => rows.map(({id}) => id),
		create() {
			rows = [create(), ...rows];
		},
		insert(index: number) {
			rows = rows.toSpliced(at(index), 0, create());
		},
		remove(index: number) {
			rows = rows.toSpliced(at(index), 1);
		},
		move(from: number, to: number) {
			const [row] = rows.slice(at(from));
			if (row) rows = rows.toSpliced(at(from), 1).toSpliced(at(to), 0, row);
		},
		rename(index: number) {
			rows = rows.map((row, other) => (other === at(index) ? {...row, name: serviceText(`${row.id}!`)} : row));
		},
		break(by: typeof fault) {
			fault = by;
		},
		/** Undefined if it refuses the cursor, as it does when it no longer knows the row. */
		answer(cursor: string | undefined): ProjectPage | undefined {
			if (cursor !== undefined && fault === 'refuses') return undefined;
			const after = rows.findIndex(({id}) => id === cursor);
			if (cursor !== undefined && !usesOffsets && after < 0) return undefined;
			const from = cursor === undefined ? 0 : usesOffsets ? Number(cursor) : after + 1;
			const to = from + pageSize;
			const following = usesOffsets ? String(to) : rows[to - 1]?.id;
			return {
				projects: rows.slice(from, to),
				nextCursor: to >= rows.length ? undefined : fault === 'repeats' ? cursor : following,
				unreadable: 0,
			};
		},
	};
}

const stepOf = <Kind extends string, Values>(weight: number, kind: Kind, values: fc.Arbitrary<Values>) => ({
	weight,
	arbitrary: values.map(value => ({kind, value}) as const),
});

const step = fc.oneof(
	stepOf(6, 'ask', fc.nat(9)),
	stepOf(7, 'hear', fc.nat(9)),
	stepOf(2, 'create', fc.constant(undefined)),
	stepOf(1, 'insert', fc.nat(40)),
	stepOf(2, 'remove', fc.nat(40)),
	stepOf(1, 'reorder', fc.record({from: fc.nat(40), to: fc.nat(40)})),
	stepOf(1, 'rename', fc.nat(40)),
	stepOf(1, 'break', fc.constantFrom('repeats' as const, 'refuses' as const, undefined)),
	stepOf(3, 'move', fc.integer({min: -9, max: 9})),
	stepOf(1, 'resize', fc.integer({min: 5, max: 20})),
	stepOf(2, 'filter', fc.constantFrom('', 'd', 'docs', 'o 1')),
	stepOf(1, 'sort', fc.constantFrom('name', undefined)),
);

const shownIds = (state: State) => listedRows(state.projects).map(({id}) => id);

/** Expects that no project is listed twice, that each is found, and that the position is that of a listed project. */
function expectConsistent(state: State) {
	const {cursor, list} = state.projects;
	const {index, isGone} = projectPlace(state);
	const ids = shownIds(state);
	expect(new Set(ids).size).toBe(ids.length);
	expect(list.rows.map(({id}) => indexOfId(list, id))).toEqual([...list.rows.keys()]);
	const starts = list.pages.map(({first}) => first);
	expect(starts).toEqual(starts.toSorted((a, b) => a - b));
	expect(index).toBeLessThan(Math.max(1, isGone ? ids.length + 1 : ids.length));
	expect(isGone).toBe(cursor.id !== undefined && !ids.includes(cursor.id));
	if (cursor.id !== undefined && !isGone) expect(ids[index]).toBe(cursor.id);
}

/** Expects that the selected project stays selected, and on its line, as long as it is listed. `query`: the one just typed, if any. */
function expectSameSelection(before: State, state: State, kind: string, query: string | undefined) {
	const [position, last] = [state, before].map(each => ({...each.projects.cursor, ...projectPlace(each)}));
	if (!position || !last) return;
	const isArranged = kind === 'filter' || kind === 'sort';
	// A query that replaces another one starts at its first match.
	if (before.projects.filtered?.query && query) {
		expect(position).toMatchObject({index: 0, top: 0});
		return;
	}

	if (last.id === undefined && isArranged) return;
	if (last.id === undefined) {
		expect([position.index, position.top]).toEqual([0, 0]);
		return;
	}

	const isListed = !isArranged || shownIds(state).includes(last.id);
	if (isListed) expect(position.id).toBe(last.id);
	const hasRoom = kind === 'hear' && position.top > 0 && last.top > 0;
	if (isListed && hasRoom) expect(position.index - position.top).toBe(last.index - last.top);
}

test('whatever the service does, and in whatever order its answers come, the selected project stays selected, and in the end the list is that of the service', () => {
	fc.assert(
		fc.property(
			fc.array(step, {minLength: 5, maxLength: 80}),
			fc.integer({min: 1, max: 6}),
			fc.boolean(),
			(steps, size, usesOffsets) => {
				const service = serviceOf(size, usesOffsets);
				let state = connectTo(initialState({columns: 80, rows: 10}, []), connection);
				let at = 1000;
				let readCount = 0;
				const pending: ReadFact[] = [];
				const ask = (cursor: string | undefined) => {
					const request = {connectionId: connection.id, kind: 'projects' as const, cursor};
					const answer = service.answer(cursor);
					const error = new ApiError('E_INVALID', plain`Unknown cursor`, {phase: 'rejected', status: 400});
					pending.push(
						answer
							? {type: 'projects-read', request, answer, requestedAt: ++at, at}
							: {type: 'read-failed', request, error, at},
					);
				};
				const hear = (which: number) => {
					const [answer] = pending.splice(which % Math.max(1, pending.length), 1);
					if (answer) state = learned(state, {...answer, at: ++at} as ReadFact);
				};
				const read = (cursor: string | undefined) => {
					ask(cursor);
					hear(pending.length - 1);
					expect(++readCount).toBeLessThan(1000);
				};
				const change = (by: (state: State, now: number) => State) => {
					state = changed(state, by, ++at);
				};
				const type = (query: string) => {
					change(openFilter);
					for (const edit of [{kind: 'delete to start'}, {kind: 'insert', text: query}] as const)
						change((current, now) => editText(current, edit, now));
					change(applyFilter);
				};

				read(undefined);
				for (const {kind, value} of steps) {
					const before = state;
					const {pages, next, sweep} = state.projects.list;
					if (kind === 'ask') ask(value < pages.length ? pages[value]?.cursor : sweep ? sweep.next : next);
					if (kind === 'hear') hear(value);
					if (kind === 'create') service.create();
					if (kind === 'insert') service.insert(value);
					if (kind === 'remove') service.remove(value);
					if (kind === 'reorder') service.move(value.from, value.to);
					if (kind === 'rename') service.rename(value);
					if (kind === 'break') service.break(value);
					if (kind === 'move') change(current => moveBy(current, value));
					if (kind === 'resize') change(current => resizeTo(current, {columns: 80, rows: value}));
					if (kind === 'filter') type(value);
					if (kind === 'sort')
						change((current, now) => sortProjects(current, value && {by: value, isDescending: false}, now));
					expectConsistent(state);
					if (kind !== 'move') expectSameSelection(before, state, kind, kind === 'filter' ? value : undefined);
				}

				// Answers of before may still come, but the service does not change any more, and the user asks for all of it.
				service.break(undefined);
				while (pending.length > 0) hear(at);
				change(clearFilter);
				change((current, now) => sortProjects(current, undefined, now));
				for (let round = 0; round < 2; round++) {
					change(refresh);
					for (let page = 0; ; ) {
						const {pages, next, sweep} = state.projects.list;
						if (sweep) read(sweep.next);
						else if (page < pages.length) read(pages[page++]?.cursor);
						else if (isOpen(state.projects.list)) read(next);
						else break;
					}
				}

				expect(shownIds(state)).toEqual(service.ids());
				expect(isWhole(state.projects.list)).toBe(true);
			},
		),
		{numRuns: Number(process.env.LANDFALL_LISTING_RUNS ?? 500)},
	);
});
