import {stripVTControlCharacters} from 'node:util';
import {Box, Text} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactNode} from 'react';
import {onTestFinished} from 'vitest';
import {bodyHeight} from '../../../src/model/layout.ts';
import {resizeTo} from '../../../src/state/lists.ts';
import {initialState, type State} from '../../../src/state/state.ts';
import {createStore} from '../../../src/sync/store.ts';
import type {KeyScopes} from '../../../src/ui/contexts.ts';
import {AppProvider} from '../../../src/ui/hooks.tsx';
import {press} from '../../../src/ui/keys/dispatch.ts';
import {createTestClock, settled} from '../fixtures/clock.ts';
import {expectToFit, sizes} from './frames.ts';
import {keyNamed, keySequences} from './key-sequences.ts';
import {createTestContext} from './test-context.ts';

export const componentSizes = [...sizes, {columns: 20, rows: 6}] as const;

type Options = {
	readonly columns?: number;
	readonly rows?: number;
	readonly isAscii?: boolean;
	readonly prepare?: (initial: State) => State;
	readonly dialogs?: KeyScopes['dialogs'];
};

/** Renders a component alone in the body of a screen, until the test ends. */
export async function renderAlone(node: ReactNode, options: Options = {}) {
	const {columns = 80, rows = 24, isAscii = false, prepare = state => state, dialogs = {}} = options;
	const clock = createTestClock();
	const store = createStore(prepare(initialState({columns, rows}, [])), clock.now);
	const scopes = () => ({screens: {}, dialogs, anywhere: [], always: []});
	const app = createTestContext({store, clock, scopes}, isAscii);
	const {stdin, stdout, lastFrame, rerender, unmount} = render(<Text />);
	onTestFinished(unmount);
	const show = async (shown: ReactNode) => {
		const {size} = store.get().interface;
		rerender(
			<AppProvider value={app}>
				<Box flexDirection="column" width={size.columns} height={bodyHeight(size)}>
					{shown}
				</Box>
			</AppProvider>,
		);
		await settled();
	};
	const resize = async (size: {readonly columns: number; readonly rows: number}) => {
		store.change(state => resizeTo(state, size));
		// The library's terminal has 100 columns and nothing to set them with.
		for (const [name, value] of Object.entries(size)) Object.defineProperty(stdout, name, {value, configurable: true});
		stdout.emit('resize');
		await show(node);
	};
	await resize({columns, rows});
	const lines = () => stripVTControlCharacters(lastFrame() ?? '').split('\n');
	return {
		store,
		clock,
		painted: () => lastFrame() ?? '',
		lines,
		shown: () => lines().flatMap(line => line.trimEnd() || []),
		resize,
		show,
		/** Sends keys to Ink's widgets. */
		async type(...keys: readonly string[]) {
			for (const key of keys) {
				stdin.write(keySequences[key] ?? key);
				await settled();
			}
		},
		/** Presses keys that a scope handles. */
		async press(...keys: readonly string[]) {
			for (const key of keys) press(app, keyNamed(key));
			await settled();
		},
		expectToFit() {
			const {size} = store.get().interface;
			expectToFit(lines(), {columns: size.columns, rows: bodyHeight(size)});
		},
	};
}
