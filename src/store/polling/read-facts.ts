import type {LocalTime} from '../../clock.ts';

/** A request of endpoint 1, 6 or 8. */
export type Read =
	| {readonly kind: 'page'; readonly cursor: string | undefined}
	| {readonly kind: 'list'; readonly projectId: string}
	| {readonly kind: 'deployment'; readonly projectId: string; readonly deploymentId: string};

/** What matters about a project here. Times are by the local clock. */
export type ProjectFacts = {
	readonly id: string;
	readonly updatedAt: LocalTime | undefined;
	/** Differs once something has happened to the project, perhaps a deployment. */
	readonly hint: string;
};

/** What matters about a deployment here. Times are by the local clock. */
export type DeploymentFacts = {
	readonly id: string;
	readonly createdAt: LocalTime | undefined;
	readonly concludedAt: LocalTime | undefined;
	readonly isConcluded: boolean;
};

/** An answer of endpoint 1, which was requested at `askedAt`. */
export type PageAnswer = {
	readonly cursor: string | undefined;
	readonly projects: readonly ProjectFacts[];
	readonly askedAt: LocalTime;
};

/** An answer of endpoint 6. */
export type ListAnswer = {
	readonly projectId: string;
	readonly deployments: readonly DeploymentFacts[];
	readonly askedAt: LocalTime;
};

/** An answer of endpoint 8. */
export type DeploymentAnswer = {
	readonly projectId: string;
	readonly deployment: DeploymentFacts;
	readonly askedAt: LocalTime;
};

/** The projects that the user looks at. */
export type Views = {
	/** Selected, or open. */
	readonly open: ReadonlySet<string>;
	readonly watched: ReadonlySet<string>;
	/** On the screen. */
	readonly visible: ReadonlySet<string>;
};
