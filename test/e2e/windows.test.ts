import {existsSync, mkdtempSync, readdirSync, statSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createSystemClock} from '../../src/clock.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {runProgram} from '../kit/app/program.ts';
import {type OpenTerminal, openTerminal} from '../kit/app/terminal.ts';
import {removeDirectory} from '../kit/fixtures/temporary-directory.ts';

const apiKey = 'the-key-of-the-sandbox';
const open: OpenTerminal[] = [];
const servers: Server[] = [];
let directory = '';
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'landfall-'));
});
afterEach(() => {
	for (const terminal of open.splice(0)) {
		terminal.kill('SIGCONT');
		terminal.close();
	}

	for (const server of servers.splice(0)) server.close();
	removeDirectory(directory);
});

/** A service that notes when requests arrive, in milliseconds of `performance.now()`. */
async function openService() {
	const sandbox = createSandbox({clock: createSystemClock(), apiKey, world: 'quiet'});
	const times: number[] = [];
	const waiting = new Set<() => void>();
	const server = createServer((request, response) => {
		times.push(performance.now());
		for (const check of waiting) check();
		const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
		const method = request.method as 'GET';
		const answer = sandbox.handle({method, target: request.url ?? '', headers, body: ''});
		response.writeHead(answer.status, answer.headers).end(answer.body);
	});
	servers.push(server);
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	/** Resolves with the time of the request after so many more. */
	const next = (count: number) =>
		new Promise<number>(resolve => {
			const wanted = times.length + count;
			const check = () => {
				if (times.length < wanted) return;
				waiting.delete(check);
				resolve(times[wanted - 1] ?? 0);
			};
			waiting.add(check);
			check();
		});
	return {address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, times, next};
}

/** Opens windows one after the other. By default, each may make ten requests a second. */
async function openWindows(address: string, count: number, perMinute = 600): Promise<readonly OpenTerminal[]> {
	const windows: OpenTerminal[] = [];
	for (let at = 0; at < count; at++) {
		const args = ['--base-url', address, '--rpm', String(perMinute)];
		const terminal = openTerminal({args, directory, env: {LANDFALL_API_KEY: apiKey}});
		open.push(terminal);
		windows.push(terminal);
		await terminal.see('1 of 12');
	}

	return windows;
}

test('windows meet at a socket that only their user can reach, and remove it', async () => {
	const {address, next} = await openService();
	const [window] = await openWindows(address, 1);
	await next(10);
	const sockets = join(directory, 'state', 'windows');
	expect(statSync(sockets).mode & 0o777).toBe(0o700);
	const names = readdirSync(sockets);
	expect(names).toEqual([expect.stringMatching(/^[\da-f]{16}$/)]);
	await window?.press('q', 'q');
	await window?.exited;
	expect(readdirSync(sockets)).toEqual([]);
});

test.each(['SIGKILL', 'SIGTERM', 'SIGSTOP'])(
	'three windows read as fast as one, and after %s to the one that reads another one reads within 2 s',
	async signal => {
		const {address, next} = await openService();
		const [reader] = await openWindows(address, 3);
		const startsAt = await next(10);
		const endsAt = await next(15);
		expect(endsAt - startsAt).toBeGreaterThan(15 * 100 * 0.8);
		const endedAt = performance.now();
		reader?.kill(signal);
		// The first few may still come from the window that was hit.
		const readsAt = await next(4);
		expect(readsAt - endedAt).toBeLessThan(2000);
	},
);

test('a window that goes on after another one took over follows it', async () => {
	const {address, next} = await openService();
	const [reader, second] = await openWindows(address, 2);
	await next(10);
	reader?.kill('SIGSTOP');
	await next(5);
	reader?.kill('SIGCONT');
	const startsAt = await next(10);
	const endsAt = await next(20);
	expect(endsAt - startsAt).toBeGreaterThan(20 * 100 * 0.8);
	await second?.press('q', 'q');
	await second?.exited;
	await next(5);
	expect(existsSync(join(directory, 'state', 'windows'))).toBe(true);
});

test.each([
	['get nowhere', '/v1/projects/nowhere'],
	['delete elsewhere --yes', '/v1/projects/elsewhere'],
])('a window pays back what landfall %s requests', async (line, path) => {
	const {address, next} = await openService();
	const [window] = await openWindows(address, 1, 30);
	await next(10);
	const env = {LANDFALL_API_KEY: apiKey, LANDFALL_BASE_URL: address};
	const {code} = await runProgram(line.split(' '), {directory, env});
	expect(code).toBe(4);
	await window?.press('!');
	await window?.see(path);
});
