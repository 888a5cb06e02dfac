import type {ApiError} from '../../api/errors.ts';
import type {LocalTime} from '../../clock.ts';
import type {SafeText} from '../../text.ts';
import type {Guards} from './guards.ts';

/** That the service refuses the key: why, when a call last was in vain, and which reads were refused. */
export type RefusedKey = {readonly error: ApiError; readonly at: LocalTime; readonly needs: ReadonlySet<string>};

/** The service that is being read. `id` changes with every connection, so that an answer of another one is recognised. */
export type Connection = {
	readonly id: number;
	/** What the header calls it: a profile's name, or `demo`. */
	readonly name: SafeText;
	readonly host: SafeText;
	/** Everything before `/v1`. */
	readonly baseUrl: string;
	readonly isReadOnly: boolean;
	/** The profile it was entered by, as the settings name it. */
	readonly profile?: string;
	/** Whether its key is kept for the next start. */
	readonly isKeyKept?: boolean;
	/** Whether it is the built-in service. */
	readonly isDemo?: boolean;
	/** What is asked about twice or not done at all. */
	readonly guards?: Guards;
	/** Set while the service refuses the key. */
	readonly refusal: RefusedKey | undefined;
};

/** A way into a service that was saved. */
export type Profile = {readonly name: string; readonly host: SafeText; readonly baseUrl: string};
