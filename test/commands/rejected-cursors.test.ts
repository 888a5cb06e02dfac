import {describe, expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {linesOf, runCommandLine} from '../kit/app/command.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';

/** `times`: how often the service rejects its cursors. */
async function run(line: string | readonly string[], status: number, times: number) {
	const clock = createTestClock();
	const sandbox = createSandbox({clock, apiKey: 'a-key-for-tests', world: 'quiet', projects: 250, seed: 1});
	let left = times;
	const handle: Handle = request =>
		request.target.includes('cursor=') && left-- > 0
			? {status, headers: {'content-type': 'application/json'}, body: '{}'}
			: sandbox.handle(request);
	return runCommandLine(line, {clock, handle});
}

const codeIn = (err: string): string => JSON.parse(linesOf(err).at(-1) ?? '{}').code;

describe.each([400, 404, 410])('if the service answers its own cursor with %i', {tags: ['fault-231']}, status => {
	const find = async (name: string, times: number) => {
		const {code, err} = await run(['get', name, '--json'], status, times);
		return [code, code === 0 ? '' : codeIn(err)];
	};

	test('once, a command by name reads the list again', async () => {
		const last =
			linesOf((await run('ls --all', 200, 0)).out)
				.at(-1)
				?.split('\t')[1] ?? '';
		expect(await find(last, 1)).toEqual([0, '']);
		expect(await find('nowhere', 1)).toEqual([4, 'E_NOT_FOUND']);
	});

	test('every time, a command by name does not claim that the project does not exist', async () => {
		expect(await find('nowhere', 9)).toEqual([6, 'E_CURSOR']);
	});

	test('once, landfall ls prints each project once, and every time it fails', async () => {
		expect(new Set(linesOf((await run('ls --all', status, 1)).out)).size).toBe(250);
		expect(linesOf((await run('ls --all', status, 1)).out)).toHaveLength(250);
		expect((await run('ls --all', status, 9)).code).toBe(6);
	});

	test('ls --cursor blames the cursor of the user', async () => {
		const {code, err} = await run('ls --json --cursor old', status, 9);
		expect([code, codeIn(err)]).toEqual([6, 'E_CURSOR']);
	});
});

const lines = ['get docs', 'ls', 'deploy docs', 'create docs', 'wait docs', 'watch docs'];

test.each(lines)('%s --json reports an address without a project API', {tags: ['fault-232']}, async line => {
	const {code, err, requests} = await runCommandLine(`${line} --json`, {
		handle: () => ({status: 404, headers: {'content-type': 'application/json'}, body: '{}'}),
	});
	expect([code, codeIn(err)]).toEqual([6, 'E_ADDRESS']);
	expect(new Set(requests).size).toBe(requests.length);
});
