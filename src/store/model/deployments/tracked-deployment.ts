import type {Deployment} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {Watch} from '../../../journal/sighting.ts';

/** A deployment that has not concluded, or has lately. */
export type TrackedDeployment = {
	readonly deployment: Deployment;
	/** When this look of it was asked for, by the local clock. */
	readonly askedAt: LocalTime;
	/** When it was first seen to have concluded. Undefined while it has not. */
	readonly endedAt: LocalTime | undefined;
};

/** Every deployment that is known to go on, over all projects, and those that were seen to conclude lately. */
export type Board = ReadonlyMap<string, TrackedDeployment>;
export type Watches = ReadonlyMap<string, Watch>;
