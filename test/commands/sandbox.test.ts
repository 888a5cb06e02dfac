import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {runSandbox} from '../../src/app/sandbox-server.ts';
import {exitCodes} from '../../src/base/exit-codes.ts';
import {parseOptions} from '../../src/cli/command-line.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';

type Meanwhile = (output: string) => Promise<void>;

/** Runs until `meanwhile`, which receives the output so far, has finished. */
async function run(args: readonly string[], environmentKey?: string, meanwhile: Meanwhile = async () => {}) {
	const parsed = parseOptions(['sandbox', ...args], {});
	if (!parsed.ok || parsed.options.command !== 'sandbox') throw new Error('The arguments do not run the sandbox.');
	let output = '';
	let errors = '';
	const code = await runSandbox(parsed.options, {
		clock: createTestClock(),
		environmentKey,
		print: text => (output += text),
		complain: text => (errors += text),
		async ended() {
			await meanwhile(output);
			return exitCodes.interrupted;
		},
	});
	return {code, output, errors};
}

const addressIn = (output: string) => /address {3}(http:\/\/127\.0\.0\.1:\d+)\n/.exec(output)?.[1] ?? '';
const keyIn = (output: string) => /key {7}(\S+)\n/.exec(output)?.[1] ?? '';

async function statusWith(output: string, key: string): Promise<number> {
	const {status} = await fetch(`${addressIn(output)}/v1/projects?limit=1`, {headers: {authorization: `Bearer ${key}`}});
	return status;
}

test('the sandbox prints its address and a new key that it accepts, until it ends', async () => {
	const {code, output, errors} = await run([], undefined, async greeting => {
		expect(await statusWith(greeting, keyIn(greeting))).toBe(200);
		expect(await statusWith(greeting, 'another')).toBe(401);
	});
	expect(keyIn(output)).toMatch(/^sandbox_[\w-]{24}$/);
	expect(output).toContain(`LANDFALL_API_KEY=${keyIn(output)} landfall --base-url ${addressIn(output)}\n`);
	expect([code, errors]).toEqual([exitCodes.interrupted, '']);
	expect(keyIn((await run([])).output)).not.toBe(keyIn(output));
	expect(output).toMatch(/The key is new with each start[\s\S]* LANDFALL_API_KEY, and with --port\.\n$/);
	await expect(statusWith(output, keyIn(output))).rejects.toThrow('fetch failed');
});

test('the sandbox accepts the key in LANDFALL_API_KEY and does not print it', async () => {
	const {output} = await run([], 'a-key-of-my-own', async greeting =>
		expect(await statusWith(greeting, 'a-key-of-my-own')).toBe(200),
	);
	expect(output).not.toContain('a-key-of-my-own');
	expect(output).toContain(`the one in LANDFALL_API_KEY\n\n  landfall --base-url ${addressIn(output)}\n`);
});

test('a port in use is reported with a suggestion', async () => {
	const other = createServer();
	await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => new Promise<void>(resolve => other.close(() => resolve())));
	const {port} = other.address() as AddressInfo;
	expect(await run(['--port', String(port)])).toEqual({
		code: exitCodes.usage,
		output: '',
		errors: `Port ${port} is taken. Choose another with --port, or leave it out.\n`,
	});
});

test('an invalid key in LANDFALL_API_KEY is rejected and not quoted', async () => {
	const errors =
		'The key from LANDFALL_API_KEY was not used. That is too short for an API key, which has at least 8 characters.\n';
	expect(await run([], 'short77')).toEqual({code: exitCodes.usage, output: '', errors});
});
