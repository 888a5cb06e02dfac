import type {ApiError} from '../../api/errors.ts';
import type {LocalTime} from '../../clock.ts';
import type {SafeText} from '../../text.ts';
import type {AccentName} from '../../theme-names.ts';
import type {Guards} from './guards.ts';

/** A key that the service refuses: why, when a request was last refused, and which reads were refused, by `readKey`. */
export type RefusedKey = {readonly error: ApiError; readonly at: LocalTime; readonly readKeys: ReadonlySet<string>};

/** What is known about a service from the way it was opened. */
export type ServiceInfo = {
	/** The name in the header: a profile's name, else the host, or `demo`. */
	readonly name: SafeText;
	readonly host: SafeText;
	/** Everything before `/v1`. */
	readonly baseUrl: string;
	readonly isReadOnly: boolean;
	/** The name of the profile in the settings that it was opened with. */
	readonly profile?: string;
	/** The colour of its name. */
	readonly accent?: AccentName;
	/** Whether its key is saved for the next start. */
	readonly isKeyKept?: boolean;
	/** Whether it is the built-in demo service, which must leave nothing on disk. */
	readonly isDemo?: boolean;
	/** Restrictions on dangerous writes. */
	readonly guards?: Guards;
};

/** The connected service. `id` changes with every connection, so that a late response from an earlier one is recognised. */
export type Connection = ServiceInfo & {
	readonly id: number;
	/** Set while the service refuses the key. */
	readonly refusal: RefusedKey | undefined;
};

/** A saved connection. */
export type Profile = {
	readonly name: string;
	readonly host: SafeText;
	readonly baseUrl: string;
	/** The program that prints its key. Undefined if the key is stored. */
	readonly keyProgram?: SafeText | undefined;
	readonly isReadOnly?: boolean;
	/** The colour of its name. */
	readonly accent?: AccentName | undefined;
	/** Name patterns of protected projects. */
	readonly protects?: readonly string[];
};

/** Returns the key of a service in the journal. It includes the profile name, because two teams on one host have different profiles. */
export function serviceOf({name, host, baseUrl}: Pick<ServiceInfo, 'name' | 'host' | 'baseUrl'>): string {
	const slash = baseUrl.indexOf('/', baseUrl.indexOf('://') + 3);
	return `${name} ${host}${slash < 0 ? '' : baseUrl.slice(slash)}`;
}
