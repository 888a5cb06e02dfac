import {onTestFinished} from 'vitest';
import {createSystemClock} from '../../../src/base/clock.ts';
import type {SandboxOptions} from '../../../src/sandbox/sandbox.ts';
import {serve} from '../../../src/sandbox/server.ts';
import {leakyKey} from '../app/leaks.ts';
import {createTestSandbox} from './test-sandbox.ts';

type ServeOptions = Partial<SandboxOptions> & {readonly latencyMs?: number; readonly onRequest?: () => void};

/** Serves a sandbox on a local port until the test ends. `env` reaches it. */
export async function serveSandbox({latencyMs = 0, onRequest = () => {}, ...options}: ServeOptions = {}) {
	const clock = createSystemClock();
	const sandbox = createTestSandbox({clock, apiKey: leakyKey, world: 'quiet', ...options});
	const handle: typeof sandbox.handle = request => {
		onRequest();
		return sandbox.handle(request);
	};
	const {address, close} = await serve({...sandbox, handle}, {clock, latencyMs});
	onTestFinished(close);
	return {sandbox, address, env: {LANDFALL_API_KEY: leakyKey, LANDFALL_BASE_URL: address}};
}
