/** Something of the service that the screen shows and that has to be read, or read again. */
export type Need = {readonly connectionId: number} & (
	| {readonly kind: 'projects'; readonly cursor: string | undefined}
	| {readonly kind: 'project'; readonly projectId: string}
	| {readonly kind: 'deployments'; readonly projectId: string}
	/** The newest deployment, as a row of the list of projects shows it. */
	| {readonly kind: 'latest'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string}
);

/** Two needs with the same key are the same need. */
export const needKey = (need: Need): string => JSON.stringify(need);
