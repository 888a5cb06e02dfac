import type {LocalTime} from '../base/clock.ts';
import type {Change} from './deployment-changes.ts';
import type {Observation} from './deployment-table.ts';
import type {Watch} from './watches.ts';

export type Draft = Readonly<Record<string, string>>;

/** By project id, or by `bodyDraftKey`. The empty id stands for a new project. */
export type Drafts = ReadonlyMap<string, Draft>;

/** The key of the request body that was typed to deploy a project. Its draft has one field, `body`. */
export const bodyDraftKey = (projectId: string): string => `body ${projectId}`;

/** What the journal knows about some deployments, such as those of one project. */
export type ProjectSnapshot = {
	/** Newest first. */
	readonly observations: readonly Observation[];
	readonly changes: readonly Change[];
};

export type JournalSnapshot = {
	/** Deployments that had not concluded when they were last read, newest first. */
	readonly unfinished: readonly Observation[];
	readonly watches: readonly Watch[];
	/** When landfall last read from the service, by the local clock. Undefined if it never did. */
	readonly lastReadAt: LocalTime | undefined;
	readonly words: readonly string[];
	readonly drafts: Drafts;
};

export const emptySnapshot: JournalSnapshot = {
	unfinished: [],
	watches: [],
	lastReadAt: undefined,
	words: [],
	drafts: new Map(),
};
