import {Box, render} from 'ink';
import {expect, onTestFinished, test} from 'vitest';
import {bodyHeight} from '../../../src/model/layout.ts';
import {openDialog, openLine, withoutDialog} from '../../../src/state/dialogs.ts';
import {withForm} from '../../../src/state/forms.ts';
import {resizeTo} from '../../../src/state/lists.ts';
import {openConnect} from '../../../src/state/login.ts';
import type {ConnectField} from '../../../src/state/screen.ts';
import {currentForm, initialState, type State} from '../../../src/state/state.ts';
import {editText} from '../../../src/state/text-editing.ts';
import {createStore} from '../../../src/sync/store.ts';
import {dialogs, screens} from '../../../src/ui/app.tsx';
import {RuntimeContext, useStore} from '../../../src/ui/runtime.tsx';
import {textBeforeCursor} from '../../kit/app/emulator-screen.ts';
import {keySequences} from '../../kit/app/key-sequences.ts';
import {createTestTerminal} from '../../kit/app/streams.ts';
import {createTestRuntime} from '../../kit/app/test-runtime.ts';
import {createTestClock, settled} from '../../kit/fixtures/clock.ts';

/** The form Connect and the dialog that is open over it. */
function Body() {
	const form = useStore(state => currentForm(state)?.name);
	const dialog = useStore(state => state.interface.dialog?.name);
	const size = useStore(state => state.interface.size);
	const Form = form && screens[form].component;
	const Dialog = dialog && dialogs[dialog].component;
	return (
		<Box flexDirection="column" width={size.columns} height={bodyHeight(size)}>
			{Form && <Form />}
			{Dialog && <Dialog />}
		</Box>
	);
}

/** Renders a state with Ink to a terminal of its own, until the test ends. */
async function openOnTerminal(columns: number, rows: number, prepare: (initial: State) => State) {
	const clock = createTestClock();
	const store = createStore(prepare(initialState({columns, rows}, [])), clock.now);
	const scopes = () => ({screens, dialogs, anywhere: [], always: []});
	const runtime = createTestRuntime({store, clock, scopes});
	const terminal = createTestTerminal(columns, rows);
	const app = render(
		<RuntimeContext value={runtime}>
			<Body />
		</RuntimeContext>,
		{...terminal, stderr: terminal.stdout, interactive: true, exitOnCtrlC: false, patchConsole: false, maxFps: 10_000},
	);
	onTestFinished(() => {
		app.unmount();
		terminal.close();
	});
	const flush = async () => {
		await settled();
		await app.waitUntilRenderFlush();
		await settled();
	};
	await flush();
	return {
		store,
		flush,
		resize: terminal.resize,
		beforeCursor: () => textBeforeCursor(terminal.emulator),
		async type(...keys: readonly string[]) {
			for (const key of keys) {
				terminal.type(keySequences[key] ?? key);
				await flush();
			}
		},
	};
}

const connectAt = (field: ConnectField) => (state: State) =>
	withForm(openConnect(state, {}), form => ({...form, focus: form.order.indexOf(field)}));

test('the cursor is at the caret of ink-text-input, wherever the arrows move it, and hidden under a dialog', async () => {
	const app = await openOnTerminal(80, 24, connectAt('profile'));
	expect(app.beforeCursor()).toMatch(/▌ profile name {2}$/);
	await app.type('a', '漢', 'cd');
	expect(app.beforeCursor()).toMatch(/▌ profile name {2}a漢 ?cd$/);
	await app.type('left', 'left', 'left');
	expect(app.beforeCursor()).toMatch(/▌ profile name {2}a$/);
	await app.type('x', 'right', 'y');
	expect(app.beforeCursor()).toMatch(/▌ profile name {2}ax漢 ?y$/);
	await app.type('backspace', 'backspace');
	expect(app.beforeCursor()).toMatch(/▌ profile name {2}ax$/);
	app.store.change(state => openDialog(state, {name: 'sort'}));
	await app.flush();
	expect(app.beforeCursor()).toBeUndefined();
	app.store.change(withoutDialog);
	await app.flush();
	expect(app.beforeCursor()).toMatch(/▌ profile name {2}ax$/);
});

test.each([
	[80, 24, /▌ team API key {2}…\*{20,}$/],
	[40, 12, /▌ team API key {2}…\*{16,}$/],
	[20, 6, /▌ …?.*…\*+$/],
])('at %i×%i, the cursor is behind a hidden text that is too wide', async (columns, rows, shown) => {
	const app = await openOnTerminal(columns, rows, connectAt('apiKey'));
	await app.type('k'.repeat(100));
	expect(app.beforeCursor()).toMatch(shown);
	expect(app.beforeCursor()?.length).toBeLessThan(columns);
});

test('the cursor is at the caret of the line editor, and moves with its dialog', async () => {
	const app = await openOnTerminal(80, 24, state => openLine(state, {kind: 'filter name', query: 'a'}, 'name'));
	expect(app.beforeCursor()).toMatch(/│ name$/);
	app.store.change((state, now) => editText(state, {kind: 'home'}, now));
	await app.flush();
	expect(app.beforeCursor()).toMatch(/│ $/);
	app.resize(60, 16);
	app.store.change(state => resizeTo(state, {columns: 60, rows: 16}));
	await app.flush();
	expect(app.beforeCursor()).toMatch(/│ $/);
});
