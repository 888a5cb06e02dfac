import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {connect} from '../kit/app/connect.ts';
import {startProgram} from '../kit/app/program.ts';
import {openTerminal} from '../kit/app/terminal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {localKey} from '../kit/services/local-services.ts';

test('the address and key are typed once; the next start connects to the same service', async () => {
	const service = startProgram(['sandbox', '--world', 'quiet'], {env: {LANDFALL_API_KEY: localKey}});
	const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await service.see(/:\d+\n/)) ?? [];
	const directory = temporaryDirectory();
	const first = openTerminal({directory});
	await connect(first, {address, key: localKey});
	await first.see('1 of 12');
	await first.see('acme and its key are saved.');
	await first.press('q', 'q');
	await first.exited;
	expect(first.written()).not.toContain(localKey);
	expect(statSync(join(directory, 'credentials.json')).mode & 0o777).toBe(0o600);
	expect(readFileSync(join(directory, 'config.json'), 'utf8')).not.toContain(localKey);

	const second = openTerminal({directory});
	await second.see('landfall  acme');
	await second.see('1 of 12');
	service.kill('SIGTERM');
	expect(await service.ended).toBe(143);
});
