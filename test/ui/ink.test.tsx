import {Box, render, Text} from 'ink';
import {useEffect, useState} from 'react';
import {expect, test} from 'vitest';
import {createInkOutput} from '../../src/terminal/render/ink-output.ts';
import type {KeyContext} from '../../src/ui/contexts.ts';
import {mountInk} from '../../src/ui/ink.tsx';
import {createTheme} from '../../src/ui/theme.ts';
import {createTestTerminal} from '../kit/app/streams.ts';
import {settled} from '../kit/fixtures/clock.ts';

/** Mounts a node with the options that landfall gives Ink, and records the frames that Ink writes. */
function mounted(node: React.ReactNode) {
	const terminal = createTestTerminal(20, 5);
	const frames: Array<readonly string[]> = [];
	const stdout = createInkOutput(terminal.stdout, lines => frames.push(lines));
	const instance = render(node, {
		stdin: terminal.stdin,
		stdout,
		stderr: terminal.stdout,
		debug: true,
		interactive: true,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	return {frames, instance, stdout, terminal};
}

function Counter() {
	const [count, setCount] = useState(0);
	useEffect(() => {
		if (count < 3) setCount(count + 1);
	}, [count]);
	return (
		<Box flexDirection="column" width={20} height={3}>
			<Text bold>count</Text>
			<Text color="cyan">{count}</Text>
		</Box>
	);
}

test('Ink passes every frame whole, as lines with styles and no cursor movement', async () => {
	const {frames, instance, terminal} = mounted(<Counter />);
	await settled();
	expect(frames.at(-1)).toEqual(['\u001B[1mcount\u001B[22m', '\u001B[36m3\u001B[39m', '']);
	instance.unmount();
	await instance.waitUntilExit();
	const written = frames.flat().join('');
	expect(written.replaceAll(/\u001B\[[\d;]*m/g, '')).not.toMatch(/\p{Cc}/u);
	// Ink must not write to the terminal itself.
	expect(terminal.writes).toEqual([]);
});

test('a resize reaches Ink with the new size', async () => {
	const {frames, instance, stdout, terminal} = mounted(<Text wrap="truncate">{'x'.repeat(50)}</Text>);
	terminal.resize(10, 5);
	stdout.emit('resize');
	await settled();
	expect(frames.at(-1)).toEqual([`${'x'.repeat(9)}…`]);
	instance.unmount();
});

test('a terminal without a size gives Ink the same default size as the rest of the screen', () => {
	const {columns, rows} = createInkOutput(
		Object.assign(createTestTerminal(20, 5).stdout, {columns: 0, rows: 0}),
		() => {},
	);
	expect({columns, rows}).toEqual({columns: 80, rows: 24});
});

test('a render error ends Ink without printing the error', {
	tags: ['fault-64'],
}, async () => {
	const terminal = createTestTerminal(80, 24);
	const frames: Array<readonly string[]> = [];
	const stdout = createInkOutput(terminal.stdout, lines => frames.push(lines));
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
