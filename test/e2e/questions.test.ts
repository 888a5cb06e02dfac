import {expect, test} from 'vitest';
import {createTestTerminal} from '../kit/app/streams.ts';
import {openList} from '../kit/app/terminal.ts';

/** Returns the screen after each frame of the output. */
function screensOf(written: string): readonly string[] {
	const replay = createTestTerminal(80, 24);
	const screens = written.split('\u001B[?2026l').map(text => {
		replay.stdout.write(text);
		return replay.lines().join('\n');
	});
	replay.close();
	return screens;
}

test('in a real terminal a question and its hints appear in one frame, even while Ink loads', {
	tags: ['fault-97'],
}, async () => {
	const terminal = await openList();
	await terminal.go('t', 'y deploy   e edit request body', /╭─ Deploy .+\? ─/);
	const screens = screensOf(terminal.written());
	const hasQuestion = (screen: string) => /╭─ Deploy .+\? ─/.test(screen);
	expect(screens.some(hasQuestion)).toBe(true);
	// Dots stand for the keys until the question takes an answer.
	for (const screen of screens) expect(hasQuestion(screen), screen).toBe(/[y·] deploy {3}[e·] edit/.test(screen));
});

test('without colours a placeholder does not look like typed text', {tags: ['fault-97']}, async () => {
	const terminal = await openList({env: {NO_COLOR: '1'}});
	await terminal.go('a', '(required)');
	await terminal.go('esc', 'enter deployments');
	await terminal.go('D', /Type .+ to confirm\./);
	expect(terminal.screen()).toMatch(/▌ confirm *│/);
});
