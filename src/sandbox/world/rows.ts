/** The kind of a project's status; each world has its own word for it. */
export type ProjectStatus = 'active' | 'paused' | 'archived' | 'error';

/** How a deployment ends; each world has its own word for it. */
export type Outcome = 'success' | 'failure' | 'cancelled';

/** A stored project. Times are milliseconds since the epoch, by the local clock. */
export type ProjectRow = {
	/** Incremented for each new project; determines its id and its place in the list. */
	readonly seq: number;
	readonly name: string;
	readonly slug: string;
	readonly url: string;
	readonly uploadMode: string;
	readonly status: ProjectStatus;
	readonly latestUploadVersion: number;
	readonly createdAt: number;
	readonly updatedAt: number;
	/** The ordinal of its newest deployment, 0 if there is none. */
	readonly lastOrdinal: number;
	/** The highest upload version of its deployments. */
	readonly lastVersion: number;
	/** When the caller last created, changed or deployed it. */
	readonly callerAt?: number;
};

/** A stored deployment. Its status and outcome follow from its lifecycle. */
export type DeploymentRow = {
	readonly projectSeq: number;
	/** Counts the deployments of its project from 1. */
	readonly ordinal: number;
	readonly environmentId: string;
	readonly uploadVersion: number;
	readonly url: string;
	readonly createdAt: number;
};
