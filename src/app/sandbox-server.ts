import {parseApiKey} from '../api/endpoint.ts';
import type {Clock} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {Options} from '../cli/command-line.ts';
import {createSandbox} from '../sandbox/sandbox.ts';
import {serve} from '../sandbox/server.ts';

type SandboxContext = {
	readonly clock: Clock;
	readonly environmentKey: string | undefined;
	readonly print: (text: string) => void;
	readonly complain: (text: string) => void;
	readonly ended: () => Promise<number>;
};

const portProblems: Readonly<Record<string, string>> = {EADDRINUSE: 'is taken', EACCES: 'is kept by the system'};

export async function runSandbox(
	options: Extract<Options, {readonly command: 'sandbox'}>,
	{clock, environmentKey, print, complain, ended}: SandboxContext,
): Promise<number> {
	const {port = 0, latencyMs = 0} = options;
	const parsed = parseApiKey(environmentKey ?? newKey());
	if (!parsed.ok) {
		complain(`The key from LANDFALL_API_KEY was not used. ${parsed.reason}\n`);
		return exitCodes.usage;
	}

	const {apiKey} = parsed;
	try {
		const served = await serve(createSandbox({...options, clock, apiKey}), {clock, port, latencyMs});
		print(greeting(served.address, apiKey, environmentKey !== undefined));
		const code = await ended();
		await served.close();
		return code;
	} catch (error) {
		const problem = error instanceof Error && 'code' in error ? portProblems[String(error.code)] : undefined;
		if (problem === undefined) throw error;
		complain(`Port ${port} ${problem}. Choose another with --port, or leave it out.\n`);
		return exitCodes.usage;
	}
}

const newKey = () => `sandbox_${Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString('base64url')}`;

function greeting(address: string, apiKey: string, isFromEnvironment: boolean): string {
	const keyText = isFromEnvironment ? 'the one in LANDFALL_API_KEY' : apiKey;
	const variable = isFromEnvironment ? '' : `LANDFALL_API_KEY=${apiKey} `;
	const advice = isFromEnvironment
		? ''
		: `
The key is new with each start. For a profile that goes on working, start the
service with a key of your own in LANDFALL_API_KEY, and with --port.
`;
	return `The built-in service is up, for this computer only. ctrl+c ends it.

  address   ${address}
  key       ${keyText}

  ${variable}landfall --base-url ${address}
${advice}`;
}
