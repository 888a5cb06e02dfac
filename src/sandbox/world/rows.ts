/** The class of a project's status; the world has the word for it. */
export type ProjectStatus = 'active' | 'paused' | 'archived' | 'error';

/** How a deployment ends; the world has the word for it. */
export type Outcome = 'success' | 'failure' | 'cancelled';

/** A project as the service keeps it. Times are milliseconds since the epoch. */
export type ProjectRow = {
	/** Counts up with each project made; the project's id and its place in the list follow from it. */
	readonly seq: number;
	readonly name: string;
	readonly slug: string;
	readonly url: string;
	readonly uploadMode: string;
	readonly status: ProjectStatus;
	readonly latestUploadVersion: number;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** The ordinal of its newest deployment, 0 when there is none. */
	readonly lastOrdinal: number;
	/** The highest upload version that a deployment of it has taken. */
	readonly lastVersion: number;
	/** When the caller last made, changed or deployed it. */
	readonly callerAt?: number;
};

/** A deployment as the service keeps it. Its status and its end follow from its lifecycle. */
export type DeploymentRow = {
	readonly projectSeq: number;
	/** Counts up with each deployment of its project, from 1. */
	readonly ordinal: number;
	readonly environmentId: string;
	readonly uploadVersion: number;
	readonly url: string;
	readonly createdAt: number;
};
