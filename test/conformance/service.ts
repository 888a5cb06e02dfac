/*
Checks over plain HTTP that a service keeps the promises of the interface.

The default is the built-in service. With LANDFALL_BASE_URL and LANDFALL_API_KEY it is the service at that address, which is only read unless LANDFALL_CONFORMANCE_WRITES=1 allows the tests to create, deploy and delete projects. What the interface leaves open, such as status codes, status words and sort orders, is not asserted. The tests do not use landfall's own client.
*/
import {afterAll, expect, onTestFinished} from 'vitest';
import {createSystemClock} from '../../src/base/clock.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {serve} from '../../src/sandbox/server.ts';

export type Json = Readonly<Record<string, unknown>>;

export type Service = Awaited<ReturnType<typeof openService>>;

type CallOptions = {readonly body?: Json | undefined; readonly apiKey?: string | null};

export async function openService() {
	const {address, apiKey, isBuiltIn} = await target();

	/** `apiKey: null` leaves the key out. */
	const call = (method: string, path: string, {body, apiKey: requestKey = apiKey}: CallOptions = {}) =>
		fetch(address + path, {
			method,
			redirect: 'manual',
			headers: {
				...(requestKey !== null && {authorization: `Bearer ${requestKey}`}),
				...(body && {'content-type': 'application/json'}),
			},
			...(body && {body: JSON.stringify(body)}),
		});

	return {
		call,
		mayWrite: isBuiltIn || process.env.LANDFALL_CONFORMANCE_WRITES === '1',
		async succeed(method: string, path: string, body?: Json): Promise<Json> {
			const response = await call(method, path, {body});
			const text = await response.text();
			expect(response.ok, `${method} ${path} returned ${response.status}: ${text.slice(0, 200)}`).toBe(true);
			expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
			return JSON.parse(text);
		},
	};
}

async function target() {
	const {LANDFALL_BASE_URL: baseUrl, LANDFALL_API_KEY: apiKey} = process.env;
	if (baseUrl && apiKey) return {address: baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''), apiKey, isBuiltIn: false};

	const clock = createSystemClock();
	const key = 'key-of-the-conformance-tests';
	const sandbox = createSandbox({clock, apiKey: key, world: 'quiet'});
	const {address, close} = await serve(sandbox, {clock});
	afterAll(close);
	return {address, apiKey: key, isBuiltIn: true};
}

/** The project is deleted after the current test. */
export async function createProject(service: Service): Promise<Json> {
	const project = await service.succeed('POST', '/v1/projects', {name: `landfall conformance ${crypto.randomUUID()}`});
	onTestFinished(async () => {
		await service.call('DELETE', pathOf(project));
	});
	return project;
}

export const pathOf = ({id}: Json): string => `/v1/projects/${encodeURIComponent(String(id))}`;

export function recordsOf(envelope: Json, name: 'projects' | 'deployments'): readonly Json[] {
	expect(envelope).toMatchObject({[name]: expect.any(Array)});
	return envelope[name] as readonly Json[];
}
