import type {RawSource} from '../../../api/raw-record.ts';
import {deploymentKey} from '../deployments/detected-changes.ts';

/** Something of the service that the screen shows and that has to be read, or read again. */
export type ReadRequest = {readonly connectionId: number} & (
	| {readonly kind: 'projects'; readonly cursor: string | undefined}
	| {readonly kind: 'project'; readonly projectId: string}
	| {readonly kind: 'deployments'; readonly projectId: string}
	/** The newest deployment, as a row of the list of projects shows it. */
	| {readonly kind: 'latest'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string}
	/** A record or a page as it is sent. */
	| {readonly kind: 'raw'; readonly source: RawSource}
);

/** Two sources with the same key are the same source. */
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

/** Two needs with the same key are the same need. */
export function readKey(need: ReadRequest): string {
	const begin = `${need.connectionId} ${need.kind}`;
	switch (need.kind) {
		case 'projects':
			return need.cursor === undefined ? begin : `${begin} ${need.cursor}`;
		case 'raw':
			return `${begin} ${sourceKey(need.source)}`;
		case 'deployment':
			return `${begin} ${deploymentKey(need.projectId, need.deploymentId)}`;
		default:
			return `${begin} ${need.projectId}`;
	}
}
