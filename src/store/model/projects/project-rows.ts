import type {Project} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {FilteredList} from './filtered-list.ts';
import {countOf, indexOfProject, type ProjectList, projectAt, rowReader} from './project-list.ts';

/** A project that vanished while it was picked. It keeps its line for a moment, so that no key meant for it hits its neighbour. */
export type Tombstone = {
	readonly project: Project;
	/** Where it is shown. */
	readonly index: number;
	/** The row behind it, which takes its place. Undefined at the end of the list. */
	readonly successorId: string | undefined;
	/** Whether the service no longer lists it; else it only no longer matches what is searched for. */
	readonly isGone: boolean;
	readonly until: LocalTime;
};

/** The projects in the order in which the reader sees them. Undefined for a row that is not at hand. */
export type ProjectRows = {
	readonly count: number;
	readonly rowAt: (index: number) => Project | undefined;
	/** Where a project stands. `near` is where it was last. */
	readonly indexOf: (projectId: string, near: number) => number | undefined;
};

type Listing = {readonly list: ProjectList; readonly view: FilteredList | undefined};

/** The rows without a tombstone. */
export function rowsWithoutTombstone({list, view}: Listing): ProjectRows {
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

/** The rows as they are shown. */
export function projectRowsOf(listing: Listing & {readonly tombstone: Tombstone | undefined}): ProjectRows {
	const living = rowsWithoutTombstone(listing);
	const {tombstone} = listing;
	if (!tombstone) return living;
	return {
		count: living.count + 1,
		rowAt(index) {
			if (index === tombstone.index) return tombstone.project;
			return living.rowAt(index < tombstone.index ? index : index - 1);
		},
		indexOf(projectId, near) {
			if (projectId === tombstone.project.id) return tombstone.index;
			const at = living.indexOf(projectId, near);
			return at === undefined || at < tombstone.index ? at : at + 1;
		},
	};
}

/** One row, for whoever needs no more. */
export function rowAt(
	listing: Listing & {readonly tombstone: Tombstone | undefined},
	index: number,
): Project | undefined {
	if (!listing.tombstone && !listing.view) return projectAt(listing.list, index);
	return projectRowsOf(listing).rowAt(index);
}
