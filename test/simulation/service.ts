import type {Transport, WireAnswer, WireRequest} from '../../src/api/transport/transport.ts';
import {sleep} from '../../src/clock.ts';
import {between, type Dice, pick} from '../../src/sandbox/world/random.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../kit/fixtures/wire.ts';
import type {SimulatedClock} from './clock.ts';

/** Whether the service is healthy, or how all requests fail. */
export type Condition = 'healthy' | 'unreachable' | 'silent' | 'down' | 'busy';

export type SimulatedService = {
	readonly transport: Transport;
	/** Changes something at random: a project, or the start, progress or conclusion of a deployment. */
	readonly changeSomething: () => void;
	condition: Condition;
	/** The service's clock minus the computer's. */
	skewMs: number;
	/** The probability that a single request fails. */
	faultRate: number;
	/** The number of requests that arrived. */
	requestCount: number;
	/** The number of writes that arrived, successful or not. */
	writeCount: number;
	/** The maximum number of requests in flight, in total and per address. */
	readonly max: {inFlight: number; perAddress: number};
	/** When the last request succeeded, as `clock.elapsed()`. */
	servedAt: number;
};

type Record = {[name: string]: unknown} & {readonly id: string};

const statuses = ['queued', 'building', 'deploying', 'completed'] as const;
const page = '<html><title>Gateway</title></html>';

/** Returns the position of a status in the lifecycle of a deployment, which never goes back. */
export const rankOf = (status: string | undefined): number => statuses.indexOf(status as (typeof statuses)[number]);

/** Creates a service with a few projects, behind a network that loses, delays and corrupts messages. A response describes the state at the time the service computed it, however late it arrives. */
export function createSimulatedService(clock: SimulatedClock, roll: Dice, projectCount: number): SimulatedService {
	const projects = new Map<string, Record>();
	const deployments = new Map<string, Record[]>();
	const inFlight = new Map<string, number>();
	let createdCount = 0;
	let version = 0;
	const iso = () => new Date(clock.now() + service.skewMs).toISOString();

	function addProject(name: string): Record {
		const id = `prj_${++createdCount}`;
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
		const id = `dep_${++createdCount}`;
		const initial = {status: 'queued', conclusion: null, concluded_at: null, created_at: iso()};
		const deployment = {...deploymentOnTheWire, ...initial, id, project_id: projectId, upload_version: createdCount};
		deployments.set(projectId, [deployment, ...(deployments.get(projectId) ?? [])].slice(0, 8));
		return deployment;
	}

	function stepDeployment(projectId: string) {
		const own = deployments.get(projectId) ?? [];
		const at = own.findIndex(({conclusion}) => conclusion === null);
		const running = own[at];
		if (!running) return;
		const status = statuses[rankOf(String(running.status)) + 1] ?? 'completed';
		const conclusion = {conclusion: pick(roll, ['success', 'failure', 'canceled']), concluded_at: iso()};
		deployments.set(projectId, own.with(at, {...running, status, ...(status === 'completed' && conclusion)}));
	}

	function handle({method, url, body}: WireRequest): {status: number; record: unknown} {
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

	/** Returns how a request fails in this condition, or undefined if it is served. */
	async function failureIn(
		condition: Condition,
		isWrite: boolean,
		signal: AbortSignal,
	): Promise<WireAnswer | undefined> {
		switch (condition) {
			case 'healthy':
				return undefined;
			case 'unreachable':
				return {outcome: 'not-sent', code: 'ECONNREFUSED', isTimeout: false};
			case 'silent':
				await sleep(clock, isWrite ? 60_000 : 15_000, signal);
				return {outcome: 'lost', code: 'TIMEOUT', isTimeout: true};
			case 'down':
				return answered(503, '{"message": "down for repair"}');
			case 'busy':
				return answered(429, '{}', {'retry-after': String(between(roll, 1, 90))});
		}
	}

	/** Returns a failure of a single request after the service handled it. */
	function corrupted(good: WireAnswer): WireAnswer {
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

	async function send(request: WireRequest, signal: AbortSignal): Promise<WireAnswer> {
		const isWrite = request.method !== 'GET';
		const isFaulty = roll() < service.faultRate;
		const own = isFaulty && roll() < 0.4 ? pick<Condition>(roll, ['unreachable', 'silent', 'down', 'busy']) : 'healthy';
		const condition = service.condition === 'healthy' ? own : service.condition;
		if (condition !== 'unreachable') {
			service.requestCount++;
			if (isWrite) service.writeCount++;
		}

		const failure = await failureIn(condition, isWrite, signal);
		if (signal.aborted) return {outcome: 'aborted'};
		if (failure) return failure;
		const {status, record} = handle(request);
		const good = answered(status, record === undefined ? '' : JSON.stringify(record));
		// A late response is outdated, and may arrive after that to a later request.
		await sleep(clock, roll() < 0.03 ? between(roll, 2000, 9000) : between(roll, 15, 300), signal);
		if (signal.aborted) return {outcome: 'aborted'};
		if (isFaulty) return corrupted(good);
		service.servedAt = clock.elapsed();
		return good;
	}

	const service: SimulatedService = {
		condition: 'healthy',
		skewMs: between(roll, -200_000, 200_000),
		faultRate: 0.01,
		requestCount: 0,
		writeCount: 0,
		max: {inFlight: 0, perAddress: 0},
		servedAt: 0,

		async transport(request, signal) {
			const address = `${request.method} ${request.url.pathname}`;
			inFlight.set(address, (inFlight.get(address) ?? 0) + 1);
			const {max} = service;
			max.perAddress = Math.max(max.perAddress, inFlight.get(address) ?? 0);
			max.inFlight = Math.max(
				max.inFlight,
				[...inFlight.values()].reduce((sum, count) => sum + count, 0),
			);
			try {
				return await send(request, signal);
			} finally {
				const left = (inFlight.get(address) ?? 1) - 1;
				if (left > 0) inFlight.set(address, left);
				else inFlight.delete(address);
			}
		},

		changeSomething() {
			const ids = [...projects.keys()];
			const id = ids[Math.floor(roll() * ids.length)];
			if (id === undefined) return;
			const what = roll();
			if (what < 0.15) deploy(id);
			else if (what < 0.8) for (const projectId of ids) stepDeployment(projectId);
			else if (what < 0.97) changeProject(id, {});
			else if (ids.length < 10) addProject(`created-by-others-${createdCount}`);
			else projects.delete(id);
		},
	};

	for (let count = 0; count < projectCount; count++) addProject(`project-${count}`);
	return service;
}
