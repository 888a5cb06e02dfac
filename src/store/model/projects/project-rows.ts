import type {Project} from '../../../api/types.ts';
import type {FilteredList} from './project-filter.ts';
import {indexOfId, type ProjectList} from './project-list.ts';

/** A project that left the list while it was selected. It keeps its row until the selection moves, so that a key meant for it does not act on its neighbour. */
export type GoneRow = {
	readonly project: Project;
	/** The index at which it is shown. */
	readonly index: number;
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
type SourceWithGone = Source & {readonly goneRow: GoneRow | undefined};

/** Returns the rows without that of a project that is gone. */
export function rowsWithoutGone({list, view}: Source): ProjectRows {
	const {rows} = view ?? list;
	return {
		count: rows.length,
		rowAt: index => rows[index],
		indexOf(projectId, near) {
			if (rows[near]?.id === projectId) return near;
			if (!view) return indexOfId(rows, projectId);
			const at = rows.findIndex(({id}) => id === projectId);
			return at < 0 ? undefined : at;
		},
	};
}

/** Returns the rows as shown, including that of a project that is gone. */
export function projectRowsOf(source: SourceWithGone): ProjectRows {
	const rows = rowsWithoutGone(source);
	const {goneRow} = source;
	if (!goneRow) return rows;
	return {
		count: rows.count + 1,
		rowAt(index) {
			if (index === goneRow.index) return goneRow.project;
			return rows.rowAt(index < goneRow.index ? index : index - 1);
		},
		indexOf(projectId, near) {
			if (projectId === goneRow.project.id) return goneRow.index;
			const at = rows.indexOf(projectId, near);
			return at === undefined || at < goneRow.index ? at : at + 1;
		},
	};
}
