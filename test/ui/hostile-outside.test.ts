import {afterEach, expect, test} from 'vitest';
import {openHostile} from '../kit/app/hostile-app.ts';
import type {OpenApp} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Every text sent to the clipboard of the terminal. */
const copied = () =>
	[...app.terminal.writes.join('').matchAll(/\u001B\]52;c;([\w+/=]*)\u0007/g)].map(([, content = '']) =>
		Buffer.from(content, 'base64').toString(),
	);

test('text copied from hostile records is copied only by a key and cannot control a shell', {
	tags: ['fault-60'],
}, async () => {
	const {effects, ...hostile} = await openHostile(6, 120);
	({app} = hostile);
	await app.see('1 of 40');
	for (let row = 0; row < 10; row++) {
		await app.press('y');
		for (let choice = 0; choice < 4; choice++) {
			await app.press('Y', ...Array.from({length: choice}, () => 'j'), 'enter', 'esc');
		}

		await app.press('j');
	}

	expect(copied().length).toBeGreaterThan(40);
	expect(copied().length).toBeLessThanOrEqual(50);
	for (const text of copied()) expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
	const records = copied().filter(text => text.startsWith('{'));
	expect(records.map(text => Object.keys(JSON.parse(text)))).toContainEqual(
		expect.arrayContaining(['id', 'upload_mode']),
	);
	effects.expectOnlyOwn(app.terminal.writes);
});

test('a browser opens a hostile URL only if it is http(s) and its host is what it appears to be', {
	tags: ['fault-63'],
}, async () => {
	const {service: _service, effects, ...hostile} = await openHostile(7, 120);
	({app} = hostile);
	await app.see('1 of 40');
	for (let row = 0; row < 40; row++) {
		await app.press('o', 'j');
		expect(app.terminal.emulator.buffer.active.type).toBe('alternate');
	}

	expect(app.ran.length).toBeGreaterThan(0);
	for (const {program, args} of app.ran) {
		expect(program).toBe('xdg-open');
		expect(args).toEqual([expect.stringMatching(/^https?:\/\/[\w.-]+\/[!-~]*$/)]);
		expect(args[0]).not.toMatch(/xn--|@[^/]*\//);
	}

	effects.expectOnlyOwn(app.terminal.writes);
});
