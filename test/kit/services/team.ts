import type {Handle} from '../../../src/api/in-process.ts';
import type {Clock} from '../../../src/base/clock.ts';
import {deploymentOnTheWire, projectOnTheWire} from '../fixtures/wire.ts';

export type Answer = ReturnType<Handle>;
type Fields = Readonly<Record<string, unknown>>;
type WireDeployment = Record<string, unknown> & {readonly id: string; readonly project_id: string};

/** A write takes effect but gets a 503, or gets a 503, 429 or 404 without effect. */
type WriteFault = 'after' | 'before' | 'busy' | 'missing' | 'rejected';

type TeamOptions = {
	readonly clock: Pick<Clock, 'now'>;
	/** The ids are also the names. */
	readonly projects: readonly string[];
	/** The service's clock minus the test's. */
	readonly skewMs?: number;
	/** Default: newest first. Unordered lists differ from response to response. */
	readonly order?: 'newest first' | 'oldest first' | 'unordered';
	readonly visibleAfterMs?: number;
	/** The status or answer that replaces a read. Undefined: the right answer, which `answered` returns. */
	readonly readFault?: (path: string, answered: () => Answer) => number | Answer | undefined;
};

function inOrder(deployments: readonly WireDeployment[], order: TeamOptions['order'], seed: number) {
	if (order === 'unordered') {
		const rank = ({id}: WireDeployment) => Math.sin(Number(id.slice(4)) * seed);
		return deployments.toSorted((a, b) => rank(a) - rank(b));
	}

	return deployments.toSorted((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1));
}

export type Team = ReturnType<typeof createTeam>;

/** An in-memory service with one team. The test decides how each deployment proceeds. */
export function createTeam({
	clock,
	projects,
	skewMs = 0,
	order = 'newest first',
	visibleAfterMs = 0,
	readFault = () => undefined,
}: TeamOptions) {
	const deployments = new Map<string, WireDeployment>();
	const requests: string[] = [];
	const bodies: unknown[] = [];
	const now = () => clock.now() + skewMs;
	const iso = (at: number) => new Date(at).toISOString();
	let deploymentCount = 0;
	let createdCount = 0;
	const faults: WriteFault[] = [];
	const records = new Map<string, Fields>(projects.map(id => [id, {...projectOnTheWire, id, name: id, slug: id}]));

	const visibleAt = new Map<string, number>();
	const isVisible = ({id}: Fields) => clock.now() >= (visibleAt.get(String(id)) ?? 0);

	const headers = () => ({'content-type': 'application/json', date: new Date(now()).toUTCString()});
	const respond = (status: number, record: object, requestId = 'req_1') => ({
		status,
		headers: headers(),
		body: JSON.stringify({...record, request_id: requestId}),
	});
	const missing = () => respond(404, {error: {message: 'no such project'}});

	function read([projectId, collection, deploymentId]: readonly string[], limit: number) {
		if (projectId === undefined)
			return respond(200, {projects: [...records.values()].filter(isVisible), next_cursor: null});
		const project = records.get(projectId);
		if (!project || !isVisible(project)) return missing();
		if (collection === undefined) return respond(200, project);
		if (deploymentId !== undefined) {
			const found = deployments.get(deploymentId);
			return found && isVisible(found) ? respond(200, found) : respond(404, {error: {message: 'no such deployment'}});
		}

		const own = [...deployments.values()].filter(each => each.project_id === projectId && isVisible(each));
		const listed = inOrder(own, order, requests.length + 1).slice(0, limit);
		return respond(200, {deployments: order === 'oldest first' ? listed.toReversed() : listed});
	}

	function write(method: string, projectId: string | undefined, body: string) {
		const fields = body === '' ? {} : JSON.parse(body);
		if (projectId === undefined) {
			createdCount++;
			const id = `prj_${createdCount}`;
			records.set(id, {...projectOnTheWire, ...fields, id, slug: id, created_at: iso(now())});
			visibleAt.set(id, clock.now() + visibleAfterMs);
			return respond(201, records.get(id) ?? {});
		}

		if (!records.has(projectId)) return missing();
		if (method === 'DELETE') {
			records.delete(projectId);
			return {status: 204, headers: headers(), body: ''};
		}

		if (method === 'PATCH') {
			changeProject(projectId, fields);
			return respond(200, records.get(projectId) ?? {});
		}

		bodies.push(fields);
		const id = deploy(projectId);
		visibleAt.set(id, clock.now() + visibleAfterMs);
		return respond(201, deployments.get(id) ?? {});
	}

	/** Starts a deployment and returns its id. By default it is queued, with the next id, created now by the service's clock. */
	function deploy(projectId: string, fields: Fields & {readonly id?: string} = {}): string {
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
	}

	function change(deploymentId: string, fields: Fields) {
		const before = deployments.get(deploymentId);
		if (!before) throw new Error(`there is no ${deploymentId}`);
		deployments.set(deploymentId, {...before, ...fields});
	}

	const conclude = (deploymentId: string, conclusion: string) =>
		change(deploymentId, {status: 'completed', conclusion, concluded_at: iso(now())});

	function changeProject(projectId: string, fields: Fields) {
		const before = records.get(projectId);
		if (before) records.set(projectId, {...before, ...fields, updated_at: iso(now())});
	}

	return {
		deploy,
		change,
		changeProject,
		requests: requests as readonly string[],
		bodies: bodies as readonly unknown[],
		conclude,
		/** Starts a deployment with this status, or concludes it if the word is a conclusion. */
		deployWith(projectId: string, word: string, fields: Fields = {}): string {
			if (!/^(?:success|failure|cancelled)$/.test(word)) return deploy(projectId, {status: word, ...fields});
			const id = deploy(projectId, fields);
			conclude(id, word);
			return id;
		},
		deployedBefore(projectId: string, conclusion: string, agoMs: number, fields: Fields = {}, tookMs = 60_000): string {
			const concludedAt = now() - agoMs;
			const times = {created_at: iso(concludedAt - tookMs), concluded_at: iso(concludedAt)};
			return deploy(projectId, {status: 'completed', conclusion, ...times, ...fields});
		},
		forget: (deploymentId: string) => deployments.delete(deploymentId),
		remove: (projectId: string) => records.delete(projectId),
		fail: (...next: readonly WriteFault[]) => faults.push(...next),
		writes: (): readonly string[] => requests.filter(request => !request.startsWith('GET')),
		names: () => new Map([...records].map(([id, {name}]) => [id, name])),
		handle({method, target, body}: Parameters<Handle>[0]): Answer {
			requests.push(`${method} ${target}`);
			const {pathname, searchParams} = new URL(target, 'http://service.invalid');
			const path = pathname.split('/').slice(3).map(decodeURIComponent);
			if (method === 'GET') {
				const answered = () => read(path, Number(searchParams.get('limit') ?? 50));
				const fault = readFault(pathname, answered);
				if (typeof fault !== 'number') return fault ?? answered();
				return respond(fault, {error: {message: 'no such thing'}}, `req_${fault}`);
			}

			const fault = faults.shift();
			if (fault === 'missing') return missing();
			if (fault === 'rejected') return respond(409, {error: {message: 'archived'}});
			if (fault === 'before') return respond(503, {error: {message: 'down'}});
			if (fault === 'busy') {
				const busy = respond(429, {error: {message: 'slow down'}});
				return {...busy, headers: {...busy.headers, 'retry-after': '3'}};
			}

			const response = write(method, path[0], body);
			return fault === 'after' ? respond(503, {error: {message: 'down'}}) : response;
		},
	};
}
