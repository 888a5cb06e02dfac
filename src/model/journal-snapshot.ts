import type {LocalTime} from '../base/clock.ts';
import type {Change} from './deployment-changes.ts';
import type {Observation} from './deployment-table.ts';
import type {Watch} from './watches.ts';

export type Draft = Readonly<Record<string, string>>;

/** By project id. The empty id stands for a new project. */
export type Drafts = ReadonlyMap<string, Draft>;

/** What the journal knows about some deployments, such as those of one project. */
export type ProjectSnapshot = {
	/** Newest first. */
	readonly observations: readonly Observation[];
	readonly changes: readonly Change[];
};

export type JournalSnapshot = {
	/** Whether the journal could be read. */
	readonly isRead: boolean;
	/** Deployments that had not concluded when they were last read, newest first. */
	readonly unfinished: readonly Observation[];
	readonly watches: readonly Watch[];
	/** When landfall last read from the service, by the local clock. Undefined if it never did. */
	readonly lastReadAt: LocalTime | undefined;
	readonly words: readonly string[];
	readonly drafts: Drafts;
	/** The request bodies of deployments that were typed and not sent, by project id. */
	readonly bodyDrafts: ReadonlyMap<string, string>;
};

export const emptySnapshot: JournalSnapshot = {
	isRead: false,
	unfinished: [],
	watches: [],
	lastReadAt: undefined,
	words: [],
	drafts: new Map(),
	bodyDrafts: new Map(),
};
