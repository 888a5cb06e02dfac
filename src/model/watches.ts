import type {Deployment} from '../api/types.ts';
import type {SafeText} from '../base/text.ts';
import {deploymentKey} from './deployment-changes.ts';

/** What the user watches: one deployment until it concludes, or all deployments of a project. */
export type Watch = {
	readonly projectId: string;
	/** Undefined to watch all deployments of the project. */
	readonly deploymentId: string | undefined;
	readonly project: SafeText;
	readonly isMine: boolean;
};

export type WatchedDeployment = Pick<Deployment, 'projectId' | 'id'>;

export type Watches = ReadonlyMap<string, Watch>;

export const watchKey = ({projectId, deploymentId}: Pick<Watch, 'projectId' | 'deploymentId'>): string =>
	deploymentId === undefined ? projectId : deploymentKey(projectId, deploymentId);

/** Returns the watch that covers a deployment: its own, otherwise its project's. */
export const watchOf = (watches: Watches, {projectId, id}: WatchedDeployment): Watch | undefined =>
	watches.get(deploymentKey(projectId, id)) ?? watches.get(projectId);
