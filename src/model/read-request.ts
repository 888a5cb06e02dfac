import type {RawSource} from '../api/raw-answer.ts';
import {deploymentKey} from './deployment-changes.ts';

/** What can be read from a service. */
export type Read =
	| {readonly kind: 'projects'; readonly cursor: string | undefined}
	| {readonly kind: 'project'; readonly projectId: string}
	| {readonly kind: 'deployments'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string}
	/** The raw JSON of a record or a page. */
	| {readonly kind: 'raw'; readonly source: RawSource};

/** A read from the service of a connection. */
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

/** Returns a key that is equal for equal reads from one service and differs otherwise. */
export function readKey(read: Read): string {
	switch (read.kind) {
		case 'projects':
			return read.cursor === undefined ? read.kind : `${read.kind} ${read.cursor}`;
		case 'raw':
			return `${read.kind} ${sourceKey(read.source)}`;
		case 'deployment':
			return `${read.kind} ${deploymentKey(read.projectId, read.deploymentId)}`;
		default:
			return `${read.kind} ${read.projectId}`;
	}
}
