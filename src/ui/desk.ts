import type {Clock} from '../clock.ts';
import type {Context} from '../present/column.ts';
import type {Line} from '../present/line.ts';
import type {Actions} from '../store/actions.ts';
import type {State} from '../store/state.ts';
import type {Store} from '../store/store.ts';
import type {EditedText} from '../terminal/editor.ts';
import type {SafeText} from '../text.ts';
import type {LineMemo} from './components/line-memo.ts';
import type {Theme} from './theme.ts';

/** What a key can reach. */
export type Desk = {
	readonly store: Store;
	readonly actions: Actions;
	readonly clock: Clock;
	/** What was true when the screen was last painted. */
	readonly painted: () => State;
	/** Ends landfall. */
	readonly leave: () => void;
	/** Copies a text, a line each, and says that `what` was copied and how. */
	readonly copy: (lines: readonly SafeText[], what: SafeText) => void;
	/** Gives a text to the person's editor, which has the terminal meanwhile. */
	readonly editText: (text: string) => EditedText;
	/** Opens an address of the web in a browser, and says so. */
	readonly browse: (url: string) => void;
	/** Hands the terminal to the shell that landfall was started from. */
	readonly suspend: () => void;
};

/** What lines of a screen are made from. */
export type Shown = {readonly state: State; readonly context: Context; readonly memo: LineMemo};

/** The lines of a screen between header and footer; `beside` begins in column `at` of the first of them. */
export type Body = {
	readonly lines: readonly Line[];
	readonly beside?: {readonly at: number; readonly lines: readonly Line[]};
};

/** What Ink draws a form or a question from. */
export type ViewProps = Omit<Shown, 'memo'> & {readonly theme: Theme; readonly desk: Desk};

/** What a key does on a screen. Footer and help are made from these. */
export type Binding = {
	/** Any of them. The first one is shown. */
	readonly keys: readonly string[];
	/** What it does, in a word or two; it follows the key's name. */
	readonly label: string;
	/** Whether the footer offers it. */
	readonly isHinted?: boolean;
	/** Whether it changes something at the service. */
	readonly isWrite?: boolean;
	/** Why it cannot be used now, as a sentence. */
	readonly blocked?: (state: State) => string | undefined;
	/** `key` is the one of `keys` that was pressed. */
	readonly run: (desk: Desk, state: State, key: string) => void;
};
