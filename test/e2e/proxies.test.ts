import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {preloading, runProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {reply, startFaulty} from '../kit/faults/faulty-server.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const address = 'https://api.example.invalid';
const env = {LANDFALL_BASE_URL: address, LANDFALL_API_KEY: 'a-key-for-proxies'};

/** Serves a proxy that rejects every connection. */
async function serveProxy() {
	const proxy = await startFaulty(() => reply(403, ''));
	return {host: proxy.baseUrl.replace('http://', ''), seen: proxy.seen};
}

test.each([
	['HTTPS_PROXY', (host: string) => host],
	['https_proxy', (host: string) => `http://${host}/`],
	['ALL_PROXY', (host: string) => `http://user:secret@${host}`],
] as const)('all requests use the proxy in %s', {tags: ['fault-25', 'fault-70', 'fault-146']}, async (name, value) => {
	const proxy = await serveProxy();
	const stated = {[name]: value(proxy.host), NO_PROXY: 'example.com'};
	const {code, stdout, stderr} = await runProgram(['doctor'], {env: {...env, ...stated}});
	expect(stdout).toContain(` proxy          ${proxy.host}; NO_PROXY is example.com\n`);
	expect(stdout).toContain(`E_PROXY: The proxy ${proxy.host} rejected the connection to api.example.invalid (403).`);
	expect(stdout + stderr).not.toContain('secret');
	expect(code).toBe(5);
	const asked = proxy.seen.map(({method, target}) => `${method} ${target}`);
	expect(new Set(asked)).toEqual(new Set(['CONNECT api.example.invalid:443']));
	expect(JSON.stringify(proxy.seen)).not.toMatch(/a-key-for-proxies|"authorization"/);
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

test.each([
	...['20.19.5', '22.13.0', '22.20.0', '23.11.1', '24.0.0', '24.4.1'].map(version => [version, false] as const),
	...['22.21.0', '22.99.0', '24.5.0', '25.0.0'].map(version => [version, true] as const),
])('Node %s is supported: %s', {tags: ['fault-147']}, async (version, isAccepted) => {
	const node = {...process.versions, node: version};
	const env = preloading(`Object.defineProperty(process, 'versions', {value: ${JSON.stringify(node)}})`);
	const unsupported = `landfall needs Node.js 24.5 or newer, or 22.21 or a newer 22; this is ${version}.\n`;
	expect(await runProgram(['--version'], {env})).toEqual(
		isAccepted
			? {code: 0, stdout: expect.stringMatching(/^\d/), stderr: ''}
			: {code: 2, stdout: '', stderr: unsupported},
	);
});
