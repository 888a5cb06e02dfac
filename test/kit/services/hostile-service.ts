import type {Handle} from '../../../src/api/in-process.ts';

type Response = ReturnType<Handle>;

/** A text that the service sends: a field of a record or of a list response. */
export type Field =
	| `project ${'id' | 'name' | 'slug' | 'url' | 'upload_mode' | 'status' | 'request_id'}`
	| `deployment ${'id' | 'environment_id' | 'status' | 'conclusion' | 'url' | 'request_id'}`
	| 'page request_id'
	| 'next_cursor';

type HostileServiceOptions = {
	/** Returns the text of a field, by the index of its record and of its project. */
	readonly textOf: (field: Field, index: number, projectIndex: number) => string;
	readonly now: number;
	readonly projectCount: number;
	/** Per project. Default: 6. */
	readonly deploymentCount?: number;
	/** Hours between one deployment and the next. Default: 1. */
	readonly hoursApart?: number;
};

const hourMs = 3_600_000;

const ok = (body: unknown): Response => ({
	status: 200,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify(body),
});

/** The records of the service, with texts from `textOf`. */
function createRecords({textOf, now, hoursApart = 1}: HostileServiceOptions) {
	let isRenamed = false;
	let isConcluded = false;
	const time = (hoursAgo: number) => new Date(now - hoursAgo * hourMs).toISOString();
	// An id becomes part of a URL, so it must be well-formed and not too long. The number makes it unique.
	const idOf = (field: 'project id' | 'deployment id', index: number, projectIndex = index) =>
		`${textOf(field, index, projectIndex).toWellFormed().slice(0, 200)}-${index}`;
	const projectId = (index: number) => idOf('project id', index);

	return {
		projectId,
		conclude() {
			isConcluded = true;
		},
		renameProjects() {
			isRenamed = true;
		},
		project: (index: number) => ({
			id: projectId(index),
			name: textOf('project name', isRenamed ? index + 1 : index, index),
			slug: textOf('project slug', index, index),
			url: textOf('project url', index, index),
			upload_mode: textOf('project upload_mode', index, index),
			status: textOf('project status', index, index),
			latest_upload_version: 17,
			created_at: time(100),
			updated_at: time(isRenamed ? 1 : 50),
			request_id: textOf('project request_id', index, index),
		}),

		/** The first deployment of a project runs until `conclude`; the others have concluded. */
		deployment(projectIndex: number, index: number) {
			const isRunning = index === 0 && !isConcluded;
			return {
				id: idOf('deployment id', projectIndex * 1000 + index, projectIndex),
				project_id: projectId(projectIndex),
				environment_id: textOf('deployment environment_id', index, projectIndex),
				status: textOf('deployment status', index, projectIndex),
				conclusion: isRunning ? null : textOf('deployment conclusion', index, projectIndex),
				upload_version: 17,
				url: textOf('deployment url', index, projectIndex),
				created_at: time(index * hoursApart + 1),
				concluded_at: isRunning ? null : time(index * hoursApart + 0.5),
				request_id: textOf('deployment request_id', index, projectIndex),
			};
		},
	};
}

/** Builds a service with a few projects, each with deployments, whose every text comes from `textOf`. */
export function createHostileService(options: HostileServiceOptions) {
	const {textOf, projectCount, deploymentCount = 6} = options;
	const {project, projectId, deployment, conclude, renameProjects} = createRecords(options);
	let failure: Response | undefined;
	let isFailing: (method: string, target: string) => boolean = () => true;
	let triggeredCount = 0;
	const indexes = Array.from({length: projectCount}, (_, index) => index);

	const handle: Handle = ({method, target}) => {
		if (failure && isFailing(method, target)) return failure;
		const [path = ''] = target.split('?');
		const [, , , id, collection, deploymentId] = path.split('/').map(decodeURIComponent);
		if (id === undefined) {
			if (method === 'POST') return ok(project(0));
			const cursor = new URL(target, 'http://x').searchParams.get('cursor');
			// The second page repeats the first cursor, which ends the list.
			const nextCursor = textOf('next_cursor', 0, 0);
			return ok({
				projects: cursor === null ? indexes.map(project) : [],
				next_cursor: nextCursor,
				request_id: textOf('page request_id', 0, 0),
			});
		}

		const index = indexes.find(candidate => projectId(candidate) === id);
		if (index === undefined) return {status: 404, headers: {}, body: '{}'};
		if (collection === undefined) {
			return method === 'DELETE' ? {status: 204, headers: {}, body: ''} : ok(project(index));
		}

		if (method === 'POST') {
			const triggered = deployment(index, 0);
			return ok({...triggered, id: `${triggered.id}-${++triggeredCount}`});
		}

		const deployments = Array.from({length: deploymentCount}, (_, at) => deployment(index, at));
		if (deploymentId === undefined) return ok({deployments, request_id: textOf('page request_id', 1, index)});
		const found = deployments.find(({id}) => id === deploymentId) ?? deployments[0];
		return ok({...found, id: deploymentId});
	};

	return {
		handle,
		/** Sends this response to every request, or to those that match `when`. Without a response, the service works again. */
		failWith(response?: Response, when: typeof isFailing = () => true) {
			failure = response;
			isFailing = when;
		},
		conclude,
		renameProjects,
	};
}
