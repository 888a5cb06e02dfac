import type {Handle} from '../../../src/api/transport/in-process.ts';

type Answer = ReturnType<Handle>;

/** Where a text of the service stands: in a record, or in an answer. */
export type Place =
	| `project ${'id' | 'name' | 'slug' | 'url' | 'upload_mode' | 'status' | 'request_id'}`
	| `deployment ${'id' | 'environment_id' | 'status' | 'conclusion' | 'url' | 'request_id'}`
	| 'page request_id'
	| 'next_cursor';

export type TellingService = {
	readonly handle: Handle;
	/** Answers everything, or only what fulfils the condition, until it is called without an answer. */
	readonly failWith: (answer?: Answer, when?: (method: string, target: string) => boolean) => void;
	/** Ends what goes on. */
	readonly conclude: () => void;
	/** Changes the names of all projects, as somebody else would. */
	readonly rename: () => void;
};

type TellingOptions = {
	/** Gives a text by its place, the number of its record and that of the project. */
	readonly say: (place: Place, at: number, project: number) => string;
	readonly now: number;
	readonly projects: number;
	/** Of each project. */
	readonly deployments?: number;
	/** How long before each deployment the next older one was. */
	readonly hoursApart?: number;
};

const anHour = 3_600_000;

/** A service of a few projects, each with deployments, in which every text is what `say` says. */
export function createTellingService({
	say,
	now,
	projects,
	deployments = 6,
	hoursApart = 1,
}: TellingOptions): TellingService {
	let failure: Answer | undefined;
	let fails: (method: string, target: string) => boolean = () => true;
	let isRenamed = false;
	let isOver = false;
	let triggered = 0;
	const time = (hoursAgo: number) => new Date(now - hoursAgo * anHour).toISOString();
	// An id is sent back in an address, so it must be well-formed and not too long; the number keeps two from being the same.
	const idOf = (place: 'project id' | 'deployment id', at: number, project = at) =>
		`${say(place, at, project).toWellFormed().slice(0, 200)}-${at}`;

	const project = (at: number) => ({
		id: idOf('project id', at),
		name: say('project name', isRenamed ? at + 1 : at, at),
		slug: say('project slug', at, at),
		url: say('project url', at, at),
		upload_mode: say('project upload_mode', at, at),
		status: say('project status', at, at),
		latest_upload_version: 17,
		created_at: time(100),
		updated_at: time(isRenamed ? 1 : 50),
		request_id: say('project request_id', at, at),
	});

	/** The first one goes on until it is ended; the others are over. */
	const deployment = (projectAt: number, at: number) => {
		const isRunning = at === 0 && !isOver;
		return {
			id: idOf('deployment id', projectAt * 1000 + at, projectAt),
			project_id: idOf('project id', projectAt),
			environment_id: say('deployment environment_id', at, projectAt),
			status: say('deployment status', at, projectAt),
			conclusion: isRunning ? null : say('deployment conclusion', at, projectAt),
			upload_version: 17,
			url: say('deployment url', at, projectAt),
			created_at: time(at * hoursApart + 1),
			concluded_at: isRunning ? null : time(at * hoursApart + 0.5),
			request_id: say('deployment request_id', at, projectAt),
		};
	};

	const ok = (body: unknown): Answer => ({
		status: 200,
		headers: {'content-type': 'application/json'},
		body: JSON.stringify(body),
	});
	const all = Array.from({length: projects}, (_, at) => at);
	const missing: Answer = {status: 404, headers: {}, body: '{}'};

	const handle: Handle = ({method, target}) => {
		if (failure && fails(method, target)) return failure;
		const [path = ''] = target.split('?');
		const [, , , projectId, more, deploymentId] = path.split('/').map(decodeURIComponent);
		if (projectId === undefined) {
			if (method === 'POST') return ok(project(0));
			const cursor = new URL(target, 'http://x').searchParams.get('cursor');
			const next = say('next_cursor', 0, 0);
			// The second page repeats the first cursor, which ends the list.
			return ok({
				projects: cursor === null ? all.map(project) : [],
				next_cursor: next,
				request_id: say('page request_id', 0, 0),
			});
		}

		const at = all.find(index => idOf('project id', index) === projectId);
		if (at === undefined) return missing;
		if (more === undefined) return method === 'DELETE' ? {status: 204, headers: {}, body: ''} : ok(project(at));
		if (method === 'POST') return ok({...deployment(at, 0), id: `${deployment(at, 0).id}-${++triggered}`});
		const listed = Array.from({length: deployments}, (_, index) => deployment(at, index));
		if (deploymentId === undefined) return ok({deployments: listed, request_id: say('page request_id', 1, at)});
		const found = listed.find(({id}) => id === deploymentId) ?? listed[0];
		return ok({...found, id: deploymentId});
	};

	return {
		handle,
		failWith(answer, when = () => true) {
			failure = answer;
			fails = when;
		},
		conclude() {
			isOver = true;
		},
		rename() {
			isRenamed = true;
		},
	};
}
