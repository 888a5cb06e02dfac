import type {Deployment} from '../../../api/types.ts';
import type {Change, ObservedStatus} from '../../../journal/sighting.ts';
import type {SafeText} from '../../../text.ts';

/** A deployment that was seen to conclude, or to have concluded while nobody looked. */
export type Conclusion = {
	readonly deployment: Deployment;
	readonly isWatched: boolean;
	/** Whether it was triggered from here. */
	readonly isMine: boolean;
	/** Whether it had concluded before, in another way. */
	readonly isAgain: boolean;
};

/** What one answer of the service brought that was not known. */
export type DetectedChanges = {
	/** Deployments that were seen for the first time, or looked otherwise before. */
	readonly seen: readonly Deployment[];
	readonly changes: readonly Change[];
	readonly conclusions: readonly Conclusion[];
	/** Words that nobody has said the meaning of. */
	readonly words: readonly SafeText[];
};

export const noChanges: DetectedChanges = {seen: [], changes: [], conclusions: [], words: []};

/** A deployment, as a key: ids may hold anything, and with the length of the first known it ends in one place only. */
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
