import type {Durations} from './deployment-durations.ts';
import type {Evidence} from './project-rates.ts';

/** A deployment as the plan needs to know it. Times are in milliseconds, by the local clock. */
export type DeploymentFacts = {
	readonly id: string;
	/** Its status, as one word. */
	readonly status: string;
	readonly createdAt: number | undefined;
	readonly concludedAt: number | undefined;
	readonly isConcluded: boolean;
};

/** A project as a page of the project list describes it. */
export type ProjectFacts = {
	readonly id: string;
	readonly createdAt: number | undefined;
	readonly updatedAt: number | undefined;
	readonly latestUploadVersion: number | undefined;
};

/** A deployment that is known to be in progress, as it was last read. */
export type Row = {
	readonly status: string;
	/** Its status and how overdue it is: what is long overdue is unlikely to change soon. */
	readonly state: string;
	readonly readAt: number;
	/** Whether the list of its project lacks it, so that only its own record tells how it goes on. */
	readonly isUnlisted: boolean;
	/** No read of its own record before this, because the last one failed. */
	readonly retryAt: number;
};

/** That what a project says of itself moved between two reads of its page. */
type HintMove = {readonly from: number; readonly to: number; readonly wasBusy: boolean};

/** A page of the project list. */
export type PageReading = {
	readonly cursor: string | undefined;
	readonly readAt: number;
	/** No read before this: one is in flight, or the last one failed. */
	blockedUntil: number;
	/** How many hints of new deployments it is expected to give a second. */
	readonly hintRate: number;
	/** How many it gave, in how many seconds, older parts counting for less. */
	readonly given: Evidence;
};

/** What is known of one project, and since when. */
export type ProjectReading = {
	readonly id: string;
	createdAt: number | undefined;
	/** When its page was last read. Undefined while it was on none. */
	pageReadAt: number | undefined;
	/** When its deployments were last read. Undefined before the first time. */
	listReadAt: number | undefined;
	/** No read before this, because one is in flight. */
	blockedUntil: number;
	/** No read of its list before this, because the last one failed. */
	listRetryAt: number;
	evidence: Evidence;
	/** When its newest deployment began. */
	begunAt: number | undefined;
	/** How many deployments are expected to begin a second. */
	rate: number;
	durations: Durations;
	/** The deployments that are known to be in progress. */
	readonly rows: Map<string, Row>;
	/** What its page said of it last, and since when and until when that was followed, to compare it with its deployments. */
	hint: string | undefined;
	hintSince: number;
	hintReadAt: number;
	/** When it moved in between, the latest last. */
	moves: readonly HintMove[];
	/** When the deployment began to which a hint points that is not followed yet, and whether another was in progress. */
	hintedAt: number | undefined;
	wasBusyAtHint: boolean;
};

export const createProjectReading = (id: string): ProjectReading => ({
	id,
	createdAt: undefined,
	pageReadAt: undefined,
	listReadAt: undefined,
	blockedUntil: 0,
	listRetryAt: 0,
	evidence: {begun: 0, seconds: 0},
	begunAt: undefined,
	rate: 0,
	durations: {count: 0, sum: 0},
	rows: new Map(),
	hint: undefined,
	hintSince: 0,
	hintReadAt: 0,
	moves: [],
	hintedAt: undefined,
	wasBusyAtHint: false,
});
