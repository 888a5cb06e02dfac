import {createInProcessTransport} from '../api/transport/in-process.ts';
import type {Transport} from '../api/transport/transport.ts';
import type {Clock} from '../clock.ts';
import type {BuiltInOptions} from '../command-line/options.ts';
import {createSandbox} from '../sandbox/sandbox.ts';

/** A seed whose first screen shows a variety of states. */
const demoSeed = 4;

/** Opens the built-in service in this process. Uses no network. */
export function openDemo(
	{world, projects, seed, latencyMs}: BuiltInOptions,
	clock: Clock,
): {readonly transport: Transport; readonly apiKey: string} {
	const apiKey = 'the-demo-needs-no-key';
	const sandbox = createSandbox({clock, apiKey, seed: seed ?? demoSeed, projects, world});
	const transport = createInProcessTransport(sandbox.handle, {clock, ...(latencyMs === undefined ? {} : {latencyMs})});
	return {transport, apiKey};
}
