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

/** The place to restore at the next start. Rows are named by id, because other rows may come and go. */
export type SavedPlace = {
	readonly screen: MainScreen;
	readonly environment?: string | undefined;
	readonly open: readonly OpenRecord[];
	readonly project?: (RowOnLine & {readonly index: number}) | undefined;
	/** The selected row of the uppermost list with its own cursor. The list of projects has `project` instead. */
	readonly row?: RowOnLine | undefined;
	readonly filter: ListFilter;
	readonly arrangements: ReadonlyArray<readonly [ListName, Arrangement]>;
	readonly isWhole: boolean;
	readonly marks: readonly string[];
	readonly isTimeAbsolute: boolean;
	readonly isDetailsShown?: boolean | undefined;
};

export const maxMarks = 1000;

/** Raise it with every change of `SavedPlace`. */
const format = 5;

/** The hash proves that the text was not changed, so its shape needs no check. Loading Node's hashes would take 3 ms before the first screen. */
const hashed = (json: string): string => `${jitter(json)} ${json}`;

export const serializePlace = (place: SavedPlace): string => hashed(JSON.stringify({...place, format}));

export function parsePlace(text: string): SavedPlace | undefined {
	const json = text.slice(text.indexOf(' ') + 1);
	if (hashed(json) !== text) return undefined;
	const {format: found, ...place} = JSON.parse(json) as SavedPlace & {readonly format: unknown};
	return found === format ? place : undefined;
}
