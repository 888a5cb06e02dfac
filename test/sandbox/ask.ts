import {createSandbox, type Sandbox, type SandboxOptions} from '../../src/sandbox/sandbox.ts';

export const opening = Date.UTC(2026, 5, 1, 12);
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

export type Body = Record<string, unknown> & {readonly id: string; readonly request_id: string};
type Asked = {readonly status: number; readonly body: Body; readonly headers: Readonly<Record<string, string>>};

export type Asker = {
	readonly sandbox: Sandbox;
	readonly ask: (method: string, target: string, body?: unknown) => Asked;
	/** Lets time pass; nothing runs, because a sandbox has no timer. */
	readonly pass: (byMs: number) => void;
	/** Every project there is, newest first. */
	readonly projects: () => Body[];
	readonly deployments: (projectId: string) => Body[];
};

/** A sandbox, and a caller who has its key. */
export function open(options: Partial<SandboxOptions> & {readonly startsAt?: number} = {}): Asker {
	let now = options.startsAt ?? opening;
	const clock = {now: () => now, after: () => () => {}};
	const sandbox = createSandbox({clock, apiKey: 'team-key', world: 'quiet', ...options});

	function ask(method: string, target: string, body?: unknown): Asked {
		const headers = new Map([
			['authorization', 'Bearer team-key'],
			['content-type', 'application/json'],
		]);
		const text = body === undefined ? '' : JSON.stringify(body);
		const answer = sandbox.handle({method, target, headers, body: text});
		return {...answer, body: answer.body === '' ? ({} as Body) : JSON.parse(answer.body)};
	}

	function projects(): Body[] {
		const rows: Body[] = [];
		let cursor: unknown = '';
		while (cursor !== null) {
			const {body} = ask('GET', `/v1/projects?limit=100&cursor=${cursor}`);
			rows.push(...(body.projects as Body[]));
			cursor = body.next_cursor;
		}

		return rows;
	}

	return {
		sandbox,
		ask,
		projects,
		pass: byMs => {
			now += byMs;
		},
		deployments: id => ask('GET', `/v1/projects/${id}/deployments?limit=100`).body.deployments as Body[],
	};
}

/** A record without what is new in each answer. */
export const lasting = ({request_id: _, ...record}: Body) => record;

/** A project that can be deployed, and what deploys and reads it. */
export function deployable(asker: Asker) {
	const project = asker.projects().find(({status}) => status === 'active') as Body;
	const path = `/v1/projects/${project.id}`;
	return {
		project,
		path,
		trigger: (body: unknown = {}) => asker.ask('POST', `${path}/deployments`, body),
		read: () => asker.ask('GET', path).body,
	};
}
