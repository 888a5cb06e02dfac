import {EventEmitter} from 'node:events';
import {render} from 'ink';
import {expect} from 'vitest';
import {currentScreen} from '../../../src/state/state.ts';
import {editedLine} from '../../../src/state/text-editing.ts';
import {createInkStdout, inkOptions} from '../../../src/terminal/screen/ink.ts';
import {App, scopes} from '../../../src/ui/app.tsx';
import {shownCells} from './emulator-screen.ts';
import {expectToFit} from './frames.ts';
import type {OpenApp} from './open.ts';
import {createPlainRuntime} from './plain-runtime.tsx';
import {createTestTerminal} from './streams.ts';

/**
Mounts the whole app a second time, on the same state, with Ink laying out and drawing everything.

This copy is read-only: events from its widgets are dropped. Widgets keep their local state, such as the highlighted line of a menu, until `close`.
*/
export function mountPlainInk({session: {store}, clock, terminal, onWidgetKey}: OpenApp) {
	let frame: readonly string[] = [];
	let chunk: string | null = null;
	const events = new EventEmitter();
	const stdin = Object.assign(events, {
		isTTY: true,
		setEncoding: () => stdin,
		setRawMode: () => stdin,
		ref: () => stdin,
		unref: () => stdin,
		read() {
			const read = chunk;
			chunk = null;
			return read;
		},
	});
	const size = Object.assign(new EventEmitter(), store.get().interface.size);
	const stdout = createInkStdout(size, lines => {
		frame = lines;
	});

	/** A new element each time, so that everything rerenders. */
	const app = (now: number) => {
		// Ink draws when the screens are compared, and not after every change.
		const still = {...store, subscribe: () => () => {}, change() {}};
		return (
			<App runtime={createPlainRuntime({store: still, clock: {...clock, now: () => now}, scopes: () => scopes})} />
		);
	};
	const instance = render(app(clock.now()), {
		stdin: stdin as unknown as NodeJS.ReadStream,
		stdout,
		...inkOptions,
	});
	const settle = async () => {
		await instance.waitUntilRenderFlush();
		await new Promise(resolve => setImmediate(resolve));
		await instance.waitUntilRenderFlush();
	};

	/** What has the keys now. */
	const openWidget = () => store.get().interface.dialog?.name ?? currentScreen(store.get()).name;
	/** The keys for widgets that are not mounted here yet: one burst can open a menu and move in it. */
	const waiting: Array<{readonly key: string; readonly widget: string}> = [];
	const sendWaiting = async () => {
		for (const {key, widget} of waiting.splice(0)) {
			if (widget !== openWidget()) continue;
			chunk = key;
			events.emit('readable');
			chunk = null;
			await settle();
		}
	};

	/** What Ink alone shows of the state at this time. */
	const shownAt = async (now: number) => {
		const {columns, rows} = store.get().interface.size;
		if (size.columns !== columns || size.rows !== rows) {
			Object.assign(size, {columns, rows});
			stdout.emit('resize');
		}

		instance.rerender(app(now));
		await settle();
		await sendWaiting();
		expectToFit(frame, {columns, rows});
		const plain = createTestTerminal(columns, rows);
		plain.stdout.write(frame.join('\n'));
		const cells = shownCells(plain.emulator);
		plain.close();
		return cells;
	};

	// Sends each key to the menus through Ink's standard input. What is typed is in the state.
	onWidgetKey(key => {
		if (!editedLine(store.get())) waiting.push({key, widget: openWidget()});
	});

	return {
		/** Compares all cells of both. */
		async expectSame() {
			const shown = shownCells(terminal.emulator);
			const current = await shownAt(clock.now());
			// Ages tick once a second, so the screen may be up to a second behind.
			if (current.join() !== shown.join()) expect(shown).toEqual(await shownAt(clock.now() - 1000));
		},

		close: instance.unmount,
	};
}
