import type {Handle} from '../../../src/api/transport/in-process.ts';
import type {Clock} from '../../../src/clock.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../fixtures/wire.ts';

export type Answer = ReturnType<Handle>;
type Fields = Readonly<Record<string, unknown>>;
type WireDeployment = Record<string, unknown> & {readonly id: string; readonly project_id: string};

/** What happens to a write: it takes effect but gets a 503, it gets a 503 without an effect, or it gets a 429. */
type WriteFault = 'after' | 'before' | 'busy';

/** An in-memory service with one team. The test decides which projects exist and how each deployment proceeds. */
export type Team = {
	readonly handle: Handle;
	/** Starts a deployment and returns its id. `fields` override the defaults: the next id, created now by the service's clock, queued. */
	readonly deploy: (projectId: string, fields?: Fields & {readonly id?: string}) => string;
	/** Changes fields of a deployment. */
	readonly change: (deploymentId: string, fields: Fields) => void;
	/** Concludes a deployment now, by the service's clock. */
	readonly conclude: (deploymentId: string, conclusion: string) => void;
	/** Removes a deployment. */
	readonly forget: (deploymentId: string) => void;
	/** Changes fields of a project, as a teammate would. */
	readonly changeProject: (projectId: string, fields: Fields) => void;
	/** Deletes a project, as a teammate would. */
	readonly remove: (projectId: string) => void;
	/** The names of the projects, by id. */
	readonly names: () => ReadonlyMap<string, unknown>;
	/** Makes the next writes fail, one per fault. */
	readonly fail: (...faults: readonly WriteFault[]) => void;
	/** The writes that reached the service, including failed ones. */
	readonly writes: () => readonly string[];
	/** All requests, such as `GET /v1/projects`. */
	readonly requests: readonly string[];
	/** The request bodies of the triggered deployments. */
	readonly bodies: readonly unknown[];
};

type TeamOptions = {
	readonly clock: Pick<Clock, 'now'>;
	/** Their ids, which are also their names. */
	readonly projects: readonly string[];
	/** The service's clock minus the test's. */
	readonly skewMs?: number;
	/** The order of deployments in a list. Unordered lists differ from response to response. Default: newest first. */
	readonly order?: 'newest first' | 'oldest first' | 'unordered';
	/** Returns the status with which the read of a path fails, or another answer to it. Undefined if it succeeds. `answered` returns the right answer. */
	readonly readFault?: (path: string, answered: () => Answer) => number | Answer | undefined;
};

/** Returns the deployments in the order of the service. `seed` shuffles an unordered list. */
function inOrder(deployments: readonly WireDeployment[], order: TeamOptions['order'], seed: number) {
	if (order === 'unordered') {
		const rank = ({id}: WireDeployment) => Math.sin(Number(id.slice(4)) * seed);
		return deployments.toSorted((a, b) => rank(a) - rank(b));
	}

	return deployments.toSorted((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1));
}

