import {
	type Arrangement,
	firstDirection,
	isSortKey,
	type ListName,
	listNames,
	quickFilters,
	type Sort,
	sortColumns,
} from './deployments/arrangement.ts';

/** A row that was selected, and on which line of the list. */
export type PlacedRow = {readonly id: string; readonly line: number};

/** A project that is open, or one of its deployments. */
export type OpenRecord = {
	readonly projectId: string;
	readonly name: string;
	readonly deploymentId?: string | undefined;
};

/** Where a user was, to go there again after a restart. Rows are named by id, because others may come and go. */
export type Place = {
	readonly screen: 'projects' | 'versions' | 'watch' | 'activity';
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

/** The fields of everything that is stored, none of them checked. */
type Fields = {
	readonly [Field in
		| keyof Place
		| keyof OpenRecord
		| keyof NonNullable<Place['project']>
		| keyof Sort
		| 'list'
		| 'shown']?: unknown;
};

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= maxLength;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const textsIn = (value: unknown, max: number): readonly string[] =>
	Array.isArray(value) ? value.filter(isText).slice(0, max) : [];

const screens: ReadonlyArray<Place['screen']> = ['projects', 'versions', 'watch', 'activity'];

function rowFrom(value: unknown): PlacedRow | undefined {
	if (!isFields(value)) return undefined;
	const {id, line} = value;
	return isText(id) && isCount(line) ? {id, line} : undefined;
}

function projectFrom(value: unknown): Place['project'] {
	const row = rowFrom(value);
	const index = isFields(value) ? value.index : undefined;
	return row && isCount(index) ? {...row, index} : undefined;
}

function openFrom(value: unknown): readonly OpenRecord[] {
	const records = Array.isArray(value) ? value.filter(isFields).slice(0, maxOpen) : [];
	return records.flatMap(({projectId, name, deploymentId}) =>
		isText(projectId) && isText(name)
			? [{projectId, name, deploymentId: isText(deploymentId) ? deploymentId : undefined}]
			: [],
	);
}

function sortFrom(value: unknown): Sort | undefined {
	if (!isFields(value) || !isSortKey(value.by)) return undefined;
	return {
		...firstDirection(value.by),
		...(typeof value.isDescending === 'boolean' && {isDescending: value.isDescending}),
	};
}

function arrangementsFrom(value: unknown): Place['arrangements'] {
	const stored = Array.isArray(value) ? value.filter(isFields).slice(0, listNames.length) : [];
	return stored.flatMap(({list, shown, sort}) => {
		const name = listNames.find(known => known === list);
		if (!name) return [];
		const by = isFields(sort) ? sortColumns[name].find(column => column.by === sort.by) : undefined;
		const isDescending = isFields(sort) && sort.isDescending === true;
		return {
			list: name,
			shown: quickFilters.find(known => known === shown) ?? 'all',
			sort: by && {...by, isDescending},
		};
	});
}

/** Reads a place as it was stored. Anything that is damaged or of a later version is left out. Undefined if nothing is usable. */
export function parsePlace(value: unknown): Place | undefined {
	if (!isFields(value)) return undefined;
	const screen = screens.find(name => name === value.screen);
	if (!screen) return undefined;
	return {
		screen,
		environment: isText(value.environment) ? value.environment : undefined,
		open: openFrom(value.open),
		project: projectFrom(value.project),
		row: rowFrom(value.row),
		query: isText(value.query) ? value.query : '',
		sort: sortFrom(value.sort),
		arrangements: arrangementsFrom(value.arrangements),
		isWhole: value.isWhole === true,
		marks: textsIn(value.marks, maxMarks),
		isTimeAbsolute: value.isTimeAbsolute === true,
		isPreviewFlipped: value.isPreviewFlipped === true,
	};
}
