import {deploymentKey} from './news.ts';

/** Something of the service that the screen shows and that has to be read, or read again. */
export type Need = {readonly connectionId: number} & (
	| {readonly kind: 'projects'; readonly cursor: string | undefined}
	| {readonly kind: 'project'; readonly projectId: string}
	| {readonly kind: 'deployments'; readonly projectId: string}
	/** The newest deployment, as a row of the list of projects shows it. */
	| {readonly kind: 'latest'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string}
	/** A record as it is sent: of a project, or of one of its deployments. */
	| {readonly kind: 'raw'; readonly projectId: string; readonly deploymentId: string | undefined}
);

/** Two needs with the same key are the same need. */
export function needKey(need: Need): string {
	const begin = `${need.connectionId} ${need.kind}`;
	switch (need.kind) {
		case 'projects':
			return need.cursor === undefined ? begin : `${begin} ${need.cursor}`;
		case 'raw':
		case 'deployment':
			return `${begin} ${deploymentKey(need.projectId, need.deploymentId ?? '')}`;
		default:
			return `${begin} ${need.projectId}`;
	}
}
