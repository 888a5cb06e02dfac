import {parseBaseUrl} from '../api/endpoint.ts';
import {safe} from '../base/text.ts';
import {connectionKey} from '../model/connection.ts';
import type {chosenConnection} from '../settings/settings.ts';

/** The key in the journal of the service that a command would use. Undefined if there is none. */
export function journalKeyOf({profile, baseUrl = ''}: ReturnType<typeof chosenConnection>): string | undefined {
	const address = parseBaseUrl(baseUrl);
	if (!address.ok) return undefined;
	const {host, url} = address;
	return connectionKey({name: profile === undefined ? host : safe(profile), host, baseUrl: url});
}
