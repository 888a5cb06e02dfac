import {type Behaviour, reply} from '../faults/faulty-server.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../fixtures/wire.ts';

const asHtml = {'content-type': 'text/html'};

/** Every way in which a careless service may write what it was sent. */
const everyWay = (key: string): string =>
	[
		key,
		encodeURIComponent(key),
		Buffer.from(key).toString('base64'),
		Buffer.from(`Bearer ${key}`).toString('base64url'),
	].join(' ');

/** JSON as some libraries write it: with slashes escaped, and signs as numbers. */
const escaping = (json: unknown): string =>
	JSON.stringify(json)
		.replaceAll('/', String.raw`\/`)
		.replace(/[=&+~]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`);

/** A record in whose texts the key stands, but for the ids by which it is asked for. */
const repeating = (key: string) => (record: object) => ({
	...Object.fromEntries(
		Object.entries(record).map(([name, value]) => {
			if (typeof value !== 'string' || /_at$|id$/.test(name)) return [name, value];
			return [name, name === 'url' ? `${value}/?${everyWay(key)}` : `${value} ${everyWay(key)}`];
		}),
	),
	environment_id: everyWay(key),
	request_id: everyWay(key),
});

/** How the service answers what is not about a record: each says the key in all that it says. */
export const troubles = {
	'allow this (403)': key => reply(403, {error: {message: everyWay(key), code: key}, request_id: key}),
	'accept this (422)': key => reply(422, {errors: {[key]: [everyWay(key)]}}, {'cf-ray': key}),
	'trouble (500)': key => reply(500, `Authorization: Bearer ${key} ${everyWay(key)}`, {'content-type': 'text/plain'}),
	'redirects to': key => reply(302, everyWay(key), {location: `https://${key.replace(/\W/g, '')}.example/?${key}`}),
	'an unreadable address': key => reply(307, '', {location: `mailto:${key}`}),
	'web page': key =>
		reply(200, `<!doctype html><title>${key.replaceAll('&', '&amp;')}</title><p>${everyWay(key)}`, asHtml),
	'lost mid-response': key => reply(200, JSON.stringify({projects: [], request_id: key}), {'content-length': '5000'}),
	'trouble (502)': key =>
		reply(502, `the key was ${key.slice(0, 20)}`, {'content-length': '5000', 'content-type': 'text/plain'}),
	'not JSON': key => reply(200, everyWay(key), {'content-type': `text/${key}`}),
	compressed: key => reply(200, '', {'content-encoding': key}),
	'is not a list': key => reply(200, {projects: everyWay(key), request_id: everyWay(key)}),
	// What is not there any more is taken off the list, so it comes last.
	'list of projects was not found': key => reply(404, {detail: everyWay(key)}, {'x-request-id': key}),
} satisfies Readonly<Record<string, (key: string) => string>>;

/** A service that repeats the key of each call in everything that it says. `trouble` says what it does instead of reading, `writeTrouble` instead of writing. */
export function createRepeatingService() {
	const state: {trouble?: keyof typeof troubles | 401 | undefined; isRefusingWrites?: boolean; isOver?: boolean} = {};
	const behave: Behaviour = ({method, target, headers}, socket) => {
		const key = (headers.authorization ?? '').replace('Bearer ', '');
		const {trouble} = state;
		if (trouble === 401) return reply(401, {message: `bad key ${everyWay(key)}`}, {'www-authenticate': key});
		if (trouble && method === 'GET') {
			socket.end(troubles[trouble](key));
			return undefined;
		}

		if (method !== 'GET') {
			return state.isRefusingWrites
				? reply(422, {message: everyWay(key), request_id: key})
				: reply(500, {message: everyWay(key), request_id: key});
		}

		const say = repeating(key);
		const [path = ''] = target.split('?');
		const deployment = {...say(deploymentOnTheWire), ...(!state.isOver && {conclusion: null, concluded_at: null})};
		const headersToo = {'x-request-id': key, server: key, 'set-cookie': key};
		if (path.endsWith('/projects')) {
			const projects = [say(projectOnTheWire)];
			return reply(
				200,
				escaping({projects, next_cursor: target.includes('cursor') ? '' : key, request_id: key}),
				headersToo,
			);
		}

		if (path.endsWith('/deployments'))
			return reply(200, escaping({deployments: [deployment], request_id: key}), headersToo);
		return reply(200, escaping(path.includes('/deployments/') ? deployment : say(projectOnTheWire)), headersToo);
	};

	return {state, behave};
}
