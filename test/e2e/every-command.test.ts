import {spawn} from 'node:child_process';
import {createServer} from 'node:net';
import {delimiter, join} from 'node:path';
import {expect, test} from 'vitest';
import {landfallFolder} from '../kit/app/landfall-folder.ts';
import {programEnv} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {localKey, serveSandbox} from '../kit/services/local-services.ts';

/** An address at which nothing listens. */
const closedAddress = (): Promise<string> =>
	new Promise(resolve => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`));
		});
	});

test('every command works in a script, and ends with the right code if the service is down, slow, refusing or hostile', async () => {
	const directory = temporaryDirectory();
	const env = programEnv(directory, {
		PATH: `${landfallFolder(directory)}${delimiter}${process.env.PATH}`,
		LANDFALL_API_KEY: localKey,
		SANDBOX: (await serveSandbox()).address,
		SLOW: (await serveSandbox({latencyMs: 700})).address,
		HOSTILE: (await serveSandbox({world: 'hostile', projects: 30})).address,
		DOWN: await closedAddress(),
	});
	const child = spawn('bash', [join(import.meta.dirname, 'fixtures/every-command.sh')], {cwd: directory, env});
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', text => {
			printed += text;
		});
	}

	const code = await new Promise(resolve => child.on('close', resolve));
	expect(printed).toMatch(/^- done$/m);
	expect(code).toBe(0);
	expect(printed).not.toContain(localKey);
});
