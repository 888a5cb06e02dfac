import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {beforeEach, expect, test} from 'vitest';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {hour, lasting, open, opening} from './ask.ts';

let folder = '';
let file = '';

beforeEach(() => {
	folder = temporaryDirectory();
	file = join(folder, 'data.db');
});

test('changes survive a restart, and time passes while the sandbox is closed', () => {
	const kept = open({world: 'busy', file});
	const always = open({world: 'busy'});
	const [doomed] = kept.projects();
	for (const {ask} of [kept, always]) {
		ask('POST', '/v1/projects', {name: 'mine'});
		ask('DELETE', `/v1/projects/${doomed?.id}`);
	}

	kept.sandbox.close();
	const again = open({world: 'busy', file, startsAt: opening + 3 * hour});
	always.pass(3 * hour);
	expect(again.projects().map(lasting)).toEqual(always.projects().map(lasting));
	expect(again.projects().some(({id}) => id === doomed?.id)).toBe(false);
	expect(again.sandbox.notice).toBeUndefined();
	again.sandbox.close();
});

test('a data file keeps its configuration and reports a conflicting one', () => {
	open({world: 'quiet', seed: 5, file}).sandbox.close();
	const other = open({world: 'busy', seed: 6, projects: 12, file});
	expect(other.sandbox.config).toMatchObject({world: 'quiet', seed: 5, projects: 12});
	expect(other.sandbox.notice).toBe('The file keeps what it was made with: world quiet, not busy; seed 5, not 6.');
	other.sandbox.close();
});

test('only the owner can read the data file and SQLite’s files next to it', () => {
	const {sandbox, ask} = open({file});
	ask('POST', '/v1/projects', {name: 'mine'});
	const modes = () => readdirSync(folder).map(name => statSync(join(folder, name)).mode & 0o777);
	expect(modes().length).toBeGreaterThan(1);
	expect(new Set(modes())).toEqual(new Set([0o600]));
	sandbox.close();
	chmodSync(file, 0o644);
	open({file}).sandbox.close();
	expect(modes()).toEqual([0o600]);
});

test('two sandboxes cannot open the same data file', () => {
	const first = open({file});
	expect(() => open({file})).toThrow('another sandbox has it open');
	first.sandbox.close();
	open({file}).sandbox.close();
});

test('every acknowledged write survives a kill in the middle of writing', async () => {
	const script = fileURLToPath(new URL('write-until-killed.ts', import.meta.url));
	const child = spawn(process.execPath, [script, file], {stdio: ['ignore', 'pipe', 'inherit']});
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
		if (output.split('\n').length > 200) child.kill('SIGKILL');
	});
	const [, signal] = await once(child, 'close');
	expect(signal).toBe('SIGKILL');

	const lines = output.split('\n').slice(0, -1);
	expect(lines.length).toBeGreaterThanOrEqual(200);
	const {ask, deployments, sandbox} = open({file, startsAt: Date.now()});
	for (const line of lines) {
		const [id = '', status] = line.split(' ');
		expect(status).toBe('201');
		expect(ask('GET', `/v1/projects/${id}`).status).toBe(200);
		expect(deployments(id).length).toBeGreaterThan(0);
	}

	sandbox.close();
});
