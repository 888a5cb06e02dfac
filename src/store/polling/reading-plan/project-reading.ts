import type {Durations} from './deployment-durations.ts';
import type {Evidence} from './project-rates.ts';
import {RunningRows} from './running-rows.ts';

/** What the plan knows about a deployment. Times are in milliseconds, by the local clock. */
export type DeploymentFacts = {
	readonly id: string;
	/** Its status, as one word. */
	readonly status: string;
	readonly createdAt: number | undefined;
	readonly concludedAt: number | undefined;
	readonly isConcluded: boolean;
};

/** What a page of the project list says about a project. Times are by the local clock. */
export type ProjectFacts = {
	readonly id: string;
	readonly createdAt: number | undefined;
	readonly updatedAt: number | undefined;
	readonly latestUploadVersion: number | undefined;
};

/** A change of a project's hint between two reads of its page. */
type HintMove = {readonly from: number; readonly to: number; readonly wasBusy: boolean};

/** A page of the project list. */
export type PageReading = {
	readonly cursor: string | undefined;
	readonly readAt: number;
	/** It is not read before this: a read is in flight, or the last one failed. */
	blockedUntil: number;
	/** The expected number of hints of new deployments per second. */
	readonly hintRate: number;
	/** How many hints it gave in how many seconds. Older ones count for less. */
	readonly given: Evidence;
};

/** What is known of one project, and since when. */
export type ProjectReading = {
	readonly id: string;
	createdAt: number | undefined;
	/** When a page with it was last read. Undefined if it has been on none. */
	pageReadAt: number | undefined;
	/** When its deployments were last read. Undefined before the first time. */
	listReadAt: number | undefined;
	/** It is not read before this, because a read is in flight. */
	blockedUntil: number;
	/** Its list is not read before this, because the last read failed. */
	listRetryAt: number;
	evidence: Evidence;
	/** When its newest deployment began. */
	begunAt: number | undefined;
	/** The expected number of new deployments per second. */
	rate: number;
	durations: Durations;
	/** The deployments that are known to be in progress. */
	readonly rows: RunningRows;
	/** The hint on its page as last read. It was followed from `hintSince` to `hintReadAt`, to compare it with the deployments of that time. */
	hint: string | undefined;
	hintSince: number;
	hintReadAt: number;
	/** The changes of the hint in that time, oldest first. */
	moves: readonly HintMove[];
	/** When the deployment began that an unread hint points to. `wasBusyAtHint` is whether another deployment was in progress then. */
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
	rows: new RunningRows(),
	hint: undefined,
	hintSince: 0,
	hintReadAt: 0,
	moves: [],
	hintedAt: undefined,
	wasBusyAtHint: false,
});
