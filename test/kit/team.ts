import type {Handle} from '../../src/api/in-process.ts';
import type {Clock} from '../../src/clock.ts';
import {deploymentOnTheWire, projectOnTheWire} from './wire.ts';

type DeploymentOnTheWire = Record<string, unknown> & {readonly id: string; readonly project_id: string};

/** A service of which a test says everything: which projects there are, and what becomes of each deployment. */
export type Team = {
	readonly handle: Handle;
	/** Begins a deployment and gives its id. It was created now, by the service's clock, unless `fields` say otherwise. */
	readonly deploy: (projectId: string, fields?: Record<string, unknown>) => string;
	/** Changes a deployment. */
	readonly change: (deploymentId: string, fields: Record<string, unknown>) => void;
	/** Concludes a deployment now. */
	readonly conclude: (deploymentId: string, conclusion: string) => void;
	readonly forget: (deploymentId: string) => void;
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
	/** In which order deployments are sent. Default: the newest first. */
	readonly order?: 'newest first' | 'oldest first';
};

export function createTeam({clock, projects, skewMs = 0, order = 'newest first'}: TeamOptions): Team {
	const deployments = new Map<string, DeploymentOnTheWire>();
	const asked: string[] = [];
	const bodies: unknown[] = [];
	const now = () => clock.now() + skewMs;
	const iso = (at: number) => new Date(at).toISOString();
	let count = 0;

	const team: Team = {
		asked,
		bodies,

		deploy(projectId, fields = {}) {
			count++;
			const id = `dep_${String(count).padStart(4, '0')}`;
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

		handle({method, target, body}) {
			asked.push(`${method} ${target}`);
			const headers = {'content-type': 'application/json', date: new Date(now()).toUTCString()};
			const answer = (status: number, record: object) => ({
				status,
				headers,
				body: JSON.stringify({...record, request_id: 'req_1'}),
			});
			const {pathname, searchParams} = new URL(target, 'http://service.invalid');
			const [, , , projectId, kind, deploymentId] = pathname.split('/');
			const record = (id: string) => ({...projectOnTheWire, id, name: id, slug: id});
			if (projectId === undefined) return answer(200, {projects: projects.map(record), next_cursor: null});
			if (kind === undefined) return answer(200, record(projectId));
			if (method === 'POST') {
				bodies.push(JSON.parse(body));
				return answer(201, deployments.get(team.deploy(projectId)) ?? {});
			}

			if (deploymentId !== undefined) {
				const found = deployments.get(deploymentId);
				return found ? answer(200, found) : answer(404, {error: {message: 'no such deployment'}});
			}

			const own = [...deployments.values()].filter(({project_id}) => project_id === projectId);
			const newest = own.sort((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1));
			const listed = newest.slice(0, Number(searchParams.get('limit') ?? 50));
			return answer(200, {deployments: order === 'newest first' ? listed : listed.toReversed()});
		},
	};
	return team;
}
