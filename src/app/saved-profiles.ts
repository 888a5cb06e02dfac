import {parseBaseUrl} from '../api/endpoint.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import type {Options} from '../cli/options.ts';
import type {Profile, SavedProfiles} from '../model/connection.ts';
import type {Credentials} from '../settings/credentials.ts';
import type {SettingsStore} from '../settings/settings.ts';

type SavedProfilesOptions = {
	readonly settings: SettingsStore;
	readonly credentials: Credentials;
	/** Whether landfall was started read-only, whatever a profile says. */
	readonly isReadOnly: boolean;
};

/** Returns the profiles of the settings, as the screens show them. */
export const listProfiles = ({settings, isReadOnly}: Omit<SavedProfilesOptions, 'credentials'>): readonly Profile[] =>
	[...settings.get().profiles].map(([name, {baseUrl, apiKeyCommand, protects = [], accent, ...profile}]) => {
		const address = parseBaseUrl(baseUrl);
		return {
			name,
			host: address.ok ? address.host : safe(baseUrl),
			baseUrl: address.ok ? address.url : baseUrl,
			protects,
			accent,
			isReadOnly: isReadOnly || profile.isReadOnly === true,
			keyProgram: apiKeyCommand && safe(apiKeyCommand[0] ?? '?'),
		};
	});

/** Returns a warning if an address is used with a profile that it may not be meant for. A typing error would silently switch off the guards of the profile that was meant, and a variable would silently replace its address. */
export function addressNotes(
	options: Options,
	settings: SettingsStore,
	{LANDFALL_BASE_URL}: Readonly<NodeJS.ProcessEnv>,
): readonly SafeText[] {
	if (!('profile' in options)) return [];
	const {profile: name, baseUrl} = options;
	if (name === undefined || baseUrl === undefined) return [];
	const profile = settings.get().profiles.get(name);
	const shown = safe(name, 80);
	if (!profile) return [plain`There is no profile ${shown}: the address is used without the guards of any profile.`];
	const [used, saved] = [parseBaseUrl(baseUrl), parseBaseUrl(profile.baseUrl)];
	if (baseUrl !== LANDFALL_BASE_URL || !used.ok || (saved.ok && saved.url === used.url)) return [];
	return [plain`The address in LANDFALL_BASE_URL, ${used.host}, is used instead of the one saved for ${shown}.`];
}

const originOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).origin : '');

/** Returns how to list and change the saved profiles and their keys. */
export function createSavedProfiles(options: SavedProfilesOptions): SavedProfiles {
	const {settings, credentials} = options;
	return {
		list: () => listProfiles(options),

		async change(name, changes) {
			const profile = settings.get().profiles.get(name);
			return profile && settings.saveProfile(name, {...profile, ...changes});
		},

		async rename(name, newName) {
			const profile = settings.get().profiles.get(name);
			if (!profile) return undefined;
			// The key is copied first: if landfall is killed in between, no profile is without its key.
			const origin = originOf(profile.baseUrl);
			const key = credentials.read(name, origin);
			if (key.outcome === 'refused') return key.reason;
			const fault = key.outcome === 'found' ? credentials.save(newName, {origin, apiKey: key.apiKey}) : undefined;
			return fault ?? (await settings.renameProfile(name, newName)) ?? credentials.forget(name);
		},

		remove: async name => credentials.forget(name) ?? settings.removeProfile(name),
	};
}
