import type {Handle} from '../../../src/api/in-process.ts';
import {type Answer, createTeam} from './team.ts';

type Json = Readonly<Record<string, unknown>>;

export type Field =
	| `project ${'id' | 'name' | 'slug' | 'url' | 'upload_mode' | 'status' | 'request_id'}`
	| `deployment ${'id' | 'environment_id' | 'status' | 'conclusion' | 'url' | 'request_id'}`
	| 'page request_id'
	| 'next_cursor';

type HostileServiceOptions = {
	readonly textOf: (field: Field, index: number, projectIndex: number) => string;
	readonly now: number;
	readonly projectCount: number;
	readonly deploymentCount?: number;
	readonly hoursApart?: number;
};

/** Every text but dates comes from `textOf`. */
export function createHostileService({
	textOf,
	now,
	projectCount,
	deploymentCount = 6,
	hoursApart = 1,
}: HostileServiceOptions) {
	const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
	// An id becomes part of a URL, so it must be well-formed and not too long. The number makes it unique.
	const idOf = (field: Field, index: number, projectIndex: number) =>
		`${textOf(field, index, projectIndex).toWellFormed().slice(0, 200)}-${index}`;
	const projects = Array.from({length: projectCount}, (_, index) => idOf('project id', index, index));
	const team = createTeam({clock: {now: () => now}, projects});
	/** Index in the list of the project, by deployment id. */
	const places = new Map<unknown, number>();
	const over = (place: number) => ({conclusion: 'over', concluded_at: hoursAgo(place * hoursApart + 0.5)});
	for (const [index, project] of projects.entries()) {
		for (let place = 0; place < deploymentCount; place++) {
			const id = idOf('deployment id', index * 1000 + place, index);
			const created = {upload_version: 17, created_at: hoursAgo(place * hoursApart + 1)};
			team.deploy(project, {id, ...created, ...(place > 0 && over(place))});
			places.set(id, place);
		}
	}

	let isRenamed = false;
	let failure: Answer | undefined;
	let isFailing: (method: string, target: string) => boolean = () => true;

	const hostile = (record: Json): Json => {
		const kind = 'project_id' in record ? 'deployment' : 'project';
		const projectIndex = projects.indexOf(String(record.project_id ?? record.id));
		const index = kind === 'project' ? projectIndex : (places.get(record.id) ?? 0);
		const replaced = Object.entries(record).map(([name, value]) => {
			if (typeof value !== 'string' || /^(?:project_)?id$|_at$/.test(name)) return [name, value];
			const at = isRenamed && kind === 'project' && name === 'name' ? index + 1 : index;
			return [name, textOf(`${kind} ${name}` as Field, at, projectIndex)];
		});
		return Object.fromEntries(replaced);
	};

	const handle: Handle = request => {
		if (failure && isFailing(request.method, request.target)) return failure;
		const {status, body} = team.handle({...request, target: request.target.replace(/limit=\d+/, 'limit=1000')});
		const headers = {'content-type': 'application/json'};
		if (status >= 300 || body === '') return {status, headers, body};
		const json = JSON.parse(body);
		const list = json.projects ?? json.deployments;
		// The second page repeats the cursor of the first one, which ends the list.
		const next = json.projects && {next_cursor: textOf('next_cursor', 0, 0)};
		const rows = request.target.includes('cursor=') ? [] : list?.map(hostile);
		const page = {[json.projects ? 'projects' : 'deployments']: rows, ...next};
		const answered = list ? {...page, request_id: textOf('page request_id', next ? 0 : 1, 0)} : hostile(json);
		return {status, headers, body: JSON.stringify(answered)};
	};

	return {
		handle,
		/** Replaces the response to requests that match `when`. Without a response, the service works again. */
		failWith(response?: Answer, when: typeof isFailing = () => true) {
			failure = response;
			isFailing = when;
		},
		conclude() {
			for (const [id, place] of places) if (place === 0) team.change(String(id), over(0));
		},
		renameProjects() {
			isRenamed = true;
		},
	};
}
