import {parseBaseUrl} from '../api/base-url.ts';
import type {Credentials} from '../settings/credentials.ts';
import type {SettingsStore} from '../settings/settings.ts';
import type {SavedProfiles} from '../store/model/connection.ts';
import {type Profile, serviceOf} from '../store/model/connection.ts';
import {safe} from '../text.ts';

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

/** Returns the journal's keys of the saved profiles. */
export const savedServices = (settings: SettingsStore): readonly string[] =>
	listProfiles({settings, isReadOnly: false}).map(({name, host, baseUrl}) =>
		serviceOf({name: safe(name), host, baseUrl}),
	);

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
