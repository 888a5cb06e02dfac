import type {RawSource} from '../../../api/raw-record.ts';
import {deploymentKey} from '../deployments/detected-changes.ts';

/** What can be read from a service. */
export type Read =
	| {readonly kind: 'projects'; readonly cursor: string | undefined}
	| {readonly kind: 'project'; readonly projectId: string}
	| {readonly kind: 'deployments'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string}
	/** The raw JSON of a record or a page. */
	| {readonly kind: 'raw'; readonly source: RawSource};

export type ReadRequest = Read & {readonly connectionId: number};

/** Returns a key that is equal for equal sources and differs otherwise. */
export function sourceKey(source: RawSource): string {
	switch (source.of) {
		case 'record':
			return `${source.of} ${deploymentKey(source.projectId, source.deploymentId ?? '')}`;
		case 'projects':
			return source.cursor === undefined ? source.of : `${source.of} ${source.cursor}`;
		case 'deployments':
			return `${source.of} ${source.projectId}`;
	}
}

/** Returns a key that is equal for equal requests and differs otherwise. */
export function readKey(request: ReadRequest): string {
	const prefix = `${request.connectionId} ${request.kind}`;
	switch (request.kind) {
		case 'projects':
			return request.cursor === undefined ? prefix : `${prefix} ${request.cursor}`;
		case 'raw':
			return `${prefix} ${sourceKey(request.source)}`;
		case 'deployment':
			return `${prefix} ${deploymentKey(request.projectId, request.deploymentId)}`;
		default:
			return `${prefix} ${request.projectId}`;
	}
}
