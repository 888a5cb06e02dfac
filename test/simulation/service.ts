import type {Transport, WireAnswer, WireRequest} from '../../src/api/transport/transport.ts';
import {sleep} from '../../src/clock.ts';
import {between, type Dice, pick} from '../../src/sandbox/world/random.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';
import type {SimulatedClock} from './clock.ts';

/** How the service is: well, or failing in one way for everybody. */
export type Weather = 'well' | 'away' | 'mute' | 'down' | 'busy';

export type SimulatedService = {
	readonly transport: Transport;
	/** Something happens at the service: a project is changed, a deployment begins, goes on, or concludes. */
	readonly live: () => void;
	weather: Weather;
	/** The service's clock minus the computer's. */
	skewMs: number;
	/** Chance of a call to fail by itself. */
	faults: number;
	/** Calls that arrived. */
	arrived: number;
	/** Writes that arrived, carried out or not. */
	writes: number;
	/** The most calls in flight at once, and of one address. */
	readonly most: {inFlight: number; ofOne: number};
	/** When the last call was served well, by the time that has passed. */
	servedAt: number;
};

type Record = {[name: string]: unknown} & {readonly id: string};

const statuses = ['queued', 'building', 'deploying', 'completed'] as const;
const page = '<html><title>Gateway</title></html>';

/** How far a deployment is, by its status: it never goes back. */
export const rankOf = (status: string | undefined): number => statuses.indexOf(status as (typeof statuses)[number]);