/** Builds an in-memory service with the given projects and no deployments. */
export function createTeam({
	clock,
	projects,
	skewMs = 0,
	order = 'newest first',
	readFault = () => undefined,
}: TeamOptions): Team {
	const deployments = new Map<string, WireDeployment>();
	const requests: string[] = [];
	const bodies: unknown[] = [];
	const now = () => clock.now() + skewMs;
	const iso = (at: number) => new Date(at).toISOString();
	let deploymentCount = 0;
	let createdCount = 0;
	const faults: WriteFault[] = [];
	const records = new Map<string, Fields>(projects.map(id => [id, {...projectOnTheWire, id, name: id, slug: id}]));

	const headers = () => ({'content-type': 'application/json', date: new Date(now()).toUTCString()});
	const respond = (status: number, record: object, requestId = 'req_1') => ({
		status,
		headers: headers(),
		body: JSON.stringify({...record, request_id: requestId}),
	});
	const missing = () => respond(404, {error: {message: 'no such project'}});

	function read(
		projectId: string | undefined,
		collection: string | undefined,
		deploymentId: string | undefined,
		limit: number,
	) {
		if (projectId === undefined) return respond(200, {projects: [...records.values()], next_cursor: null});
		const project = records.get(projectId);
		if (!project) return missing();
		if (collection === undefined) return respond(200, project);
		if (deploymentId !== undefined) {
			const found = deployments.get(deploymentId);
			return found ? respond(200, found) : respond(404, {error: {message: 'no such deployment'}});
		}

		const own = [...deployments.values()].filter(({project_id}) => project_id === projectId);
		const listed = inOrder(own, order, requests.length + 1).slice(0, limit);
		return respond(200, {deployments: order === 'oldest first' ? listed.toReversed() : listed});
	}

	function write(method: string, projectId: string | undefined, body: string) {
		const fields = body === '' ? {} : JSON.parse(body);
		if (projectId === undefined) {
			createdCount++;
			const id = `prj_${createdCount}`;
			records.set(id, {...projectOnTheWire, ...fields, id, slug: id, created_at: iso(now())});
			return respond(201, records.get(id) ?? {});
		}

		if (!records.has(projectId)) return missing();
		if (method === 'DELETE') {
			records.delete(projectId);
			return {status: 204, headers: headers(), body: ''};
		}

		if (method === 'PATCH') {
			team.changeProject(projectId, fields);
			return respond(200, records.get(projectId) ?? {});
		}

		bodies.push(fields);
		return respond(201, deployments.get(team.deploy(projectId)) ?? {});
	}

	const team: Team = {
		requests,
		bodies,

		deploy(projectId, fields = {}) {
			deploymentCount++;
			const {id = `dep_${String(deploymentCount).padStart(4, '0')}`} = fields;
			const queued = {status: 'queued', conclusion: null, concluded_at: null, created_at: iso(now())};
			deployments.set(id, {
				...deploymentOnTheWire,
				...queued,
				upload_version: deploymentCount,
				...fields,
				id,
				project_id: projectId,
			});
			return id;
		},

		change(deploymentId, fields) {
			const before = deployments.get(deploymentId);
			if (!before) throw new Error(`there is no ${deploymentId}`);
			deployments.set(deploymentId, {...before, ...fields});
		},

		conclude(deploymentId, conclusion) {
			team.change(deploymentId, {status: 'completed', conclusion, concluded_at: iso(now())});
		},

		forget: deploymentId => deployments.delete(deploymentId),
		fail: (...next) => faults.push(...next),
		writes: () => requests.filter(request => !request.startsWith('GET')),
		names: () => new Map([...records].map(([id, {name}]) => [id, name])),

		changeProject(projectId, fields) {
			const before = records.get(projectId);
			if (before) records.set(projectId, {...before, ...fields, updated_at: iso(now())});
		},

		remove: projectId => records.delete(projectId),

		handle({method, target, body}) {
			requests.push(`${method} ${target}`);
			const {pathname, searchParams} = new URL(target, 'http://service.invalid');
			const [, , , projectId, collection, deploymentId] = pathname.split('/').map(decodeURIComponent);
			if (method === 'GET') {
				const answered = () => read(projectId, collection, deploymentId, Number(searchParams.get('limit') ?? 50));
				const fault = readFault(pathname, answered);
				if (typeof fault !== 'number') return fault ?? answered();
				return respond(fault, {error: {message: 'no such thing'}}, `req_${fault}`);
			}

			const fault = faults.shift();
			if (fault === 'before') return respond(503, {error: {message: 'down'}});
			if (fault === 'busy') {
				const busy = respond(429, {error: {message: 'slow down'}});
				return {...busy, headers: {...busy.headers, 'retry-after': '3'}};
			}

			const response = write(method, projectId, body);
			return fault === 'after' ? respond(503, {error: {message: 'down'}}) : response;
		},
	};
	return team;
}
