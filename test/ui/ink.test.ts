import {expect, test} from 'vitest';
import {createInkStdout} from '../../src/terminal/screen/ink.ts';
import {mountInk} from '../../src/ui/app.tsx';
import type {KeyContext} from '../../src/ui/contexts.ts';
import {createTheme} from '../../src/ui/themes.ts';
import {createTestTerminal} from '../kit/app/streams.ts';

test('a render error ends Ink without printing the error', {tags: ['fault-64']}, async () => {
	const terminal = createTestTerminal(80, 24);
	const frames: Array<readonly string[]> = [];
	const stdout = createInkStdout(terminal.stdout, lines => frames.push(lines));
	const store = {
		subscribe: () => () => {},
		get: () => {
			throw new Error('a bug, with a-secret-key');
		},
	};
	const {ended} = mountInk({
		runtime: {
			keyContext: {store} as unknown as KeyContext,
			theme: createTheme({hasColor: true, isAscii: false}),
			ticker: {now: () => 0, subscribe: () => () => {}, stop() {}},
		},
		stdin: terminal.stdin,
		stdout,
		stderr: terminal.stdout,
	});
	await expect(ended).rejects.toThrow('a bug, with a-secret-key');
	expect([...frames.flat(), ...terminal.writes].join('')).not.toContain('a-secret-key');
});
