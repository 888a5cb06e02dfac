import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {createSystemClock} from '../../../src/base/clock.ts';
import type {SandboxOptions} from '../../../src/sandbox/sandbox.ts';
import {serve} from '../../../src/sandbox/server.ts';
import {createTestSandbox} from './test-sandbox.ts';

export const localKey = 'a-key-for-local-services';

type ServeOptions = Partial<SandboxOptions> & {readonly latencyMs?: number; readonly onRequest?: () => void};

/** Serves a sandbox on a local port until the test ends. Returns it with the environment to reach it. */
export async function serveSandbox({latencyMs = 0, onRequest = () => {}, ...options}: ServeOptions = {}) {
	const clock = createSystemClock();
	const sandbox = createTestSandbox({clock, apiKey: localKey, world: 'quiet', ...options});
	const handle: typeof sandbox.handle = request => {
		onRequest();
		return sandbox.handle(request);
	};
	const {address, close} = await serve({...sandbox, handle}, {clock, latencyMs});
	onTestFinished(close);
	return {sandbox, address, env: {LANDFALL_API_KEY: localKey, LANDFALL_BASE_URL: address}};
}

/** Serves on a local port until the test ends. Returns the environment to reach it. */
export async function serveLocally(listener: RequestListener) {
	const server = createServer(listener).listen(0, '127.0.0.1');
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	await new Promise(resolve => server.once('listening', resolve));
	const {port} = server.address() as AddressInfo;
	return {LANDFALL_API_KEY: localKey, LANDFALL_BASE_URL: `http://127.0.0.1:${port}`};
}
