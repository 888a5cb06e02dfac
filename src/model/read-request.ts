import type {Resource} from '../api/types.ts';
import {deploymentKey} from './deployment-changes.ts';

export type Read = Resource | {readonly kind: 'raw'; readonly resource: Resource};

export type ReadRequest = Read & {readonly connectionId: number};

export const recordAt = (projectId: string, deploymentId?: string): Resource =>
	deploymentId === undefined ? {kind: 'project', projectId} : {kind: 'deployment', projectId, deploymentId};

export const deploymentsAt = (projectId: string) => ({kind: 'deployments', projectId}) as const;

export const pageAt = (cursor: string | undefined) => ({kind: 'projects', cursor}) as const;

export function readKey(read: Read): string {
	switch (read.kind) {
		case 'projects':
			return read.cursor === undefined ? read.kind : `${read.kind} ${read.cursor}`;
		case 'raw':
			return `${read.kind} ${readKey(read.resource)}`;
		case 'deployment':
			return `${read.kind} ${deploymentKey(read.projectId, read.deploymentId)}`;
		default:
			return `${read.kind} ${read.projectId}`;
	}
}
