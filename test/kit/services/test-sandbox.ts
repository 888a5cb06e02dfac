import {Refusal, type Response} from '../../../src/sandbox/response.ts';
import {createSandbox, type SandboxOptions} from '../../../src/sandbox/sandbox.ts';

export type TestSandbox = ReturnType<typeof createTestSandbox>;

/** Creates a sandbox that remembers its requests, and whose responses a test can replace. */
export function createTestSandbox(options: SandboxOptions) {
	const sandbox = createSandbox(options);
	/** The requests so far, such as `GET /v1/projects`. */
	const requests: string[] = [];
	/** Responses that replace those of the sandbox, by the beginning of a target or of a request. A number is a status. */
	const outages = new Map<string, number | Partial<Response>>();

	const handle: typeof sandbox.handle = request => {
		const line = `${request.method} ${request.target}`;
		requests.push(line);
		const outage = [...outages].find(([start]) => request.target.startsWith(start) || line.startsWith(start))?.[1];
		if (outage === undefined) return sandbox.handle(request);
		const replaced = typeof outage === 'number' ? {status: outage} : outage;
		const refusal = sandbox.refuse(new Refusal(replaced.status ?? 503, 'outage', 'The sandbox was told to say this.'));
		return {...refusal, ...replaced, headers: {...refusal.headers, ...replaced.headers}};
	};

	return {...sandbox, handle, requests: requests as readonly string[], outages};
}
