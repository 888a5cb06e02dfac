import type {Deployment, Project} from '../api/types.ts';
import type {Clock} from '../base/clock.ts';
import type {MainScreen} from '../base/main-screens.ts';
import type {SafeText, ServiceText} from '../base/text.ts';
import type {CommandId} from '../model/commands.ts';
import type {UserProgram} from '../model/user-commands.ts';
import type {Line} from '../present/line.ts';
import type {RowContext} from '../present/table.ts';
import type {Dialog, Screen} from '../state/screen.ts';
import type {State} from '../state/state.ts';
import type {Actions} from '../sync/session.ts';
import type {Store} from '../sync/store.ts';
import type {FastRows} from '../terminal/fast-rows.ts';
import type {Key} from '../terminal/key-names.ts';
import type {Theme} from './themes.ts';

export type AppContext = {
	readonly store: Store;
	readonly actions: Actions;
	readonly clock: Clock;
	readonly painted: () => State;
	readonly scopes: () => KeyScopes;
	readonly drawContext: () => DrawContext;
	readonly theme: Theme;
	readonly ticker: Ticker;
	/** Undefined where Ink draws every row. */
	readonly fastRows?: FastRows | undefined;
	readonly leave: () => void;
	/** Copies the lines to the clipboard and shows a notice that `what` was copied. */
	readonly copy: (lines: readonly SafeText[], what: SafeText) => void;
	/** Writes the lines of a support report, which holds no secrets, to a file, and shows a notice with its path. */
	readonly exportForSupport: (lines: readonly SafeText[]) => void;
	readonly browse: (url: string) => void;
	readonly repaint: () => void;
	readonly suspend: () => void;
	readonly runProgram: (program: UserProgram) => void;
};

export type DrawContext = {
	readonly state: State;
	readonly context: RowContext;
	readonly scopes: KeyScopes;
	/** Whether an open question already takes answers. It ignores keys until the user has had time to read it. */
	readonly isListening: boolean;
};

/** The clock that the screen is drawn by. */
export type Ticker = {
	/** Milliseconds since the epoch by the local clock, in whole seconds. While it ticks, it advances only with the ticks, so that a key press does not redraw the ages of all rows. */
	readonly now: () => number;
	/** Calls `listener` on each tick. Returns a function that unsubscribes. */
	readonly subscribe: (listener: () => void) => () => void;
	readonly stop: () => void;
};

/** Draws the content of a rectangle: at most `height` lines, cut to `width` cells. Must be pure. */
export type Draw = (drawing: DrawContext, width: number, height: number) => readonly Line[];

/** What a key acts on: the project or deployment that is selected, or that the screen shows. */
export type KeyTarget = {
	readonly projectId: string;
	readonly name: SafeText;
	/** Undefined if the target is a project. */
	readonly deploymentId: string | undefined;
	/** Undefined if only its id is known. */
	readonly project: Project | undefined;
	readonly deployment: Deployment | undefined;
	/** The environment that is selected beside a project. */
	readonly environment?: ServiceText | undefined;
};

/** The keyboard handling of a screen or a dialog. */
export type KeyScope = {
	readonly title: string;
	/** Where the header shows that the user is. */
	readonly mainScreen?: MainScreen;
	/** Returns what the keys act on. Undefined if nothing is selected. */
	readonly selects?: (state: State) => KeyTarget | undefined;
	readonly keys: readonly Binding[];
	/** Whether it takes the whole screen, without header, footer and dialogs. Only its own keys work, so nothing can be written here unless one of them writes. */
	readonly isFullScreen?: boolean;
	/** Text is typed here, so the global keys are off. */
	readonly isTyping?: boolean;
	/** Whether an Ink widget handles a key now, besides those of its bindings that are for one. */
	readonly isForWidget?: (state: State, key: Key) => boolean;
	/** Handles typed or pasted text that no Ink widget handles. */
	readonly onText?: (app: AppContext, state: State, text: string) => void;
	/** Replaces this scope while a search query is typed. */
	readonly search?: KeyScope;
	/** Returns where the user is in the list of a screen, for the status: each span is a part, the most important first, such as `41 of 100+`. Empty without rows. */
	readonly position?: (state: State, context: RowContext) => Line;
	/** Returns what the status shows before everything else: the search in a list. */
	readonly status?: (drawing: DrawContext, width: number) => Line;
};

export type KeyScopes = {
	readonly screens: Partial<Readonly<Record<Screen['name'], KeyScope>>>;
	readonly dialogs: Partial<Readonly<Record<Dialog['name'], KeyScope>>>;
	/** The bindings that work on every screen, except while text is typed. */
	readonly anywhere: readonly Binding[];
	/** The bindings that work even while text is typed. */
	readonly always: readonly Binding[];
};

/** What a command does on a screen or in a dialog. Its keys and its label are in the table of commands. */
export type Binding = {
	readonly id: CommandId;
	readonly isHinted?: boolean;
	/** What the footer calls it here or now instead of its label. Undefined: it is not shown. */
	readonly hint?: (dialog: Dialog | undefined, state: State) => string | undefined;
	/** What it does with the marked projects, if it acts on them. The footer adds how many there are. */
	readonly onMarked?: string;
	/** Whether an Ink widget handles its keys. It is bound only for hints. */
	readonly isForWidget?: boolean;
	/** Whether it quits landfall if it is used twice. */
	readonly isQuit?: boolean;
	readonly isWrite?: boolean;
	/** Whether it saves what was typed: it waits for half a second without a key, as a write does. */
	readonly isAnswer?: boolean;
	/** Returns why it cannot be used now, as a sentence without a full stop. Undefined if it can. */
	readonly blocked?: (state: State, target: KeyTarget | undefined) => string | undefined;
	/** `key` is the one of its keys that was pressed, `target` the result of the screen's `selects`. */
	readonly run: (app: AppContext, state: State, key: string, target: KeyTarget | undefined) => void;
};
