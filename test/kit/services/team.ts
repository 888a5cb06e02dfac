import type {Handle} from '../../../src/api/transport/in-process.ts';
import type {Clock} from '../../../src/clock.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../fixtures/wire.ts';

type DeploymentOnTheWire = Record<string, unknown> & {readonly id: string; readonly project_id: string};

/** A service of which a test says everything: which projects there are, and what becomes of each deployment. */
export type Team = {
	readonly handle: Handle;
	/** Begins a deployment and gives its id. It has an id of its own and was created now, by the service's clock, unless `fields` say otherwise. */
	readonly deploy: (projectId: string, fields?: Record<string, unknown> & {readonly id?: string}) => string;
	/** Changes a deployment. */
	readonly change: (deploymentId: string, fields: Record<string, unknown>) => void;
	/** Concludes a deployment now. */
	readonly conclude: (deploymentId: string, conclusion: string) => void;
	readonly forget: (deploymentId: string) => void;
	/** Changes a project as somebody else. */
	readonly changeProject: (projectId: string, fields: Record<string, unknown>) => void;
	/** Deletes a project as somebody else. */
	readonly remove: (projectId: string) => void;
	/** The names of the projects, by id. */
	readonly names: () => ReadonlyMap<string, unknown>;
	/** What happens to the next writes, one each: carried out without an answer, lost without being carried out, or refused for now. */
	readonly fail: (...faults: ReadonlyArray<'after' | 'before' | 'busy'>) => void;
	/** The writes that reached the service, also those that it did not carry out. */
	readonly writes: () => readonly string[];
	/** What was asked for, as `GET /v1/projects`. */
	readonly asked: readonly string[];
	/** What was sent with each deployment that was triggered. */
	readonly bodies: readonly unknown[];
};

type TeamOptions = {
	readonly clock: Pick<Clock, 'now'>;
	readonly projects: readonly string[];
	/** The service's clock minus the test's. */
	readonly skewMs?: number;
	/** In which order deployments are sent: unordered is another one for each answer. Default: the newest first. */
	readonly order?: 'newest first' | 'oldest first' | 'unordered';
};

export function createTeam({clock, projects, skewMs = 0, order = 'newest first'}: TeamOptions): Team {
	const deployments = new Map<string, DeploymentOnTheWire>();
	const asked: string[] = [];
	const bodies: unknown[] = [];
	const now = () => clock.now() + skewMs;
	const iso = (at: number) => new Date(at).toISOString();
	let count = 0;
	let made = 0;
	const faults: Array<'after' | 'before' | 'busy'> = [];
	const records = new Map<string, Record<string, unknown>>(
		projects.map(id => [id, {...projectOnTheWire, id, name: id, slug: id}]),
	);

	const team: Team = {
		asked,
		bodies,

		deploy(projectId, fields = {}) {
			count++;
			const {id = `dep_${String(count).padStart(4, '0')}`} = fields;
			const begun = {status: 'queued', conclusion: null, concluded_at: null, created_at: iso(now())};
			deployments.set(id, {
				...deploymentOnTheWire,
				...begun,
				upload_version: count,
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
		writes: () => asked.filter(call => !call.startsWith('GET')),
		names: () => new Map([...records].map(([id, {name}]) => [id, name])),

		changeProject(projectId, fields) {
			const before = records.get(projectId);
			if (before) records.set(projectId, {...before, ...fields, updated_at: iso(now())});
		},

		remove: projectId => records.delete(projectId),

		handle({method, target, body}) {
			asked.push(`${method} ${target}`);
			const headers = {'content-type': 'application/json', date: new Date(now()).toUTCString()};
			const answer = (status: number, record: object) => ({
				status,
				headers,
				body: JSON.stringify({...record, request_id: 'req_1'}),
			});
			const {pathname, searchParams} = new URL(target, 'http://service.invalid');
			const [, , , projectId, kind, deploymentId] = pathname.split('/').map(decodeURIComponent);
			const missing = () => answer(404, {error: {message: 'no such project'}});
			if (method !== 'GET') {
				const fault = faults.shift();
				if (fault === 'before') return answer(503, {error: {message: 'down'}});
				if (fault === 'busy')
					return {...answer(429, {error: {message: 'slow down'}}), headers: {...headers, 'retry-after': '3'}};
				const done = write();
				return fault === 'after' ? answer(503, {error: {message: 'down'}}) : done;
			}

			function write() {
				const fields = body === '' ? {} : JSON.parse(body);
				if (projectId === undefined) {
					made++;
					const id = `prj_${made}`;
					records.set(id, {...projectOnTheWire, ...fields, id, slug: id, created_at: iso(now())});
					return answer(201, records.get(id) ?? {});
				}

				if (!records.has(projectId)) return missing();
				if (method === 'DELETE') {
					records.delete(projectId);
					return {status: 204, headers, body: ''};
				}

				if (method === 'PATCH') {
					team.changeProject(projectId, fields);
					return answer(200, records.get(projectId) ?? {});
				}

				bodies.push(fields);
				return answer(201, deployments.get(team.deploy(projectId)) ?? {});
			}

			if (projectId === undefined) return answer(200, {projects: [...records.values()], next_cursor: null});
			const project = records.get(projectId);
			if (!project) return missing();
			if (kind === undefined) return answer(200, project);

			if (deploymentId !== undefined) {
				const found = deployments.get(deploymentId);
				return found ? answer(200, found) : answer(404, {error: {message: 'no such deployment'}});
			}

			const own = [...deployments.values()].filter(({project_id}) => project_id === projectId);
			const newest = own.sort((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1));
			const limit = Number(searchParams.get('limit') ?? 50);
			if (order === 'unordered') {
				const shuffle = ({id}: DeploymentOnTheWire) => Math.sin(Number(id.slice(4)) * (asked.length + 1));
				return answer(200, {deployments: own.sort((a, b) => shuffle(a) - shuffle(b)).slice(0, limit)});
			}

			const listed = newest.slice(0, limit);
			return answer(200, {deployments: order === 'newest first' ? listed : listed.toReversed()});
		},
	};
	return team;
}
