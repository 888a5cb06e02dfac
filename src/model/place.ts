import {jitter} from '../api/pauses.ts';
import type {MainScreen} from '../base/main-screens.ts';
import type {Arrangement, ListName} from './arrangement.ts';
import type {RowOnLine} from './cursor.ts';
import type {ListFilter} from './project-filter.ts';

export type OpenRecord = {
	readonly projectId: string;
	readonly name: string;
	readonly deploymentId?: string | undefined;
};

/** Where a user was, to go there again after a restart. Rows are named by id, because others may come and go. */
export type SavedPlace = {
	readonly screen: MainScreen;
	readonly environment?: string | undefined;
	readonly open: readonly OpenRecord[];
	/** The selected project, and how many are above it in the list. */
	readonly project?: (RowOnLine & {readonly index: number}) | undefined;
	/** The selected row of the uppermost list that has a cursor of its own; the list of projects has none. */
	readonly row?: RowOnLine | undefined;
	readonly filter: ListFilter;
	readonly arrangements: ReadonlyArray<readonly [ListName, Arrangement]>;
	readonly isWhole: boolean;
	readonly marks: readonly string[];
	readonly isTimeAbsolute: boolean;
	readonly isDetailsShown?: boolean | undefined;
};

export const maxMarks = 1000;

/** The number of this format, which changes with every change of `SavedPlace`. */
const format = 5;

/** The number is a hash, which vouches for the shape: a text that is not exactly as it was written is not taken for a place. To load one of Node's takes 3 ms before the first screen. */
const hashed = (json: string): string => `${jitter(json)} ${json}`;

export const serializePlace = (place: SavedPlace): string => hashed(JSON.stringify({...place, format}));

/** Reads a place as it was stored. Undefined if it is damaged or has the format of another version. */
export function parsePlace(text: string): SavedPlace | undefined {
	const json = text.slice(text.indexOf(' ') + 1);
	if (hashed(json) !== text) return undefined;
	const {format: found, ...place} = JSON.parse(json) as SavedPlace & {readonly format: unknown};
	return found === format ? place : undefined;
}
