import type {Refusal, Request} from '../response.ts';

/** Returns undefined for a request with the right bearer token. */
export function authorizationProblem({headers}: Request, apiKey: string): Refusal | undefined {
	const [, token] = /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? [];
	if (token === apiKey) return undefined;
	return {
		status: 401,
		code: 'unauthorized',
		message: token === undefined ? 'Send the team API key as a bearer token.' : 'This API key is not known.',
		headers: {'www-authenticate': 'Bearer'},
	};
}
