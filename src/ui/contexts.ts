import type {Deployment, Project} from '../api/types.ts';
import type {Clock} from '../base/clock.ts';
import type {MainScreen} from '../base/main-screens.ts';
import type {SafeText} from '../base/text.ts';
import type {CommandId} from '../model/commands.ts';
import type {RunnableCommand} from '../model/custom-command.ts';
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
	readonly paintedState: () => State;
	readonly scopes: () => KeyScopes;
	readonly drawContext: () => DrawContext;
	readonly theme: Theme;
	readonly ticker: Ticker;
	/** Undefined where Ink draws every row. */
	readonly fastRows?: FastRows | undefined;
	readonly leave: () => void;
	readonly copy: (lines: readonly SafeText[], what: SafeText) => void;
	readonly exportForSupport: (lines: readonly SafeText[]) => void;
	readonly browse: (url: string) => void;
	readonly repaint: () => void;
	readonly suspend: () => void;
	readonly runProgram: (program: RunnableCommand) => void;
};

export type DrawContext = {
	readonly state: State;
	readonly context: RowContext;
	readonly scopes: KeyScopes;
	/** Whether keys count. An open question ignores them until the user has had time to read it. */
	readonly isListening: boolean;
};

export type Ticker = {
	/** Local time in whole seconds, as milliseconds. Advances with ticks only, so that a key does not redraw the ages of all rows. */
	readonly now: () => number;
	readonly subscribe: (listener: () => void) => () => void;
	readonly stop: () => void;
};

/** At most `height` lines, cut to `width` cells. Must be pure. */
export type Draw = (drawing: DrawContext, width: number, height: number) => readonly Line[];

export type KeyTarget = {
	readonly projectId: string;
	readonly name: SafeText;
	readonly deploymentId: string | undefined;
	/** Undefined if only its id is known. */
	readonly project: Project | undefined;
	readonly deployment: Deployment | undefined;
};

export type KeyScope = {
	readonly title: string;
	readonly mainScreen?: MainScreen;
	readonly selects?: (state: State) => KeyTarget | undefined;
	readonly keys: readonly Binding[];
	/** Hides header, footer and dialogs. Only the scope's own keys work, so that nothing is written by accident. */
	readonly isFullScreen?: boolean;
	readonly isTyping?: boolean;
	/** Whether an Ink widget handles a key without a binding. */
	readonly isForWidget?: (state: State, key: Key) => boolean;
	readonly onText?: (app: AppContext, state: State, text: string) => void;
	/** Replaces this scope while a search query is typed. */
	readonly search?: KeyScope;
	/** The position in the list, for the status line. The most important part comes first, such as `41 of 100+`. */
	readonly position?: (state: State, context: RowContext) => Line;
	readonly status?: (drawing: DrawContext, width: number) => Line;
};

export type KeyScopes = {
	readonly screens: Partial<Readonly<Record<Screen['name'], KeyScope>>>;
	readonly dialogs: Partial<Readonly<Record<Dialog['name'], KeyScope>>>;
	/** Bindings on every screen. Unlike `always`, they are off while text is typed. */
	readonly anywhere: readonly Binding[];
	readonly always: readonly Binding[];
};

export type Binding = {
	readonly id: CommandId;
	readonly isHinted?: boolean;
	/** Replaces the label in the footer. The footer leaves the command out if it returns undefined. */
	readonly hint?: (dialog: Dialog | undefined, state: State) => string | undefined;
	/** The footer's verb for acting on the marked projects, such as `deploy`. */
	readonly onMarked?: string;
	/** An Ink widget handles the keys, so the binding is only for hints. */
	readonly isForWidget?: boolean;
	readonly isQuit?: boolean;
	readonly isWrite?: boolean;
	/** Saves typed text, so the command waits for half a second without a key, as a write does. */
	readonly isAnswer?: boolean;
	/** Why the command is unavailable, as a sentence without a full stop. */
	readonly unavailable?: (state: State, target: KeyTarget | undefined) => string | undefined;
	readonly run: (app: AppContext, state: State, key: string, target: KeyTarget | undefined) => void;
};
