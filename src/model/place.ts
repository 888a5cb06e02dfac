import type {Arrangement, ListName, Sort} from './arrangement.ts';
import type {PlacedRow} from './position.ts';

export type OpenRecord = {
	readonly projectId: string;
	readonly name: string;
	readonly deploymentId?: string | undefined;
};

/** Where a user was, to go there again after a restart. Rows are named by id, because others may come and go. */
export type SavedPlace = {
	readonly screen: 'projects' | 'versions' | 'board' | 'activity';
	readonly environment?: string | undefined;
	/** The records that were opened from there, one above the other. */
	readonly open: readonly OpenRecord[];
	/** The selected project, and how many are above it in the list. */
	readonly project?: (PlacedRow & {readonly index: number}) | undefined;
	/** The selected row of the uppermost list that has a position of its own; the list of projects has none. */
	readonly row?: PlacedRow | undefined;
	readonly query: string;
	readonly sort?: Sort | undefined;
	readonly arrangements: ReadonlyArray<Arrangement & {readonly list: ListName}>;
	readonly isWhole: boolean;
	readonly marks: readonly string[];
	readonly isTimeAbsolute: boolean;
	readonly isDetailsShown?: boolean | undefined;
};

export const maxMarks = 1000;

/** The number of this format, which changes with every change of `SavedPlace`. */
const format = 4;

export const serializePlace = (place: SavedPlace): string => JSON.stringify({...place, format});

/** Reads a place as it was stored. Undefined if it is damaged or has the format of another version. */
export function parsePlace(text: string): SavedPlace | undefined {
	try {
		const {format: found, ...place} = JSON.parse(text) as SavedPlace & {readonly format: unknown};
		return found === format ? place : undefined;
	} catch {
		return undefined;
	}
}
