import {expect, test} from 'vitest';
import {openTerminal} from '../kit/app/terminal.ts';

test.each([
	{how: '--screen-reader', args: ['--screen-reader'], env: {}},
	{how: 'INK_SCREEN_READER', args: [], env: {INK_SCREEN_READER: 'true'}},
	{how: '--screen-reader and TERM=dumb', args: ['--screen-reader'], env: {TERM: 'dumb'}},
])('with $how, the demo speaks line by line below the prompt, from browsing to a deployment', async ({args, env}) => {
	const terminal = openTerminal({
		args: ['--demo', '--world', 'quiet', '--seed', '2', ...args],
		env,
		columns: 100,
		rows: 400,
	});
	await terminal.see(/^\S.*, v\d+, \w+/m);
	await terminal.see(/^1 of 12$/m);
	await terminal.go('down', /^2 of 12$/m);
	await terminal.go('t', 'y deploy, e edit request body, esc cancel');
	await terminal.go('y', /^Deploying /m);
	await terminal.endWord();
	expect(terminal.isAlternate()).toBe(false);
	expect(terminal.written()).not.toMatch(/\u001B\[(?:\d*[ABCDGHJKMm]|\?(?:1049|25)[hl])/);
	await terminal.press('q', 'q', 'q');
	expect(await terminal.exited).toEqual({code: 0, signal: 0});
	expect(terminal.modesOn()).toEqual([]);
});
