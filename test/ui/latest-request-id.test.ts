import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

test('the details of a deployment show the request id of the last answer, although that says the same', async () => {
	app = await openDemo({columns: 160, rows: 50});
	await app.see('UPDATED');
	await app.press('enter');
	await app.see('request id');
	const requestId = () => /request id +(\S+)/.exec(app.screen())?.[1];
	const first = requestId();
	expect(first).toMatch(/^req_/);
	await app.clock.advance(30_000);
	expect(requestId()).toMatch(/^req_/);
	expect(requestId()).not.toBe(first);
});
