import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {isPlainObject, mapOf, parseObject} from './json-file.ts';

type ProfileNames = {
	/** The addresses of the profiles, by name. */
	readonly profiles: ReadonlyMap<string, string>;
	readonly lastProfile: string | undefined;
};

/** Reads the names of the profiles without changing or creating anything. */
export function profileNames(directory: string): ProfileNames {
	const {profiles, lastProfile} = parseObject(readText(join(directory, 'config.json'))) ?? {};
	const addresses = [...mapOf(profiles)].flatMap(([name, profile]) => {
		const baseUrl = isPlainObject(profile) ? profile.baseUrl : undefined;
		return typeof baseUrl === 'string' ? [[name, baseUrl] as const] : [];
	});
	return {profiles: new Map(addresses), lastProfile: typeof lastProfile === 'string' ? lastProfile : undefined};
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
