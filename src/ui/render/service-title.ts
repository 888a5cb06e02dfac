import {plain, type SafeText} from '../../text.ts';

/** Returns the profile name and the host of a service, or the host alone if the profile is named after it. */
export const serviceTitle = ({name, host}: {readonly name: SafeText; readonly host: SafeText}): SafeText =>
	name === host ? host : plain`${name} · ${host}`;
