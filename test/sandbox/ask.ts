import type {SandboxOptions} from '../../src/sandbox/sandbox.ts';
import {createTestSandbox} from '../kit/services/test-sandbox.ts';

const opening = Date.UTC(2026, 5, 1, 12);
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

export type Body = Record<string, unknown> & {readonly id: string; readonly request_id: string};
type Received = {readonly status: number; readonly body: Body; readonly headers: Readonly<Record<string, string>>};

export type Asker = ReturnType<typeof open>;

export function open(options: Partial<SandboxOptions> & {readonly startsAt?: number} = {}) {
	let now = options.startsAt ?? opening;
	const clock = {now: () => now};
	const sandbox = createTestSandbox({clock, apiKey: 'team-key', world: 'quiet', ...options});

	function ask(method: string, target: string, body?: unknown): Received {
		const response = sandbox.ask(method, target, body);
		return {...response, body: response.body === '' ? ({} as Body) : JSON.parse(response.body)};
	}

	/** All projects, newest first. */
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
		pass(byMs: number) {
			now += byMs;
		},
		deployments: (id: string) => ask('GET', `/v1/projects/${id}/deployments?limit=100`).body.deployments as Body[],
	};
}

/** Without the request id, which differs in each response. */
export const lasting = ({request_id: _, ...record}: Body) => record;

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
