import {stripVTControlCharacters} from 'node:util';
import {Text} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactElement} from 'react';
import {plain} from '../../../src/base/text.ts';
import {answerDelayMs, openQuestionKey, withPaintedQuestion} from '../../../src/state/key-guard.ts';
import {resizeTo} from '../../../src/state/lists.ts';
import {App, scopes} from '../../../src/ui/app.tsx';
import {startTicker} from '../../../src/ui/frame/painter.ts';
import {press} from '../../../src/ui/keys/dispatch.ts';
import {type Runtime, RuntimeContext} from '../../../src/ui/runtime.tsx';
import {createTheme} from '../../../src/ui/themes/paint.ts';
import {themes} from '../../../src/ui/themes/themes.ts';
import {settled} from '../fixtures/clock.ts';
import {waitForText} from './frames.ts';
import {keyNamed, keySequences} from './key-sequences.ts';
import {createPlainRuntime} from './plain-runtime.tsx';
import {type SessionOptions, startTestSession} from './session.ts';

type RenderOptions = SessionOptions & {
	readonly isAscii?: boolean;
	/** Rendered instead of the whole app, with the same runtime. */
	readonly node?: ReactElement;
};

export type Rendered = Awaited<ReturnType<typeof renderApp>>;

/** Renders the app or a component with Ink alone, without the painter. Other tests use `open`. */
export async function renderApp({isAscii = false, node, ...options}: RenderOptions = {}) {
	const started = await startTestSession({isInDemo: true, ...options});
	const {session, clock, sandbox} = started;
	const {store, actions} = session;
	const keyboard: Omit<Runtime['keyContext'], 'drawContext'> = {
		store,
		actions,
		clock,
		painted: store.get,
		scopes: () => scopes,
		leave() {},
		suspend() {},
		repaint() {},
		exportForSupport() {},
		browse() {},
		copy() {},
		editText: () => ({fault: plain`There is no editor.`}),
	};
	const ticker = startTicker(keyboard);
	const runtime = createPlainRuntime(
		keyboard,
		createTheme({hasColor: true, isAscii, style: () => themes[store.get().interface.theme]}),
		ticker,
	);
	const {keyContext} = runtime;
	const {stdin, stdout, lastFrame, rerender, unmount} = render(<Text />);
	const frame = () => stripVTControlCharacters(lastFrame() ?? '');

	/** Ink reads the terminal's size on each render. */
	const show = () => {
		for (const [name, value] of Object.entries(store.get().interface.size)) {
			Object.defineProperty(stdout, name, {value, configurable: true});
		}

		rerender(node ? <RuntimeContext value={runtime}>{node}</RuntimeContext> : <App runtime={runtime} />);
	};

	/** Reports that the open question is on the screen, as the painter does. */
	const reportQuestion = () => {
		const key = openQuestionKey(store.get());
		if (key !== undefined && !store.get().interface.paintedQuestion)
			store.change((state, now) => withPaintedQuestion(state, key, now));
	};
	const stopReporting = store.subscribe(() => setImmediate(reportQuestion));

	show();
	await settled();
	return {
		...started,
		frame,
		/** The lines of the last frame, without styles. */
		lines: (): readonly string[] => frame().split('\n'),
		/** Waits until the frame shows a text and returns the frame. A failure prints the frame. */
		see: (text: string | RegExp) => waitForText(frame, text),
		/** Presses keys by name, one after the other. */
		async press(...keys: readonly string[]) {
			for (const key of keys) {
				if (!press(keyContext, keyNamed(key))) stdin.write(keySequences[key] ?? key);
				await settled();
			}
		},

		/** Sends byte sequences to Ink's widgets only. */
		async send(...sequences: readonly string[]) {
			for (const sequence of sequences) {
				stdin.write(sequence);
				await settled();
			}
		},

		/** Waits for half a second: a question takes no answer before that. */
		readQuestion: () => clock.advance(answerDelayMs),
		state: store.get,

		async resize(columns: number, rows: number) {
			store.change(state => resizeTo(state, {columns, rows}));
			show();
			await settled();
		},

		close() {
			stopReporting();
			unmount();
			ticker.stop();
			session.stop();
			sandbox.close();
		},
	};
}
