import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Project, ProjectPage} from '../../src/api/types.ts';
import {plain, serviceText} from '../../src/base/text.ts';
import {listedRows} from '../../src/model/project-filter.ts';
import {canReadFurther, indexOfId, isWhole} from '../../src/model/project-list.ts';
import {pageAt} from '../../src/model/read-request.ts';
import type {ReadFact} from '../../src/state/facts.ts';
import {refresh} from '../../src/state/requests.ts';
import type {State} from '../../src/state/state.ts';
import {afterWrite} from '../../src/state/writes.ts';
import {changed, learned} from '../kit/fixtures/changed.ts';
import {answered, failed} from '../kit/fixtures/facts.ts';
import {connected} from '../kit/fixtures/moment.ts';
import {bareProject} from '../present/records.ts';

/** A service with small pages. Its cursors are offsets or rows, and for a while it repeats or rejects them. */
function serviceOf(pageSize: number, usesOffsets: boolean) {
	let next = 500;
	const create = (): Project => {
		const id = next++;
		return {...bareProject, id: String(id), name: serviceText(`docs ${id}`)};
	};
	let rows: readonly Project[] = Array.from({length: 23}, create);
	let fault: 'repeats' | 'rejects' | undefined;
	const at = (index: number) => index % Math.max(1, rows.length);
	return {
		rows: () => rows,
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
		/** Undefined if it rejects the cursor, as when it no longer knows the row. */
		answer(cursor: string | undefined): ProjectPage | undefined {
			if (cursor !== undefined && fault === 'rejects') return undefined;
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
	stepOf(3, 'insert', fc.oneof(fc.constant(0), fc.constant(0), fc.nat(40))),
	stepOf(2, 'remove', fc.nat(40)),
	stepOf(1, 'delete', fc.nat(40)),
	stepOf(1, 'reorder', fc.record({from: fc.nat(40), to: fc.nat(40)})),
	stepOf(1, 'rename', fc.nat(40)),
	stepOf(1, 'break', fc.constantFrom('repeats' as const, 'rejects' as const, undefined)),
);

function expectConsistent(state: State) {
	const {list} = state.projects;
	const ids = listedRows(state.projects).map(({id}) => id);
	expect(new Set(ids).size).toBe(ids.length);
	expect(list.rows.map(({id}) => indexOfId(list, id))).toEqual([...list.rows.keys()]);
	const starts = list.pages.map(({first}) => first);
	expect(starts).toEqual(starts.toSorted((a, b) => a - b));
	expect(starts[0] ?? 0).toBe(0);
}

test('each project is listed once, and the list ends as the service has it, in whatever order answers arrive', () => {
	fc.assert(
		fc.property(
			fc.array(step, {minLength: 5, maxLength: 80}),
			fc.integer({min: 1, max: 6}),
			fc.boolean(),
			(steps, size, usesOffsets) => {
				const service = serviceOf(size, usesOffsets);
				let state = connected();
				let at = 1000;
				let readCount = 0;
				const pending: ReadFact[] = [];
				const ask = (cursor: string | undefined) => {
					const answer = service.answer(cursor);
					const code = usesOffsets ? 'E_INVALID' : 'E_NOT_FOUND';
					pending.push(answer ? answered(pageAt(cursor), answer, ++at) : failed(pageAt(cursor), code, at));
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

				read(undefined);
				for (const {kind, value} of steps) {
					const {pages, next, sweep} = state.projects.list;
					if (kind === 'ask') ask(value < pages.length ? pages[value]?.cursor : sweep ? sweep.next : next);
					if (kind === 'hear') hear(value);
					if (kind === 'insert') service.insert(value);
					if (kind === 'remove') service.remove(value);
					if (kind === 'delete') {
						const projectId = service.rows()[value]?.id ?? '';
						if (projectId !== '') service.remove(value);
						const ref = {id: 'w', connectionId: 0, projectId, project: 'docs'};
						state = changed(state, before => afterWrite(before, {kind: 'deleted', ref, notice: plain``}, ++at).state);
					}
					if (kind === 'reorder') service.move(value.from, value.to);
					if (kind === 'rename') service.rename(value);
					if (kind === 'break') service.break(value);
					expectConsistent(state);
				}

				// Answers of before may still come, but the service does not change any more, and the user loads the whole list.
				service.break(undefined);
				while (pending.length > 0) hear(at);
				for (let round = 0; round < 2; round++) {
					state = changed(state, refresh, ++at);
					for (let page = 0; ; ) {
						const {pages, next, sweep} = state.projects.list;
						if (sweep) read(sweep.next);
						else if (page < pages.length) read(pages[page++]?.cursor);
						else if (canReadFurther(state.projects.list)) read(next);
						else break;
					}
				}

				expect(listedRows(state.projects)).toEqual(service.rows());
				expect(isWhole(state.projects.list)).toBe(true);
			},
		),
		{numRuns: Number(process.env.LANDFALL_LISTING_RUNS ?? 500)},
	);
});
