import type {Handle} from '../../../src/api/in-process.ts';
import {createSandbox, type SandboxOptions} from '../../../src/sandbox/sandbox.ts';

type Answer = ReturnType<Handle>;

/** Adds outages to a service: answers by the beginning of a target or request. A number is a status. */
export function withOutages<Request extends {readonly method: string; readonly target: string}>(
	handle: (request: Request) => Answer,
) {
	const outages = new Map<string, number | Partial<Answer>>();
	const handleUnlessOut = (request: Request): Answer => {
		const line = `${request.method} ${request.target}`;
		const outage = [...outages].find(([start]) => request.target.startsWith(start) || line.startsWith(start))?.[1];
		if (outage === undefined) return handle(request);
		const body = JSON.stringify({error: {code: 'outage', message: 'It was told to say this.'}, request_id: 'req_out'});
		return {status: 503, headers: {}, body, ...(typeof outage === 'number' ? {status: outage} : outage)};
	};
	return {outages, handle: handleUnlessOut};
}

export type TestSandbox = ReturnType<typeof createTestSandbox>;

export function createTestSandbox(options: SandboxOptions) {
	const sandbox = createSandbox(options);
	const requests: string[] = [];
	const {outages, handle} = withOutages(sandbox.handle);
	const recorded: typeof sandbox.handle = request => {
		requests.push(`${request.method} ${request.target}`);
		return handle(request);
	};
	function ask(method: string, target: string, fields?: unknown) {
		const headers = new Map([
			['authorization', `Bearer ${options.apiKey}`],
			['content-type', 'application/json'],
		]);
		return recorded({method, target, headers, body: fields === undefined ? '' : JSON.stringify(fields)});
	}

	return {...sandbox, ask, handle: recorded, requests: requests as readonly string[], outages};
}
