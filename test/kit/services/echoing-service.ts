import {type Behaviour, reply} from '../faults/faulty-server.ts';
import {createHostileService, type Field} from './hostile-service.ts';

const asHtml = {'content-type': 'text/html'};

/** Encodings in which a careless service might echo the key. */
const everyEncoding = (key: string): string =>
	[
		key,
		encodeURIComponent(key),
		Buffer.from(key).toString('base64'),
		Buffer.from(`Bearer ${key}`).toString('base64url'),
	].join(' ');

const escapedJson = (json: string): string =>
	json.replaceAll('/', String.raw`\/`).replace(/[=&+~]/g, character => `\\u00${character.charCodeAt(0).toString(16)}`);

/** Failed responses that echo the key in every part, by the words that landfall shows. */
export const echoingFailures = {
	'allow this (403)': key => reply(403, {error: {message: everyEncoding(key), code: key}, request_id: key}),
	'(422)': key => reply(422, {errors: {[key]: [everyEncoding(key)]}}, {'cf-ray': key}),
	'trouble (500)': key =>
		reply(500, `Authorization: Bearer ${key} ${everyEncoding(key)}`, {'content-type': 'text/plain'}),
	'redirects to': key =>
		reply(302, everyEncoding(key), {location: `https://${key.replace(/\W/g, '')}.example/?${key}`}),
	'an unreadable address': key => reply(307, '', {location: `mailto:${key}`}),
	'web page': key =>
		reply(200, `<!doctype html><title>${key.replaceAll('&', '&amp;')}</title><p>${everyEncoding(key)}`, asHtml),
	'lost in the middle of the answer': key =>
		reply(200, JSON.stringify({projects: [], request_id: key}), {'content-length': '5000'}),
	'trouble (502)': key =>
		reply(502, `the key was ${key.slice(0, 20)}`, {'content-length': '5000', 'content-type': 'text/plain'}),
	'not JSON': key => reply(200, everyEncoding(key), {'content-type': `text/${key}`}),
	compressed: key => reply(200, '', {'content-encoding': `gzip, ${key}`}),
	'is not a list': key => reply(200, {projects: everyEncoding(key), request_id: everyEncoding(key)}),
	// A missing list removes its rows, so this one comes last.
	'project API was not found': key => reply(404, {detail: everyEncoding(key)}, {'x-request-id': key}),
} satisfies Readonly<Record<string, (key: string) => string>>;

type EchoingState = {
	readFailure?: keyof typeof echoingFailures | 401 | undefined;
	isRejectingWrites?: boolean;
};

/** A service that echoes its key in every part of each response. The test changes `state`. */
export function createEchoingService(key: string) {
	const state: EchoingState = {};
	const echo = everyEncoding(key);
	const texts: Partial<Record<Field, string>> = {
		'project id': 'prj',
		'deployment id': 'dep',
		'deployment conclusion': `success ${echo}`,
		'project url': `https://docs.example.com/?${echo}`,
		next_cursor: key,
	};
	const {handle, conclude} = createHostileService({
		textOf: field => texts[field] ?? echo,
		now: Date.now(),
		projectCount: 1,
		deploymentCount: 1,
	});
	const behave: Behaviour = ({method, target}, socket) => {
		const {readFailure} = state;
		if (readFailure === 401) return reply(401, {message: `bad key ${echo}`}, {'www-authenticate': key});
		if (readFailure && method === 'GET') return void socket.end(echoingFailures[readFailure](key));
		if (method !== 'GET') return reply(state.isRejectingWrites ? 422 : 500, {message: echo, request_id: key});
		const {status, body} = handle({method: 'GET', target, headers: new Map(), body: ''});
		return reply(status, escapedJson(body), {'x-request-id': key, server: key, 'set-cookie': key});
	};
	return {state, behave, conclude};
}
