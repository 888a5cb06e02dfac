import type {HeadlessCommon} from '../../command-line/options.ts';
import {plain, type SafeText, safe} from '../../text.ts';

/** Warns about a profile that does not exist. With an address it only names the connection, so a typing error would silently switch off the guards of the profile that was meant. */
export function profileNotes(
	options: HeadlessCommon,
	{profiles}: {readonly profiles: ReadonlyMap<string, unknown>},
): readonly SafeText[] {
	if (options.isDemo) return [];
	const {profile, baseUrl} = options;
	if (profile === undefined || baseUrl === undefined || profiles.has(profile)) return [];
	return [plain`There is no profile ${safe(profile, 80)}: the address is used without the guards of any profile.`];
}
