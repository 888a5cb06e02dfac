import {plain, type SafeText} from '../../text.ts';

/** What a service is called and where it is: its host once where the profile is called after it. */
export const serviceTitle = ({name, host}: {readonly name: SafeText; readonly host: SafeText}): SafeText =>
	name === host ? host : plain`${name} · ${host}`;
