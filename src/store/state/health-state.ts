import type {LocalTime} from '../../clock.ts';
import type {Figures} from '../model/health/figures.ts';
import type {LimitName} from '../model/health/limits.ts';
import type {TrimPart} from '../model/health/trimming.ts';

/** How landfall itself is doing. */
export type HealthState = {
	/** Undefined until landfall has measured itself. */
	readonly figures: Figures | undefined;
	/** The limits that were exceeded at the last check. */
	readonly exceeded: readonly LimitName[];
	/** When each part of what is kept was last dropped. */
	readonly trims: ReadonlyMap<TrimPart, LocalTime>;
};

export const initialHealth: HealthState = {figures: undefined, exceeded: [], trims: new Map()};
