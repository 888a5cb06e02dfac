import type {Project} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {SafeText} from '../../../text.ts';
import {partitionPoint} from '../binary-search.ts';

/** Where an answer of the list begins among the rows, and when it was read. */
export type Page = {
	/** The cursor it was requested with. Undefined for the first page. */
	readonly cursor: string | undefined;
	/** The index of its first row. Rows that an earlier page also holds are not counted again. */
	readonly first: number;
	/** How many projects its last answer held. */
	readonly count: number;
	/** How many of its records have no usable id. */
	readonly unreadable: number;
	/** Why the first of those was unreadable. */
	readonly flaw?: SafeText | undefined;
	/** When it was requested, by the local clock. */
	readonly readAt: LocalTime;
};

/**
Why no further page can be read.

open: there may be more pages. reached: the service reported the last page. repeated: the next cursor was already used. stalled: five consecutive pages held nothing new. unreadable: forty consecutive pages held only unreadable records. full: the list holds `maxProjects`. refused: the service rejected a cursor, even after the list was read again from the start.
*/
export type ListEnd = 'open' | 'reached' | 'repeated' | 'stalled' | 'unreadable' | 'full' | 'refused';

/** Pages that were read one after the other. */
export type ReadPages = {
	/** The projects in the service's own order. */
	readonly rows: readonly Project[];
	readonly pages: readonly Page[];
	/** The cursor of the page after the last one. */
	readonly next: string | undefined;
	readonly end: ListEnd;
};

/** The list being read again from its start, because rows have moved or the service refused a cursor. It replaces the rows once it is as long as they are, or at its end if the list had been read to its end. */
export type Sweep = ReadPages & {
	readonly startedAt: LocalTime;
	/** Whether the list had been read to its end. */
	readonly isWhole: boolean;
	/** How many records of the list were unreadable. */
	readonly unreadable: number;
	/** Whether a refused cursor is the reason. */
	readonly isRefused: boolean;
};

/** The projects read so far, and the sweep that repairs them. */
export type ProjectList = ReadPages & {
	readonly sweep?: Sweep | undefined;
	/** When a cursor was last refused, by the local clock, and how many projects had been read then. */
	readonly refused?: {readonly at: LocalTime; readonly count: number} | undefined;
};

/** A list that holds so many projects reads no further pages: they take about 60 MB and 1,000 requests. */
export const maxProjects = 100_000;

export const createProjectList = (): ProjectList => ({rows: [], pages: [], next: undefined, end: 'open'});

/** Returns how many records of all pages are unreadable. */
export const unreadableCount = ({pages}: ReadPages): number =>
	pages.reduce((total, {unreadable}) => total + unreadable, 0);

/** Returns the first page with an unreadable record. */
export const firstUnreadable = ({pages}: ProjectList): Page | undefined => pages.find(({unreadable}) => unreadable > 0);

/** Returns the index of the page that contains row `index`: the last page that starts at or before it. */
export const pageIndexAt = (pages: readonly Page[], index: number): number =>
	Math.max(0, partitionPoint(pages.length, at => (pages[at]?.first ?? 0) <= index) - 1);

/**
The index of each id in rows. It is a memory of `indexOfId` and never changes what that returns.

Finding them takes 20 ms for 100,000 rows, so rows that only extend others share theirs. These then hold ids that the shorter rows lack.
*/
const indexes = new WeakMap<readonly Project[], Map<string, number>>();

function indexesOf(rows: readonly Project[]): Map<string, number> {
	const known = indexes.get(rows);
	if (known) return known;
	const found = new Map(rows.map(({id}, index) => [id, index]));
	indexes.set(rows, found);
	return found;
}

/** Returns the index of a project in rows. */
export function indexOfId(rows: readonly Project[], projectId: string): number | undefined {
	const index = indexesOf(rows).get(projectId);
	return index !== undefined && rows[index]?.id === projectId ? index : undefined;
}

/** Returns the project of `rows` with this id. */
export const rowWithId = (rows: readonly Project[], projectId: string): Project | undefined =>
	rows[indexOfId(rows, projectId) ?? -1];

/** Returns `rows`, which begin with the ids of `before`, with the indexes of those taken over. */
export function continuing(before: readonly Project[], rows: readonly Project[]): readonly Project[] {
	const shared = indexesOf(before);
	// Other rows have extended them already: these need their own.
	if (shared.size !== before.length) return rows;
	for (let index = before.length; index < rows.length; index++) shared.set(rows[index]?.id ?? '', index);
	indexes.set(rows, shared);
	return rows;
}

/** Returns the page with a project. Undefined if it is not listed. */
export function pageOfProject({rows, pages}: ReadPages, projectId: string): Page | undefined {
	const index = indexOfId(rows, projectId);
	return index === undefined ? undefined : pages[pageIndexAt(pages, index)];
}

/** Returns how rows differ: in the part from `start`, between those that are the same objects at both ends. */
export function changedPart(before: readonly Project[], after: readonly Project[]) {
	const max = Math.min(before.length, after.length);
	let start = 0;
	while (start < max && before[start] === after[start]) start++;
	let same = 0;
	while (same < max - start && before.at(-1 - same) === after.at(-1 - same)) same++;
	return {
		start,
		removed: before.slice(start, before.length - same),
		added: after.slice(start, after.length - same),
	};
}

/** Returns the ids that rows no longer hold. */
export const idsGone = (before: readonly Project[], after: readonly Project[]): readonly string[] =>
	changedPart(before, after)
		.removed.map(({id}) => id)
		.filter(id => indexOfId(after, id) === undefined);

/** Returns the ids that are new in the service since `before`. What follows the last row known before was only read now, unless the service had reported the last page. */
export function newIds(before: ProjectList, after: ProjectList): readonly string[] {
	if (before.pages.length === 0) return [];
	const {start, added} = changedPart(before.rows, after.rows);
	const isKnown = ({id}: Project) => indexOfId(before.rows, id) !== undefined;
	const isFollowed = before.end === 'reached' || start + added.length < after.rows.length;
	const listed = isFollowed ? added : added.slice(0, added.findLastIndex(isKnown) + 1);
	return listed.filter(row => !isKnown(row)).map(({id}) => id);
}
