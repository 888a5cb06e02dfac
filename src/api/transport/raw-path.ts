const origin = 'http://localhost';

/**
Parses the path and query of a request as a user types them: below the base url with a leading slash, otherwise below `/v1`.

Undefined for anything that the url parser would change, because it could address something else.
*/
export function parseRawPath(typed: string): string | undefined {
	const path = typed.startsWith('/') ? typed : typed.startsWith('v1/') ? `/${typed}` : `/v1/${typed}`;
	if (typed === '' || path.split('?')[0]?.includes('//') || !URL.canParse(path, origin)) return undefined;
	const url = new URL(path, origin);
	return url.href === origin + path && url.hash === '' ? path : undefined;
}
