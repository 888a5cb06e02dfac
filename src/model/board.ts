import type {Deployment} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import type {StatusChange} from './deployment-changes.ts';

export type BoardDeployment = {
	readonly projectId: string;
	readonly deploymentId: string;
	readonly seenAt: LocalTime;
	readonly endedAt: LocalTime | undefined;
};

/** Deployments by `deploymentKey`. A deployment leaves some time after it concluded, when the user removes it, or when it or its project is gone. Only a new status brings it back. */
export type Board = ReadonlyMap<string, BoardDeployment>;

export const boardSections = ['stuck', 'running', 'failed', 'watched', 'succeeded', 'other'] as const;

export type BoardSection = (typeof boardSections)[number];

/** A deployment, or a watched project with its newest known deployment. Lacks the time of its last read, because most answers change nothing else. `rowReadAt` has that time. */
export type BoardRow = {
	readonly id: string;
	readonly projectId: string;
	readonly project: SafeText;
	readonly deployment: Deployment | undefined;
	readonly changes: readonly StatusChange[];
	readonly isWatched: boolean;
	readonly usualMs: number | undefined;
	/** The ids of earlier failures folded into this row. */
	readonly folded: readonly string[];
	readonly isIncluded: boolean;
	readonly section: BoardSection;
};

export type BoardHeading = {readonly heading: BoardSection; readonly count: number};

export type BoardListItem = BoardHeading | BoardRow;

export const boardRowOf = (entry: BoardListItem | undefined): BoardRow | undefined =>
	entry && 'id' in entry ? entry : undefined;
