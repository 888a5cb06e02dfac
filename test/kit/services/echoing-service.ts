import {type Behaviour, reply} from '../faults/faulty-server.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../fixtures/wire.ts';

const asHtml = {'content-type': 'text/html'};

/** The key in every encoding that a careless service might echo it in. */
const everyEncoding = (key: string): string =>
	[
		key,
		encodeURIComponent(key),
		Buffer.from(key).toString('base64'),
		Buffer.from(`Bearer ${key}`).toString('base64url'),
	].join(' ');

/** JSON as some libraries write it, with escaped slashes and punctuation. */
const escapedJson = (json: unknown): string =>
	JSON.stringify(json)
		.replaceAll('/', String.raw`\/`)
		.replace(/[=&+~]/g, character => `\\u00${character.charCodeAt(0).toString(16)}`);

/** Puts the key into every text of a record, except for the ids that requests need. */
const echoing = (key: string) => (record: object) => ({
	...Object.fromEntries(
		Object.entries(record).map(([name, value]) => {
			if (typeof value !== 'string' || /_at$|id$/.test(name)) return [name, value];
			return [name, name === 'url' ? `${value}/?${everyEncoding(key)}` : `${value} ${everyEncoding(key)}`];
		}),
	),
	environment_id: everyEncoding(key),
	request_id: everyEncoding(key),
});

/** Failed responses that echo the key in every part, by the words that landfall shows for them. */
export const echoingFailures = {
	'allow this (403)': key => reply(403, {error: {message: everyEncoding(key), code: key}, request_id: key}),
	'accept this (422)': key => reply(422, {errors: {[key]: [everyEncoding(key)]}}, {'cf-ray': key}),
	'trouble (500)': key =>
		reply(500, `Authorization: Bearer ${key} ${everyEncoding(key)}`, {'content-type': 'text/plain'}),
	'redirects to': key =>
		reply(302, everyEncoding(key), {location: `https://${key.replace(/\W/g, '')}.example/?${key}`}),
	'an unreadable address': key => reply(307, '', {location: `mailto:${key}`}),
	'web page': key =>
		reply(200, `<!doctype html><title>${key.replaceAll('&', '&amp;')}</title><p>${everyEncoding(key)}`, asHtml),
	'lost mid-response': key => reply(200, JSON.stringify({projects: [], request_id: key}), {'content-length': '5000'}),
	'trouble (502)': key =>
		reply(502, `the key was ${key.slice(0, 20)}`, {'content-length': '5000', 'content-type': 'text/plain'}),
	'not JSON': key => reply(200, everyEncoding(key), {'content-type': `text/${key}`}),
	compressed: key => reply(200, '', {'content-encoding': key}),
	'is not a list': key => reply(200, {projects: everyEncoding(key), request_id: everyEncoding(key)}),
	// A missing list removes its rows, so this one comes last.
	'project API was not found': key => reply(404, {detail: everyEncoding(key)}, {'x-request-id': key}),
} satisfies Readonly<Record<string, (key: string) => string>>;

type EchoingState = {
	/** How reads fail. Undefined: they succeed. */
	readFailure?: keyof typeof echoingFailures | 401 | undefined;
	/** Whether writes are rejected with 422 instead of failing with 500. */
	isRejectingWrites?: boolean;
	/** Whether the deployment has concluded. */
	isConcluded?: boolean;
};

/** Builds a service that echoes the API key of each request in every part of its response. The test changes `state`. */
export function createEchoingService() {
	const state: EchoingState = {};
	const behave: Behaviour = ({method, target, headers}, socket) => {
		const key = (headers.authorization ?? '').replace('Bearer ', '');
		const {readFailure} = state;
		if (readFailure === 401) return reply(401, {message: `bad key ${everyEncoding(key)}`}, {'www-authenticate': key});
		if (readFailure && method === 'GET') {
			socket.end(echoingFailures[readFailure](key));
			return undefined;
		}

		if (method !== 'GET') {
			return reply(state.isRejectingWrites ? 422 : 500, {message: everyEncoding(key), request_id: key});
		}

		const echo = echoing(key);
		const [path = ''] = target.split('?');
		const deployment = {
			...echo(deploymentOnTheWire),
			...(!state.isConcluded && {conclusion: null, concluded_at: null}),
		};
		const echoingHeaders = {'x-request-id': key, server: key, 'set-cookie': key};
		if (path.endsWith('/projects')) {
			const projects = [echo(projectOnTheWire)];
			const nextCursor = target.includes('cursor') ? '' : key;
			return reply(200, escapedJson({projects, next_cursor: nextCursor, request_id: key}), echoingHeaders);
		}

		if (path.endsWith('/deployments'))
			return reply(200, escapedJson({deployments: [deployment], request_id: key}), echoingHeaders);
		return reply(
			200,
			escapedJson(path.includes('/deployments/') ? deployment : echo(projectOnTheWire)),
			echoingHeaders,
		);
	};

	return {state, behave};
}