/** A service with a few projects, behind a network that loses, delays, and garbles what goes over it. What an answer says was so when the service made it, however late it comes. */
export function createSimulatedService(clock: SimulatedClock, roll: Dice, projectCount: number): SimulatedService {
	const projects = new Map<string, Record>();
	const deployments = new Map<string, Record[]>();
	const inFlight = new Map<string, number>();
	let made = 0;
	let version = 0;
	const iso = () => new Date(clock.now() + service.skewMs).toISOString();

	function addProject(name: string): Record {
		const id = `prj_${++made}`;
		const project = {...projectOnTheWire, id, name, slug: name, latest_upload_version: ++version, created_at: iso()};
		projects.set(id, project);
		deployments.set(id, []);
		return project;
	}

	function changeProject(id: string, fields: object): Record | undefined {
		const before = projects.get(id);
		if (!before) return undefined;
		const after = {...before, ...fields, latest_upload_version: ++version, updated_at: iso()};
		projects.set(id, after);
		return after;
	}

	function deploy(projectId: string): Record {
		const id = `dep_${++made}`;
		const begun = {status: 'queued', conclusion: null, concluded_at: null, created_at: iso()};
		const deployment = {...deploymentOnTheWire, ...begun, id, project_id: projectId, upload_version: made};
		deployments.set(projectId, [deployment, ...(deployments.get(projectId) ?? [])].slice(0, 8));
		return deployment;
	}

	function stepDeployment(projectId: string) {
		const own = deployments.get(projectId) ?? [];
		const at = own.findIndex(({conclusion}) => conclusion === null);
		const running = own[at];
		if (!running) return;
		const status = statuses[rankOf(String(running.status)) + 1] ?? 'completed';
		const over = {conclusion: pick(roll, ['success', 'failure', 'canceled']), concluded_at: iso()};
		deployments.set(projectId, own.with(at, {...running, status, ...(status === 'completed' && over)}));
	}

	function answerTo({method, url, body}: WireRequest): {status: number; record: unknown} {
		const [, , , projectId, kind, deploymentId] = url.pathname.split('/');
		const fields = body === undefined ? {} : JSON.parse(body);
		if (projectId === undefined) {
			if (method === 'POST') return {status: 201, record: addProject(fields.name)};
			return {status: 200, record: {projects: [...projects.values()], next_cursor: null}};
		}

		const project = projects.get(projectId);
		if (!project) return {status: 404, record: {message: 'no such project'}};
		const own = deployments.get(projectId) ?? [];
		if (method === 'POST') return {status: 201, record: deploy(projectId)};
		if (method === 'PATCH') return {status: 200, record: changeProject(projectId, fields)};
		if (method === 'DELETE') return {status: projects.delete(projectId) ? 204 : 404, record: undefined};
		if (kind === undefined) return {status: 200, record: project};
		if (deploymentId === undefined) {
			return {status: 200, record: {deployments: own.slice(0, Number(url.searchParams.get('limit')))}};
		}

		const found = own.find(({id}) => id === deploymentId);
		return found ? {status: 200, record: found} : {status: 404, record: {message: 'no such deployment'}};
	}

	const answered = (status: number, body: string, headers: Readonly<{'retry-after'?: string}> = {}): WireAnswer => ({
		outcome: 'answered',
		status,
		headers: new Map(
			Object.entries({
				'content-type': 'application/json',
				date: new Date(clock.now() + service.skewMs).toUTCString(),
				...headers,
			}),
		),
		body,
		isComplete: true,
	});

	/** What comes of a call while the service, or the way to it, is not well. Undefined if it is served. */
	async function troubled(isWrite: boolean, weather: Weather, signal: AbortSignal): Promise<WireAnswer | undefined> {
		switch (weather) {
			case 'well':
				return undefined;
			case 'away':
				return {outcome: 'not-sent', code: 'ECONNREFUSED', isTimeout: false};
			case 'mute':
				await sleep(clock, isWrite ? 60_000 : 15_000, signal);
				return {outcome: 'lost', code: 'TIMEOUT', isTimeout: true};
			case 'down':
				return answered(503, '{"message": "down for repair"}');
			case 'busy':
				return answered(429, '{}', {'retry-after': String(between(roll, 1, 90))});
		}
	}

	/** One of the ways in which a single call goes wrong after it was carried out. */
	function spoiled(good: WireAnswer): WireAnswer {
		if (good.outcome !== 'answered') return good;
		return pick<WireAnswer>(roll, [
			{outcome: 'lost', code: 'ECONNRESET', isTimeout: false},
			{...good, body: good.body.slice(0, 20), isComplete: false},
			{...good, body: good.body.slice(0, 20)},
			{...good, body: page, headers: new Map([['content-type', 'text/html']])},
			{...good, body: ''},
			{...good, body: '[]'},
			{...good, body: '{"id": "somebody-else", "project_id": "another"}'},
			answered(500, '{"error": {"message": "oops"}}'),
			answered(503, '{}', {'retry-after': String(between(roll, 0, 40))}),
		]);
	}

	async function carry(request: WireRequest, signal: AbortSignal): Promise<WireAnswer> {
		const isWrite = request.method !== 'GET';
		const isSpoiled = roll() < service.faults;
		const own = isSpoiled && roll() < 0.4 ? pick<Weather>(roll, ['away', 'mute', 'down', 'busy']) : 'well';
		const weather = service.weather === 'well' ? own : service.weather;
		if (weather !== 'away') {
			service.arrived++;
			if (isWrite) service.writes++;
		}

		const trouble = await troubled(isWrite, weather, signal);
		if (signal.aborted) return {outcome: 'aborted'};
		if (trouble) return trouble;
		const {status, record} = answerTo(request);
		const good = answered(status, record === undefined ? '' : JSON.stringify(record));
		// What comes late is old, and may come after what was asked later.
		await sleep(clock, roll() < 0.03 ? between(roll, 2000, 9000) : between(roll, 15, 300), signal);
		if (signal.aborted) return {outcome: 'aborted'};
		if (isSpoiled) return spoiled(good);
		service.servedAt = clock.passed();
		return good;
	}

	const service: SimulatedService = {
		weather: 'well',
		skewMs: between(roll, -200_000, 200_000),
		faults: 0.01,
		arrived: 0,
		writes: 0,
		most: {inFlight: 0, ofOne: 0},
		servedAt: 0,

		async transport(request, signal) {
			const address = `${request.method} ${request.url.pathname}`;
			inFlight.set(address, (inFlight.get(address) ?? 0) + 1);
			const {most} = service;
			most.ofOne = Math.max(most.ofOne, inFlight.get(address) ?? 0);
			most.inFlight = Math.max(
				most.inFlight,
				[...inFlight.values()].reduce((sum, count) => sum + count, 0),
			);
			try {
				return await carry(request, signal);
			} finally {
				const left = (inFlight.get(address) ?? 1) - 1;
				if (left > 0) inFlight.set(address, left);
				else inFlight.delete(address);
			}
		},

		live() {
			const ids = [...projects.keys()];
			const id = ids[Math.floor(roll() * ids.length)];
			if (id === undefined) return;
			const what = roll();
			if (what < 0.15) deploy(id);
			else if (what < 0.8) for (const any of ids) stepDeployment(any);
			else if (what < 0.97) changeProject(id, {});
			else if (ids.length < 10) addProject(`made-by-others-${made}`);
			else projects.delete(id);
		},
	};

	for (let count = 0; count < projectCount; count++) addProject(`project-${count}`);
	return service;
}
