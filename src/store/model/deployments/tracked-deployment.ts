import type {LocalTime} from '../../../clock.ts';
import type {Watch} from '../../../journal/observations.ts';

/** A deployment that is in progress or concluded recently. */
export type TrackedDeployment = {
	readonly projectId: string;
	readonly deploymentId: string;
	/** When it was first seen to have concluded, by the local clock. Undefined while it is in progress. */
	readonly endedAt: LocalTime | undefined;
};

/** All deployments of all projects that are in progress or concluded recently, by `deploymentKey`. */
export type Board = ReadonlyMap<string, TrackedDeployment>;
export type Watches = ReadonlyMap<string, Watch>;
