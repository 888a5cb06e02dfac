import {
	type Arrangement,
	firstDirection,
	isSortKey,
	type ListName,
	listNames,
	quickFilters,
	type Sort,
	sortColumns,
} from './arrangement.ts';
import type {PlacedRow} from './position.ts';

/** A project that is open, or one of its deployments. */
export type OpenRecord = {
	readonly projectId: string;
	readonly name: string;
	readonly deploymentId?: string | undefined;
};

/** Where a user was, to go there again after a restart. Rows are named by id, because others may come and go. */
export type SavedPlace = {
	readonly screen: 'projects' | 'versions' | 'board' | 'activity';
	/** The selected column of the versions. */
	readonly environment?: string | undefined;
	/** The records that were opened from there, one above the other. */
	readonly open: readonly OpenRecord[];
	/** The selected project, and how many are above it in the list. */
	readonly project?: (PlacedRow & {readonly index: number}) | undefined;
	/** The selected row of the uppermost list that has a position of its own; the list of projects has none. */
	readonly row?: PlacedRow | undefined;
	readonly query: string;
	readonly sort?: Sort | undefined;
	/** How the other lists are arranged. */
	readonly arrangements: ReadonlyArray<Arrangement & {readonly list: ListName}>;
	/** Whether all projects were loaded. */
	readonly isWhole: boolean;
	/** The ids of the marked projects. */
	readonly marks: readonly string[];
	readonly isTimeAbsolute: boolean;
	readonly isPreviewFlipped: boolean;
};

/** The maximum number of marks, and of records above each other. */
export const maxMarks = 1000;
const maxOpen = 10;

/** Longer texts were not written by landfall. */
const maxLength = 1000;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null ? {...value} : {};
const listOf = (value: unknown, max: number): readonly unknown[] => (Array.isArray(value) ? value.slice(0, max) : []);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= maxLength;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);

const screens: ReadonlyArray<SavedPlace['screen']> = ['projects', 'versions', 'board', 'activity'];

function rowFrom(value: unknown): PlacedRow | undefined {
	const {id, line} = fieldsOf(value);
	return isText(id) && isCount(line) ? {id, line} : undefined;
}

function projectFrom(value: unknown): SavedPlace['project'] {
	const row = rowFrom(value);
	const {index} = fieldsOf(value);
	return row && isCount(index) ? {...row, index} : undefined;
}

function recordFrom(value: unknown): readonly OpenRecord[] {
	const {projectId, name, deploymentId} = fieldsOf(value);
	return isText(projectId) && isText(name) ? [{projectId, name, deploymentId: textOf(deploymentId)}] : [];
}

function sortFrom(value: unknown): Sort | undefined {
	const {by, isDescending} = fieldsOf(value);
	if (!isSortKey(by)) return undefined;
	return typeof isDescending === 'boolean' ? {by, isDescending} : firstDirection(by);
}

function arrangementFrom(value: unknown): SavedPlace['arrangements'] {
	const {list, shown, sort} = fieldsOf(value);
	const name = listNames.find(known => known === list);
	if (!name) return [];
	const {by, isDescending} = fieldsOf(sort);
	const column = sortColumns[name].find(known => known.by === by);
	const filter = quickFilters.find(known => known === shown) ?? 'all';
	return [{list: name, shown: filter, sort: column && {...column, isDescending: isDescending === true}}];
}

/** Reads a place as it was stored. Anything that is damaged or of a later version is left out. Undefined if nothing is usable. */
export function parsePlace(value: unknown): SavedPlace | undefined {
	const stored = fieldsOf(value);
	const {environment, open, project, row, query, sort, arrangements, marks} = stored;
	const screen = screens.find(name => name === stored.screen);
	if (!screen) return undefined;
	return {
		screen,
		environment: textOf(environment),
		open: listOf(open, maxOpen).flatMap(recordFrom),
		project: projectFrom(project),
		row: rowFrom(row),
		query: textOf(query) ?? '',
		sort: sortFrom(sort),
		arrangements: listOf(arrangements, listNames.length).flatMap(arrangementFrom),
		isWhole: stored.isWhole === true,
		marks: listOf(marks, maxMarks).filter(isText),
		isTimeAbsolute: stored.isTimeAbsolute === true,
		isPreviewFlipped: stored.isPreviewFlipped === true,
	};
}
