import {afterEach, describe, expect, test} from 'vitest';
import {type OpenApp, open, openDemo} from '../kit/app/open.ts';
import {createTestTerminal} from '../kit/app/streams.ts';

let app: OpenApp;
afterEach(() => app.close());

/** Returns what the terminal showed after each write. */
function screensOf({terminal}: OpenApp): readonly string[] {
	const replay = createTestTerminal(80, 24);
	const screens = terminal.writes.map(text => {
		replay.stdout.write(text);
		return replay.lines().join('\n');
	});
	replay.close();
	return screens;
}

/** Expects frames with both texts, and none with only one of them. */
function expectTogether(text: RegExp, hints: RegExp) {
	const screens = screensOf(app);
	expect(screens.some(screen => text.test(screen))).toBe(true);
	for (const screen of screens) expect(text.test(screen), screen).toBe(hints.test(screen));
}

/** Dialogs and forms drawn by Ink, and their key hints. Dots stand for keys that a question does not accept yet. */
const drawnByInk: ReadonlyArray<readonly [key: string, what: RegExp, hints: RegExp]> = [
	['D', /Permanently delete waitlist-lumen\?/, / (?:enter|·{5}) delete permanently/],
	['t', /Deploy waitlist-lumen\?/, / [y·] deploy {3}[e·] edit request body/],
	['a', /New project/, / enter add project/],
	['e', /Edit project/, / enter save changes/],
];

describe.each(drawnByInk)('the key %s', (key, what, hints) => {
	test('shows the question and its hints in one frame, however long Ink takes to load', {
		tags: ['fault-97'],
	}, async () => {
		let letInkLoad = () => {};
		const inkMayLoad = new Promise<void>(resolve => {
			letInkLoad = resolve;
		});
		app = await openDemo({inkMayLoad});
		await app.see('1 of 12');
		await app.press(key);
		await app.clock.advance(3000);
		expect(app.screen()).not.toMatch(hints);
		letInkLoad();
		await app.see(what);
		await app.see(hints);
		expectTogether(what, hints);
	});

	test('shows the question and its hints in one frame once Ink is loaded', async () => {
		app = await openDemo();
		await app.see('1 of 12');
		await app.press('a');
		await app.see('New project');
		await app.press('esc');
		for (const again of [key, key]) {
			await app.press(again);
			await app.see(what);
			await app.press('esc');
			await app.see('1 of 12');
		}

		expectTogether(what, hints);
	});
});

test('the first screen appears in one frame with its key hints', async () => {
	app = await open();
	await app.see('Where are your projects?');
	expectTogether(/Where are your projects\?/, /enter choose/);
});

test.each([1, 2, 3, 4])('a question works on a terminal of %i lines', async rows => {
	app = await openDemo({rows});
	await app.press('D');
	await app.readQuestion();
	await app.type('x');
	await app.press('enter');
	await app.resize(80, 24);
	await app.see('That does not match.');
	await app.resize(80, rows);
	await app.press('esc', 't');
	await app.resize(80, 24);
	await app.see('Deploy waitlist-lumen?');
	await app.readQuestion();
	await app.see(/ y deploy/);
});

test('a form without room for any field still shows its key hints', async () => {
	app = await openDemo({rows: 4});
	await app.press('a');
	await app.see('enter add project');
});
