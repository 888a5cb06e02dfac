import {stripVTControlCharacters} from 'node:util';
import {Text} from 'ink';
import {render} from 'ink-testing-library';
import type {ReactElement} from 'react';
import {answerDelayMs, openQuestionKey} from '../../../src/store/reducers/key-guard.ts';
import type {State} from '../../../src/store/state/state.ts';
import {plain} from '../../../src/text.ts';
import {App} from '../../../src/ui/app.tsx';
import {layers, themes} from '../../../src/ui/ink.tsx';
import {isForWidget, press} from '../../../src/ui/keys/key-dispatch.ts';
import {startTicker} from '../../../src/ui/render/ticker.ts';
import {type Runtime, RuntimeContext} from '../../../src/ui/runtime.tsx';
import {createTheme} from '../../../src/ui/theme.ts';
import {settled} from '../fixtures/clock.ts';
import {keyNamed, keySequences} from './key-sequences.ts';
import {createPlainRuntime} from './plain-runtime.ts';
import {type SessionOptions, startTestSession, type TestSession} from './session.ts';
import {waitForText} from './wait-for-text.ts';

type RenderOptions = SessionOptions & {
	readonly isAscii?: boolean;
	/** Rendered instead of the whole app, with the same runtime. */
	readonly node?: ReactElement;
};

export type Rendered = TestSession & {
	/** The lines of the last frame, without styles. */
	readonly lines: () => readonly string[];
	readonly frame: () => string;
	/** Waits until the frame shows a text and returns the frame. A failure prints the frame. */
	readonly see: (text: string | RegExp) => Promise<string>;
	/** Presses keys by name, one after the other. */
	readonly press: (...keys: readonly string[]) => Promise<void>;
	/** Sends byte sequences to Ink's widgets only. */
	readonly send: (...sequences: readonly string[]) => Promise<void>;
	/** Types a text, character by character. */
	readonly type: (text: string) => Promise<void>;
	readonly resize: (columns: number, rows: number) => Promise<void>;
	/** Waits for half a second: a question takes no answer before that. */
	readonly readQuestion: () => Promise<void>;
	readonly state: () => State;
	readonly runtime: Runtime;
	/** The copied lines. */
	readonly copied: readonly string[];
	/** The lines of the exported support reports. */
	readonly exported: readonly string[];
	readonly close: () => void;
};

/** Renders the app with Ink alone, in any size, on its own session. */
export async function renderApp({isAscii = false, node, ...options}: RenderOptions = {}): Promise<Rendered> {
	const started = await startTestSession({isInDemo: true, ...options});
	const {session, clock, sandbox} = started;
	const {store, actions} = session;
	const copied: string[] = [];
	const exported: string[] = [];
	const keyboard: Omit<Runtime['keyContext'], 'shown'> = {
		store,
		actions,
		clock,
		painted: store.get,
		layers: () => layers,
		leave() {},
		suspend() {},
		repaint() {},
		exportForSupport: lines => exported.push(...lines),
		browse() {},
		copy: lines => copied.push(...lines),
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
			store.dispatch({type: 'question-painted', key, at: clock.now()});
	};
	const stopReporting = store.subscribe(() => setImmediate(reportQuestion));

	const pressAll = async (keys: Iterable<string>) => {
		for (const key of keys) {
			if (isForWidget(store.get(), layers, keyNamed(key), clock.now())) stdin.write(keySequences[key] ?? key);
			else press(keyContext, keyNamed(key));
			await settled();
		}
	};

	show();
	await settled();
	return {
		...started,
		frame,
		lines: () => frame().split('\n'),
		press: (...keys) => pressAll(keys),
		type: pressAll,

		async send(...sequences) {
			for (const sequence of sequences) {
				stdin.write(sequence);
				await settled();
			}
		},

		readQuestion: () => clock.advance(answerDelayMs),
		state: store.get,
		runtime,
		copied,
		exported,

		async resize(columns, rows) {
			store.dispatch({type: 'resized', size: {columns, rows}});
			show();
			await settled();
		},

		see: text => waitForText(frame, text),

		close() {
			stopReporting();
			unmount();
			ticker.stop();
			session.stop();
			sandbox.close();
		},
	};
}
