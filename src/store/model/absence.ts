import type {LocalTime} from '../../clock.ts';
import type {SafeText} from '../../text.ts';

/** What happened while nobody looked: the terminal had lost focus, the computer slept, or landfall was not running. */
export type Absence = {
	/** Times are the local clock's. */
	readonly since: LocalTime;
	/** When somebody was back. Undefined while nobody is. */
	readonly until: LocalTime | undefined;
	/** What concluded meanwhile, by deployment: what each that failed is called, undefined for the others. */
	readonly concluded: ReadonlyMap<string, SafeText | undefined>;
};
