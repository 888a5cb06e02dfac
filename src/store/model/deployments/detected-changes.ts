import type {Deployment} from '../../../api/types.ts';
import type {Change, ObservedStatus} from '../../../journal/observations.ts';
import type {SafeText} from '../../../text.ts';

/** A deployment that concluded since it was last seen. */
export type Conclusion = {
	readonly deployment: Deployment;
	readonly isWatched: boolean;
	/** Whether it was triggered from this landfall. */
	readonly isMine: boolean;
	/** Whether it had concluded before with a different conclusion. */
	readonly isAgain: boolean;
};

/** What one response contained that was not known before. */
export type DetectedChanges = {
	/** Deployments that are new or whose status changed. Without some that concluded long ago, if they were read for the row of a project. */
	readonly deployments: readonly Deployment[];
	readonly changes: readonly Change[];
	readonly conclusions: readonly Conclusion[];
	/** Status words that are neither known nor classified by the user. */
	readonly words: readonly SafeText[];
};

export const noChanges: DetectedChanges = {deployments: [], changes: [], conclusions: [], words: []};

/** Returns a unique key for a deployment. Ids may contain any character, so the length prefix marks where the first one ends. */
export const deploymentKey = (projectId: string, deploymentId: string): string =>
	`${projectId.length} ${projectId} ${deploymentId}`;

export const keyOfDeployment = ({projectId, id}: Pick<Deployment, 'projectId' | 'id'>): string =>
	deploymentKey(projectId, id);

export const isSameStatus = (a: ObservedStatus, b: ObservedStatus): boolean =>
	a.status?.exact === b.status?.exact && a.conclusion?.exact === b.conclusion?.exact && a.concludedAt === b.concludedAt;

export const observedStatusOf = ({status, conclusion, concludedAt}: Deployment): ObservedStatus => ({
	status,
	conclusion,
	concludedAt,
});
