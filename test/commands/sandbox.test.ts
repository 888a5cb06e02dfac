import {readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {type AddressInfo, connect} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {exitCodes} from '../../src/command-line/exit-codes.ts';
import {parseOptions} from '../../src/command-line/options.ts';
import {runSandbox} from '../../src/commands/sandbox.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {serve} from '../../src/sandbox/serve.ts';
import {isWorldName, worldNames} from '../../src/sandbox/world/worlds.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

type Meanwhile = (said: string) => Promise<void>;

/** Runs `landfall sandbox` with these options until `meanwhile`, which gets what was said so far, is done. */
async function run(args: readonly string[], environmentKey?: string, meanwhile: Meanwhile = async () => {}) {
	const parsed = parseOptions(['sandbox', ...args], {});
	if (!parsed.ok || parsed.options.command !== 'sandbox')
		throw new Error('The arguments are not those of the sandbox.');
	let said = '';
	let complaint = '';
	const code = await runSandbox(parsed.options, {
		clock: createTestClock(),
		environmentKey,
		builtIn: {createSandbox, serve, isWorldName, worldNames},
		print: text => (said += text),
		complain: text => (complaint += text),
		async ended() {
			await meanwhile(said);
			return exitCodes.interrupted;
		},
	});
	return {code, said, complaint};
}

const addressIn = (said: string) => /address {3}(http:\/\/127\.0\.0\.1:\d+)\n/.exec(said)?.[1] ?? '';
const keyIn = (said: string) => /key {7}(\S+)\n/.exec(said)?.[1] ?? '';

async function statusWith(said: string, key: string): Promise<number> {
	const {status} = await fetch(`${addressIn(said)}/v1/projects?limit=1`, {headers: {authorization: `Bearer ${key}`}});
	return status;
}

test('it says where it is and with which key, and that key is let in', async () => {
	const {code, said, complaint} = await run([], undefined, async greeting => {
		expect(await statusWith(greeting, keyIn(greeting))).toBe(200);
		expect(await statusWith(greeting, 'another')).toBe(401);
	});
	expect(said).toContain(`LANDFALL_API_KEY=${keyIn(said)} landfall --base-url ${addressIn(said)}\n`);
	expect(complaint).toBe('');
	expect(code).toBe(exitCodes.interrupted);
});

test('each run makes a key of its own', async () => {
	const [one, other] = [await run([]), await run([])];
	expect(keyIn(one.said)).toMatch(/^sandbox_[\w-]{24}$/);
	expect(keyIn(other.said)).not.toBe(keyIn(one.said));
});

test('a key that the person brought is let in, and is not repeated', async () => {
	const {said} = await run([], 'a-key-of-my-own', async greeting =>
		expect(await statusWith(greeting, 'a-key-of-my-own')).toBe(200),
	);
	expect(said).not.toContain('a-key-of-my-own');
	expect(said).toContain('the one in LANDFALL_API_KEY');
	expect(said).toContain(`\n  landfall --base-url ${addressIn(said)}\n`);
});

test('an empty LANDFALL_API_KEY is no key: one is made, and said', async () => {
	const {said} = await run([], '', async greeting => expect(await statusWith(greeting, keyIn(greeting))).toBe(200));
	expect(keyIn(said)).toMatch(/^sandbox_/);
});

test('a port that is taken is named, with the way out', async () => {
	const other = createServer();
	await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => new Promise<void>(resolve => other.close(() => resolve())));
	const {port} = other.address() as AddressInfo;
	expect(await run(['--port', String(port)])).toEqual({
		code: exitCodes.usage,
		said: '',
		complaint: `Port ${port} is taken. Choose another with --port, or leave it out.\n`,
	});
});

test('a world that does not exist is answered with those that do', async () => {
	const {code, said, complaint} = await run(['--world', 'bussy']);
	expect({code, said}).toEqual({code: exitCodes.usage, said: ''});
	for (const world of worldNames) expect(complaint).toContain(world);
});

test('a file that is not a sandbox’s is refused in one line, and stays as it is', async () => {
	const file = join(temporaryDirectory(), 'notes.txt');
	writeFileSync(file, 'Not to be lost.');
	const {code, said, complaint} = await run(['--data', file]);
	expect({code, said}).toEqual({code: exitCodes.usage, said: ''});
	expect(complaint).toMatch(/^[^\n]*notes\.txt[^\n]*\n$/);
	expect(readFileSync(file, 'utf8')).toBe('Not to be lost.');
});

test('once it is ended, nobody answers there any more', async () => {
	const {said} = await run([]);
	const {port} = new URL(addressIn(said));
	const outcome = await new Promise(resolve => {
		const socket = connect(Number(port), '127.0.0.1', () => resolve('connected'));
		socket.on('error', ({message}) => resolve(message));
		onTestFinished(() => void socket.destroy());
	});
	expect(outcome).toContain('ECONNREFUSED');
});
