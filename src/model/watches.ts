import type {Deployment} from '../api/types.ts';
import type {Watch} from '../journal/observations.ts';
import {deploymentKey} from './deployment-changes.ts';

/** What the user watches, by `watchKey`. */
export type Watches = ReadonlyMap<string, Watch>;

export const watchKey = ({projectId, deploymentId}: Pick<Watch, 'projectId' | 'deploymentId'>): string =>
	deploymentId === undefined ? projectId : deploymentKey(projectId, deploymentId);

/** Returns the watch that covers a deployment: its own, otherwise its project's. */
export const watchOf = (watches: Watches, {projectId, id}: Pick<Deployment, 'projectId' | 'id'>): Watch | undefined =>
	watches.get(deploymentKey(projectId, id)) ?? watches.get(projectId);
