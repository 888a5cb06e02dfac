import type {Deployment} from '../api/types.ts';
import type {SafeText} from '../base/text.ts';
import {deploymentKey} from './deployment-changes.ts';

/** A deployment is watched until it concludes. */
export type Watch = {
	readonly projectId: string;
	readonly deploymentId: string | undefined;
	readonly project: SafeText;
	readonly isMine: boolean;
};

export type WatchedDeployment = Pick<Deployment, 'projectId' | 'id'>;

export type Watches = ReadonlyMap<string, Watch>;

export const watchKey = ({projectId, deploymentId}: Pick<Watch, 'projectId' | 'deploymentId'>): string =>
	deploymentId === undefined ? projectId : deploymentKey(projectId, deploymentId);

export const watchOf = (watches: Watches, {projectId, id}: WatchedDeployment): Watch | undefined =>
	watches.get(deploymentKey(projectId, id)) ?? watches.get(projectId);
