import type {Project} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {FilteredList} from './filtered-list.ts';
import {countOf, indexOfProject, type ProjectList, projectAt, rowReader} from './project-list.ts';

/** A project that vanished while it was selected. It keeps its row for a moment, so that a key meant for it does not act on its neighbour. */
export type Tombstone = {
	readonly project: Project;
	/** The index at which it is shown. */
	readonly index: number;
	/** The row after it, which takes its place. Undefined at the end of the list. */
	readonly successorId: string | undefined;
	/** Whether the service no longer lists it. Otherwise it just no longer matches the filter. */
	readonly isGone: boolean;
	/** When it expires. */
	readonly until: LocalTime;
};

/** The projects in the order shown. `rowAt` returns undefined outside the list. */
export type ProjectRows = {
	readonly count: number;
	readonly rowAt: (index: number) => Project | undefined;
	/** Returns the index of a project. `near` is its last known index, which is tried first. */
	readonly indexOf: (projectId: string, near: number) => number | undefined;
};

/** What is shown: all loaded projects, or those of a filter. */
type Source = {readonly list: ProjectList; readonly view: FilteredList | undefined};
type SourceWithTombstone = Source & {readonly tombstone: Tombstone | undefined};

/** Returns the rows without the tombstone. */
export function rowsWithoutTombstone({list, view}: Source): ProjectRows {
	if (!view) {
		return {
			count: countOf(list),
			rowAt: rowReader(list),
			indexOf: projectId => indexOfProject(list, projectId),
		};
	}

	const {rows} = view;
	return {
		count: rows.length,
		rowAt: index => rows[index],
		indexOf(projectId, near) {
			if (rows[near]?.id === projectId) return near;
			const at = rows.findIndex(({id}) => id === projectId);
			return at < 0 ? undefined : at;
		},
	};
}

/** Returns the rows as shown, including the tombstone. */
export function projectRowsOf(source: SourceWithTombstone): ProjectRows {
	const rows = rowsWithoutTombstone(source);
	const {tombstone} = source;
	if (!tombstone) return rows;
	return {
		count: rows.count + 1,
		rowAt(index) {
			if (index === tombstone.index) return tombstone.project;
			return rows.rowAt(index < tombstone.index ? index : index - 1);
		},
		indexOf(projectId, near) {
			if (projectId === tombstone.project.id) return tombstone.index;
			const at = rows.indexOf(projectId, near);
			return at === undefined || at < tombstone.index ? at : at + 1;
		},
	};
}

/** Returns one row as shown. Faster than `projectRowsOf` for a single lookup. */
export function rowAt(source: SourceWithTombstone, index: number): Project | undefined {
	if (!source.tombstone && !source.view) return projectAt(source.list, index);
	return projectRowsOf(source).rowAt(index);
}
