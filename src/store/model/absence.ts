import type {LocalTime} from '../../clock.ts';
import type {SafeText} from '../../text.ts';

/** What happened while the user was away: the terminal had no focus, the computer slept, or landfall was not running. */
export type Absence = {
	/** When the user left. */
	readonly since: LocalTime;
	/** When the user returned. Undefined while away. */
	readonly until: LocalTime | undefined;
	/** The deployments that concluded in the meantime, by `deploymentKey`: the name of each that failed, undefined for the others. */
	readonly concluded: ReadonlyMap<string, SafeText | undefined>;
};
