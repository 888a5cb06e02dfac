import type {LocalTime} from '../../../clock.ts';
import type {SafeText} from '../../../text.ts';
import type {Finding} from './reconcile.ts';
import type {WriteIntent} from './write-intent.ts';

/** A write whose response was lost, and what reconciling it has found so far. */
export type UnconfirmedWrite = {
	readonly intended: WriteIntent;
	/** Why there is no response. Undefined for a write from an earlier run. */
	readonly reason: SafeText | undefined;
	/** How many times the service has been checked since. */
	readonly checks: number;
	/** When the next check starts. Undefined during a check and after the last one. */
	readonly nextAt: LocalTime | undefined;
	/** Why the last check failed. */
	readonly problem: SafeText | undefined;
	/** The outcome. Undefined until it is decided. */
	readonly finding: Finding | undefined;
	/** When the outcome was decided. */
	readonly foundAt: LocalTime | undefined;
};

export type UnconfirmedWrites = ReadonlyMap<string, UnconfirmedWrite>;
