import type {Clock} from '../clock.ts';
import type {Context} from '../present/column.ts';
import type {Line} from '../present/line.ts';
import type {Actions} from '../store/actions/actions.ts';
import type {Dialog} from '../store/state/dialog.ts';
import type {Screen} from '../store/state/screen.ts';
import type {State} from '../store/state/state.ts';
import type {Store} from '../store/store.ts';
import type {Key} from '../terminal/input/key-names.ts';
import type {EditedText} from '../terminal/os/editor.ts';
import type {SafeText} from '../text.ts';
import type {Subject} from './keys/subject.ts';
import type {LineMemo} from './render/line-memo.ts';
import type {Theme} from './theme.ts';

/** What a key can reach. */
export type KeyContext = {
	readonly store: Store;
	readonly actions: Actions;
	readonly clock: Clock;
	/** What was true when the screen was last painted. */
	readonly painted: () => State;
	readonly layers: () => Layers;
	/** What lines are drawn from, as of the last frame. */
	readonly shown: () => DrawContext;
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

/** What lines of the screen are drawn from. */
export type DrawContext = {
	readonly state: State;
	readonly context: Context;
	readonly memo: LineMemo;
	readonly layers: Layers;
	/** Whether a question that is open takes answers by now. */
	readonly isListening: boolean;
};

/** Draws the content of a rectangle: at most `height` lines, cut to `width` cells. Pure. */
export type Draw = (shown: DrawContext, width: number, height: number) => readonly Line[];

/** What a form or a question is rendered from. */
export type ViewProps = Pick<DrawContext, 'state' | 'context'> & {readonly theme: Theme; readonly desk: KeyContext};

/** One of the lists that the header names. */
export type Place = 'projects' | 'watch' | 'activity';

/** The keyboard side of a screen or a dialog. */
export type Layer = {
	readonly title: string;
	/** The list that a screen belongs to. */
	readonly place?: Place | undefined;
	/** What the keys act on: the selected row, or the record that a screen is about. Undefined where nothing is selected. */
	readonly selects?: (state: State) => Subject | undefined;
	readonly keys: readonly Binding[];
	/** Letters are typed here, so that the keys of every screen stay silent. */
	readonly isTyping?: boolean;
	/** Whether a widget of Ink's in it hears a key, instead of the bindings. */
	readonly isForWidget?: (state: State, key: Key) => boolean;
	/** Hears what is typed or pasted, where it is no field of Ink's. */
	readonly onText?: (desk: KeyContext, state: State, text: string) => void;
	/** Takes its place while a query is typed to search what it shows. */
	readonly search?: Layer;
};

/** The layers by the names of their screens and dialogs. Until Ink is loaded, only the project list is there. */
export type Layers = {
	readonly screens: Partial<Readonly<Record<Screen['name'], Layer>>>;
	readonly dialogs: Partial<Readonly<Record<Dialog['name'], Layer>>>;
};

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
	readonly blocked?: (state: State, subject: Subject | undefined) => string | undefined;
	/** `key` is the one of `keys` that was pressed, `subject` what the screen's `selects` gives. */
	readonly run: (desk: KeyContext, state: State, key: string, subject: Subject | undefined) => void;
};
