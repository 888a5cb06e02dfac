import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

test.each([
	['a list', []],
	['a filter', ['/']],
	['a dialog', ['?']],
])('ctrl+l removes what other programs wrote over %s', async (_where, keys) => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.press(...keys);
	const before = app.screen();
	app.terminal.stdout.write('\u001B[3;5Hwall: the system goes down\u001B[20;1Hnow');
	await app.see('the system goes down');
	await app.press('\f');
	expect(app.screen()).toBe(before);
});
