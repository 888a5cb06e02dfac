import {readdirSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const address = 'https://api.example.invalid';
const env = {LANDFALL_BASE_URL: address, LANDFALL_API_KEY: 'a-key-for-proxies'};

/** Serves a proxy that refuses every connection. */
async function serveProxy() {
	const asked: string[] = [];
	const server = createServer().on('connect', ({url}, socket) => {
		asked.push(url ?? '');
		socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return {asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}`};
}

test.each([
	['HTTPS_PROXY', (host: string) => host],
	['https_proxy', (host: string) => `http://${host}/`],
	['ALL_PROXY', (host: string) => `http://user:secret@${host}`],
] as const)('every request goes through the proxy that %s states', {tags: ['fault-146']}, async (name, value) => {
	const proxy = await serveProxy();
	const stated = {[name]: value(proxy.host), NO_PROXY: 'example.com'};
	const {code, stdout, stderr} = await runProgram(['doctor'], {env: {...env, ...stated}});
	expect(stdout).toContain(` proxy          ${proxy.host}; NO_PROXY is example.com\n`);
	expect(stdout).toContain(`E_PROXY: The proxy ${proxy.host} refused to connect to api.example.invalid.`);
	expect(stdout + stderr).not.toContain('secret');
	expect(code).toBe(5);
	expect(new Set(proxy.asked)).toEqual(new Set(['api.example.invalid:443']));
});

const unusable = [
	[{ALL_PROXY: 'socks5h://user:secret@127.0.0.1:9'}, 'ALL_PROXY names a proxy that landfall cannot use, socks5h://:'],
	[{https_proxy: 'http://user:secret@127.0.0.1:port'}, 'https_proxy is not the address of a proxy.'],
	[{HTTPS_PROXY: 'http://user:secret%@127.0.0.1:9'}, 'HTTPS_PROXY is not the address of a proxy.'],
] as const;

test.each(unusable)(
	'with %o, nothing is sent, and no password is shown or kept',
	{tags: ['fault-146']},
	async (stated, reason) => {
		const directory = temporaryDirectory();
		for (const args of [['ls'], ['deploy', 'docs', '--yes'], ['doctor']]) {
			const {code, stdout, stderr} = await runProgram(args, {env: {...env, ...stated}, directory});
			expect(stdout + stderr).toContain(reason);
			expect(stdout + stderr).not.toContain('secret');
			expect(code, args.join(' ')).toBe(2);
		}

		const terminal = openTerminal({env: {...env, ...stated}, directory, columns: 160});
		expect((await terminal.exited).code).toBe(2);
		expect(terminal.written()).toContain(reason);
		expect(terminal.written()).not.toContain('secret');
		for (const file of readdirSync(directory, {recursive: true, withFileTypes: true})) {
			expect(file.name).not.toContain('crash');
			if (file.isFile()) expect(readFileSync(`${file.parentPath}/${file.name}`, 'latin1')).not.toContain('secret');
		}
	},
);

/** Runs `landfall --version` as if this Node had another version. */
const onNode = (version: string) =>
	runProgram(['--version'], {
		env: {NODE_OPTIONS: `--import "${join(import.meta.dirname, 'fixtures/on-node.mjs')}"`, NODE_TO_BE: version},
	});

test.each(['20.19.5', '22.13.0', '22.20.0', '23.11.1', '24.0.0', '24.4.1'])(
	'Node %s, which knows no proxies, is refused in one sentence',
	{tags: ['fault-147']},
	async version => {
		expect(await onNode(version)).toEqual({
			code: 2,
			stdout: '',
			stderr: `landfall needs Node.js 24.5 or newer, or 22.21 or a newer 22; this is ${version}.\n`,
		});
	},
);

test.each(['22.21.0', '22.99.0', '24.5.0', '25.0.0'])('Node %s is accepted', async version => {
	expect(await onNode(version)).toMatchObject({code: 0, stderr: ''});
});
