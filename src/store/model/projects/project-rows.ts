import type {Project} from '../../../api/types.ts';
import type {FilteredList} from './project-filter.ts';
import {indexOfId, type ProjectList} from './project-list.ts';

/** A project that left the list while it was selected. It keeps its row until the selection moves, so that a key meant for it does not act on its neighbour. */
export type GoneRow = {
	readonly project: Project;
	/** The index at which it is shown. */
	readonly index: number;
};

/** What is shown: all loaded projects, or those of a filter. */
type Source = {readonly list: ProjectList; readonly view: FilteredList | undefined};
type SourceWithGone = Source & {readonly goneRow: GoneRow | undefined};

/** Returns the projects in the order shown, without one that is gone. */
export const listedRows = ({list, view}: Source): readonly Project[] => (view ?? list).rows;

/** Returns the index of a project in `listedRows`. `near` is its last known index, which is tried first. */
export function listedIndex({list, view}: Source, projectId: string, near = 0): number | undefined {
	const {rows} = view ?? list;
	if (rows[near]?.id === projectId) return near;
	if (!view) return indexOfId(rows, projectId);
	const at = rows.findIndex(({id}) => id === projectId);
	return at < 0 ? undefined : at;
}

/** The rows as shown, including that of a project that is gone. `rowAt` returns undefined outside the list. */
export type ProjectRows = {
	readonly count: number;
	readonly rowAt: (index: number) => Project | undefined;
	readonly indexOf: (projectId: string) => number | undefined;
};

export function projectRowsOf(source: SourceWithGone): ProjectRows {
	const rows = listedRows(source);
	const {goneRow} = source;
	// Beyond the last row if none is gone.
	const goneAt = goneRow?.index ?? rows.length;
	return {
		count: rows.length + (goneRow ? 1 : 0),
		rowAt: index => (index === goneAt ? goneRow?.project : rows[index < goneAt ? index : index - 1]),
		indexOf(projectId) {
			if (projectId === goneRow?.project.id) return goneAt;
			const at = listedIndex(source, projectId);
			return at === undefined || at < goneAt ? at : at + 1;
		},
	};
}
