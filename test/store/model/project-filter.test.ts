import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Project} from '../../../src/api/types.ts';
import {withEntry, withoutEntry} from '../../../src/base/collections.ts';
import {noPins} from '../../../src/status-words.ts';
import type {DeploymentTable} from '../../../src/store/model/deployments/deployment-table.ts';
import {newestOf} from '../../../src/store/model/deployments/deployment-table.ts';
import {
	type FilteredList,
	filterList,
	merged,
	orderOf,
	type Sort,
	type SortKey,
	sorted,
} from '../../../src/store/model/projects/project-filter.ts';
import {serviceText} from '../../../src/text.ts';
import {newestRead} from '../../kit/fixtures/deployment-reads.ts';
import {bareProject, deployment} from '../../present/records.ts';

const someProject = fc
	.record({
		id: fc.nat(15).map(String),
		name: fc.constantFrom('docs', 'Docs', 'shop', 'api', ''),
		version: fc.option(fc.nat(4), {nil: undefined}),
		updatedAt: fc.option(fc.nat(3), {nil: undefined}),
	})
	.map(
		({id, name, version, updatedAt}): Project => ({
			...bareProject,
			id,
			name: serviceText(name),
			latestUploadVersion: version,
			updatedAt,
		}),
	);

const someSort = fc.record({
	by: fc.constantFrom<SortKey>('name', 'version', 'updated', 'status', 'slug', 'drift'),
	isDescending: fc.boolean(),
});

const idsOf = (projects: readonly Project[]) => projects.map(({id}) => id);

describe('sorted projects', () => {
	const versions: ReadonlyArray<readonly [string, number | undefined]> = [
		['a', 3],
		['b', undefined],
		['c', 1],
		['d', 3],
	];
	const projects = versions.map(([id, version]): Project => ({...bareProject, id, latestUploadVersion: version}));

	test.each<[isDescending: boolean, ids: readonly string[]]>([
		[false, ['c', 'a', 'd', 'b']],
		[true, ['a', 'd', 'c', 'b']],
	])('break ties by id and put missing values last (descending: %j)', (isDescending, ids) => {
		expect(idsOf(sorted(projects, {by: 'version', isDescending}))).toEqual(ids);
	});

	test('stay sorted when two lists are merged', () => {
		const some = fc.uniqueArray(someProject, {selector: ({id}) => id, maxLength: 40});
		fc.assert(
			fc.property(some, fc.nat(40), someSort, (projects, cut, sort) => {
				const [long, short] = [projects.slice(cut), projects.slice(0, cut)];
				const merge = merged(sorted(long, sort), short, orderOf(sort));
				expect(idsOf(merge)).toEqual(idsOf(sorted(projects, sort)));
			}),
		);
	});
});

/** Returns the newest deployments after one was read or dropped. */
function withNewest(all: DeploymentTable, id: string, conclusion: string): DeploymentTable {
	if (conclusion === 'dropped') return withoutEntry(all, id);
	const newest = conclusion === 'none' ? undefined : deployment({projectId: id, conclusion: serviceText(conclusion)});
	return withEntry(all, id, newestRead(newest));
}

test('a list that is filtered again after each change shows the same as one that is filtered once', () => {
	const change = fc.oneof(
		fc.record({at: fc.nat(20), removed: fc.nat(3), projects: fc.array(someProject, {maxLength: 6})}),
		fc.record({
			query: fc.constantFrom('', 'd', 'do', 'docs v>1', '!shop', 'failure', 'outcome:failed', '!outcome:failed'),
		}),
		fc.record({
			newest: fc.nat(15).map(String),
			conclusion: fc.constantFrom('failure', 'success', 'none', 'dropped'),
		}),
		fc.record({sort: fc.option(someSort, {nil: undefined})}),
	);
	fc.assert(
		fc.property(fc.array(change, {maxLength: 30}), changes => {
			let rows: readonly Project[] = [];
			let filter: {query: string; sort: Sort | undefined} = {query: '', sort: undefined};
			let view: FilteredList | undefined;
			let table: DeploymentTable = new Map();
			for (const {...what} of changes) {
				if ('projects' in what) {
					const changed = rows.toSpliced(what.at, what.removed, ...what.projects);
					rows = [...new Map(changed.map(project => [project.id, project])).values()];
				}

				if ('query' in what) filter = {...filter, query: what.query};
				if ('sort' in what) filter = {...filter, sort: what.sort};
				if ('newest' in what) table = withNewest(table, what.newest, what.conclusion);
				const context = {now: 0, pins: noPins, table};
				const driftOf = ({id}: Project) => newestOf(table.get(id))?.conclusion?.exact.length;
				view = filterList(rows, filter, context, view, driftOf);
				const rebuilt = filterList(rows, filter, context, undefined, driftOf);
				expect(idsOf(view.rows)).toEqual(idsOf(rebuilt.rows));
				expect(idsOf(view.unread)).toEqual(idsOf(rebuilt.unread));
			}
		}),
		{numRuns: 500},
	);
});
