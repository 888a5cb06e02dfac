import type {LocalTime} from '../../../clock.ts';
import type {SafeText} from '../../../text.ts';
import type {Finding} from './reconcile.ts';
import type {WriteIntent} from './write-intent.ts';

/** A write whose answer was lost, and what is known of it by now. */
export type LostWrite = {
	readonly intended: WriteIntent;
	/** Why there is no answer. Undefined for one of an earlier run. */
	readonly reason: SafeText | undefined;
	/** How often the service was looked at since. */
	readonly looks: number;
	/** When it is looked at next. Undefined while it is, and once that is over. */
	readonly nextAt: LocalTime | undefined;
	/** Why the last look failed. */
	readonly trouble: SafeText | undefined;
	/** What was found. Undefined while it is looked for. */
	readonly finding: Finding | undefined;
	/** When that was found, by the local clock. */
	readonly foundAt: LocalTime | undefined;
};

export type LostWrites = ReadonlyMap<string, LostWrite>;
