import {createClient, type OnRequestEnd, type OnRequestSent} from '../../../src/api/client.ts';
import {createInProcessTransport, type Handle} from '../../../src/api/in-process.ts';
import type {Transport} from '../../../src/api/transport.ts';
import {plain} from '../../../src/base/text.ts';
import type {OpenedService} from '../../../src/model/connection.ts';
import type {SandboxOptions} from '../../../src/sandbox/sandbox.ts';
import type {TestClock} from '../fixtures/clock.ts';
import {createTestSandbox, type TestSandbox} from '../services/test-sandbox.ts';

export type ServiceOptions = Pick<SandboxOptions, 'world' | 'projects' | 'seed'> & {
	readonly isReadOnly?: boolean;
	/** How long a request takes, by the test's clock. A function is asked for each request. */
	readonly latencyMs?: number | (() => number);
	/** Returns the error code with which the next connection fails, such as `ECONNREFUSED`, or undefined if it succeeds. */
	readonly connectError?: () => string | undefined;
	/** Handles requests instead of the sandbox. */
	readonly handle?: Handle;
	/** Default: a new one. */
	readonly sandbox?: TestSandbox;
	/** Called with every request, as it is sent. */
	readonly onRequest?: () => void;
	/** Returns the service to open in place of the sandbox's. */
	readonly onService?: (service: OpenedService) => OpenedService;
	/** What windows have in common that divide a budget. Without it, this one has its own. */
	readonly fingerprint?: string;
};

/** Creates a sandbox, or uses one, and returns how to open it as a service. */
export function createTestService(
	clock: TestClock,
	{
		isReadOnly = false,
		latencyMs = 0,
		connectError = () => undefined,
		onRequest = () => {},
		onService = service => service,
		handle,
		sandbox: given,
		fingerprint,
		...world
	}: ServiceOptions,
) {
	const requests: string[] = [];
	const apiKey = 'a-key-for-tests';
	const sandbox = given ?? createTestSandbox({clock, apiKey, world: 'quiet', ...world});
	const recorded: Handle = request => {
		requests.push(`${request.method} ${request.target}`);
		onRequest();
		return (handle ?? sandbox.handle)(request);
	};
	const transport: Transport = async (request, signal) => {
		const code = connectError();
		if (code !== undefined) return {outcome: 'not-sent', code, isTimeout: false};
		const ms = typeof latencyMs === 'function' ? latencyMs() : latencyMs;
		return createInProcessTransport(recorded, {clock, latencyMs: ms})(request, signal);
	};
	const baseUrl = 'http://demo.invalid';

	return {
		sandbox,
		apiKey,
		/** The requests that were sent, such as `GET /v1/projects`. */
		requests: requests as readonly string[],

		async open(hooks: {
			readonly onRequestEnd: OnRequestEnd;
			readonly onRequestSent: OnRequestSent;
		}): Promise<OpenedService> {
			return onService({
				client: createClient({transport, baseUrl, apiKey, clock, isReadOnly: () => isReadOnly, ...hooks}),
				name: plain`demo`,
				host: plain`built-in service`,
				baseUrl,
				isReadOnly,
				isDemo: true,
				...(fingerprint !== undefined && {fingerprint: () => fingerprint}),
			});
		},
	};
}
