import type {LocalTime} from '../base/clock.ts';
import type {StatusChange} from './deployment-changes.ts';
import type {Observation} from './deployment-table.ts';
import type {Watch} from './watch.ts';

export type Draft = Readonly<Record<string, string>>;

/** Drafts by project id, or by `bodyDraftKey`. The empty id stands for a new project. */
export type Drafts = ReadonlyMap<string, Draft>;

export const bodyDraftKey = (projectId: string): string => `body ${projectId}`;

export type ProjectSnapshot = {
	readonly observations: readonly Observation[];
	readonly changes: readonly StatusChange[];
};

export type JournalSnapshot = {
	readonly unfinished: readonly Observation[];
	readonly watches: readonly Watch[];
	readonly lastReadAt: LocalTime | undefined;
	readonly words: readonly string[];
	readonly drafts: Drafts;
};

/** Of the board of a window. `isComplete`: false if there may be more. */
export type WindowCounts = {readonly failed: number; readonly running: number; readonly isComplete: boolean};

export const emptySnapshot: JournalSnapshot = {
	unfinished: [],
	watches: [],
	lastReadAt: undefined,
	words: [],
	drafts: new Map(),
};
