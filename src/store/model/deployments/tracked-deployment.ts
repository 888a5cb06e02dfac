import type {Deployment} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {Watch} from '../../../journal/sighting.ts';

/** A deployment that is in progress or concluded recently. */
export type TrackedDeployment = {
	readonly deployment: Deployment;
	/** When this version of it was requested, by the local clock. */
	readonly askedAt: LocalTime;
	/** When it was first seen to have concluded, by the local clock. Undefined while it is in progress. */
	readonly endedAt: LocalTime | undefined;
};

/** All deployments of all projects that are in progress or concluded recently. */
export type Board = ReadonlyMap<string, TrackedDeployment>;
export type Watches = ReadonlyMap<string, Watch>;
