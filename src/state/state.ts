import type {ApiError} from '../api/errors.ts';
import type {RawAnswer} from '../api/raw-answer.ts';
import type {Deployment, Project, ProjectChanges} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import type {Rgb, ThemeName} from '../base/color.ts';
import {defaultRpm} from '../base/rpm.ts';
import type {SafeText} from '../base/text.ts';
import type {SavedActivityEntry} from '../model/activity-entry.ts';
import type {Arrangements, ChosenColumns} from '../model/arrangement.ts';
import type {Board} from '../model/board.ts';
import type {CustomKeys} from '../model/commands.ts';
import type {ConnectedService, Profile} from '../model/connection.ts';
import {type Cursor, startCursor} from '../model/cursor.ts';
import type {Change} from '../model/deployment-changes.ts';
import type {DeploymentTable} from '../model/deployment-table.ts';
import type {Drafts} from '../model/journal-snapshot.ts';
import type {Size} from '../model/layout.ts';
import type {EditedLine} from '../model/line-editor.ts';
import {defaultRules, type NotificationRules} from '../model/notification-rules.ts';
import type {FilteredList} from '../model/project-filter.ts';
import {createProjectList, type ProjectList, type ProjectRecords} from '../model/project-list.ts';
import type {Read} from '../model/read-request.ts';
import {emptyRequestLog, type RequestLog} from '../model/request-log.ts';
import {noWordMeanings, type WordMeanings} from '../model/status-words.ts';
import {createThrottle, type Throttle} from '../model/throttle.ts';
import type {WatchedDeployment, Watches} from '../model/watches.ts';
import type {Intent, UnconfirmedWrite} from '../model/write-intent.ts';
import {type ConnectForm, type Dialog, type FormScreen, isForm, type Screen} from './screen.ts';

/** A run of failures of one read. `error` and `at` are the latest failure's. Times are by the local clock. */
export type ReadFailure = {
	readonly read: Read;
	readonly error: ApiError;
	readonly at: LocalTime;
	readonly count: number;
	readonly since: LocalTime;
};

export type NoticeTone = 'good' | 'bad' | 'quiet';

/** A transient message in the footer: a sentence, or the conclusion of a watched deployment. */
export type Notice =
	| {readonly kind: 'message'; readonly text: SafeText; readonly tone: NoticeTone; readonly at: LocalTime}
	| {readonly kind: 'concluded'; readonly deployment: Deployment; readonly at: LocalTime};

export type ShownQuestion = {
	/** Identifies it: `openQuestionKey` of the painted state. */
	readonly key: string;
	/** The values that the notes of the form have shown whole. */
	readonly read: ProjectChanges;
	/** When it starts to accept keys. Keys typed before the user could read it are ignored. */
	readonly listensAt: LocalTime;
	/** Whether it is a form that accepted keys before it showed another note: only what sends must wait. */
	readonly isRead: boolean;
};

type InterfaceState = {
	readonly size: Size;
	readonly profiles: readonly Profile[];
	/** The navigation stack: the last screen is shown, and Esc returns to the one before. */
	readonly screens: readonly Screen[];
	readonly previousScreens?: readonly Screen[] | undefined;
	readonly dialog?: Dialog | undefined;
	/** The activity list, newest first. Empty until the user opens it. */
	readonly activity: readonly SavedActivityEntry[];
	readonly rawRecord?: {readonly raw: RawAnswer; readonly requestedAt: LocalTime; readonly at: LocalTime} | undefined;
	readonly arrangements: Arrangements;
	/** The page of columns that the list of a screen shows: other screens show their first. */
	readonly columnPage?: {readonly screen: Screen['name']; readonly page: number} | undefined;
	readonly notice?: Notice | undefined;
	/** An unknown status word to tell the user about. A notice or a failure goes before it. */
	readonly newWord?: SafeText | undefined;
	/** The text field that was edited last, its text and its caret, which is at the end of any other text. */
	readonly typing?: (EditedLine & {readonly field: string}) | undefined;
	readonly shownQuestion?: ShownQuestion | undefined;
	/** A moment by which all keys had been read, the last at which a guard against stray keys ended. Later ones may have waited since. */
	readonly keysReadAt: LocalTime;
	/** Why the last key had no effect. It is shown for a moment, before everything else in the footer. */
	readonly reason?: {readonly text: SafeText; readonly until: LocalTime} | undefined;
	/** The key that has just sent something or answered a question, and when a key was last ignored because of it. */
	readonly pause?: {readonly key: string; readonly at: LocalTime; readonly isAnswer: boolean} | undefined;
	/** When the user last asked to quit: asking twice in succession quits. */
	readonly quitRequestedAt?: LocalTime | undefined;
};

/** How the user wants to see things, whatever the service: it stays when another one is opened. */
type PreferencesState = {
	/** The commands that were run from the palette, newest first: ids, with the argument that was typed. */
	readonly recentCommands: readonly string[];
	readonly isTimeAbsolute: boolean;
	readonly columns: ChosenColumns;
	/** The terminal's background. Undefined until the terminal reports it; many never do. */
	readonly background?: Rgb | undefined;
	readonly theme: ThemeName;
	/** The keys of each command that the user has given others. */
	readonly customKeys: CustomKeys;
	readonly wordMeanings: WordMeanings;
	/** Whether the user shows or hides the details of the selected project. Undefined while the width decides. */
	readonly isDetailsShown: boolean | undefined;
	readonly rules: NotificationRules;
};

export type ProjectsState = {
	readonly list: ProjectList;
	/** The filtered and sorted projects. Undefined while the list is neither filtered nor sorted. */
	readonly filtered?: FilteredList | undefined;
	readonly lastQuery: string;
	readonly marks: ReadonlySet<string>;
	/** The range that is being marked, from its first project to the cursor. It ends when anything else changes the marks. */
	readonly range?:
		| {readonly anchorId: string; readonly before: ReadonlySet<string>; readonly marks: ReadonlySet<string>}
		| undefined;
	/** Set while page after page is read: `last` to select the last row, `all` to have all rows, `matches` to fill the screen with what the filter finds, `checks` to have the deployments of all projects besides. */
	readonly loading?: 'last' | 'all' | 'matches' | 'checks' | undefined;
	/** Since when all projects are to be checked for deployments, by the local clock. */
	readonly checkedSince: LocalTime;
	readonly cursor: Cursor;
	/** The highest index the user has reached: pages are read a little beyond it. */
	readonly reach: number;
	readonly records: ProjectRecords;
	/** The names of projects that are not in the list. */
	readonly names: ReadonlyMap<string, SafeText>;
};

type DeploymentsState = {
	/** All known deployments. Read it with the functions in `deployments.ts`. */
	readonly table: DeploymentTable;
	readonly board: Board;
	/** The observed status changes of deployments, by `deploymentKey`. */
	readonly timelines: ReadonlyMap<string, readonly Change[]>;
	/** The unknown status words that were announced, as returned by `meaningKey`. */
	readonly announcedWords: ReadonlySet<string>;
};

type PollingState = {
	/** Since when background reads are paused. Reads that the user waits for still run. */
	readonly pausedAt?: LocalTime | undefined;
	readonly throttle: Throttle;
	readonly requests: RequestLog;
	/** Data on the current screen that was read before this time is read again at once. */
	readonly refreshedAt: LocalTime;
	/** The same for all other data. */
	readonly allRefreshedAt: LocalTime;
	/** The failing reads, by `readKey`. A read that succeeds is removed. */
	readonly failures: ReadonlyMap<string, ReadFailure>;
	/** When a cache was asked last that answered, by `readKey`. */
	readonly cachedAt: ReadonlyMap<string, LocalTime>;
	/** The reads that were refused although the key works for others, by `readKey`. */
	readonly refusedAlone: ReadonlySet<string>;
	/** The service's clock minus the local one, in milliseconds. */
	readonly skewMs: number;
};

/** When the user was away: the terminal had no focus, the computer slept, or landfall was not running. */
export type Absence = {
	readonly since: LocalTime;
	readonly until: LocalTime;
};

type PresenceState = {
	readonly watches: Watches;
	/** Deployments whose end is announced together, once the last of each group has concluded. */
	readonly groups: ReadonlyArray<readonly WatchedDeployment[]>;
	/** The absence that is reported, until the user dismisses the report. */
	readonly away?: Absence | undefined;
	/** Since when the terminal has had no focus. */
	readonly leftAt?: LocalTime | undefined;
	readonly isFocused: boolean;
};

/** An edit that was saved: the project as the service returned it, and what the changed fields were before. */
export type SavedEdit = {readonly project: Project; readonly earlier: ProjectChanges};

type WritesState = {
	/** The content of forms that were closed without submitting, and request bodies that were typed and not sent. */
	readonly drafts: Drafts;
	/** Why no write could be recorded now, as far as known. */
	readonly journalProblem?: SafeText | undefined;
	/** The connect form when it was last left. It contains an API key, so it is never written to disk. */
	readonly login?: ConnectForm | undefined;
	readonly unconfirmed: ReadonlyMap<string, UnconfirmedWrite>;
	readonly lastEdit?: SavedEdit | undefined;
	/** When the service accepted what was created here in the last minute, by `watchKey`. */
	readonly accepted: ReadonlyMap<string, LocalTime>;
	/** When the service accepted to delete a project, by its id. */
	readonly deleting: ReadonlyMap<string, LocalTime>;
	/** The projects that the service has refused to deploy, and when their records were last updated then. */
	readonly refusedDeploys: ReadonlyMap<string, ServiceTime | undefined>;
	/** The write that is in flight, as it was recorded. Before that, nothing says that it is being sent. */
	readonly sending?: Intent | undefined;
	/** Until when a write waits because the service asked for it, by the local clock. */
	readonly waitingUntil?: LocalTime | undefined;
};

export type State = {
	readonly connection?: ConnectedService | undefined;
	readonly interface: InterfaceState;
	readonly preferences: PreferencesState;
	readonly projects: ProjectsState;
	readonly deployments: DeploymentsState;
	readonly polling: PollingState;
	readonly presence: PresenceState;
	readonly writes: WritesState;
};

/** Creates the state at startup. `requestsPerMinute` limits background reads. */
export const initialState = (size: Size, profiles: readonly Profile[], requestsPerMinute = defaultRpm): State => ({
	interface: {
		keysReadAt: 0,
		size,
		profiles,
		screens: [{name: 'welcome'}],
		activity: [],
		arrangements: new Map(),
	},
	preferences: {
		recentCommands: [],
		isTimeAbsolute: false,
		columns: new Map(),
		theme: 'terminal',
		customKeys: new Map(),
		wordMeanings: noWordMeanings,
		isDetailsShown: undefined,
		rules: defaultRules,
	},
	projects: {
		list: createProjectList(),
		lastQuery: '',
		marks: new Set(),
		checkedSince: 0,
		cursor: startCursor,
		reach: 0,
		records: new Map(),
		names: new Map(),
	},
	deployments: {
		table: new Map(),
		board: new Map(),
		timelines: new Map(),
		announcedWords: new Set(),
	},
	polling: {
		throttle: createThrottle(requestsPerMinute),
		requests: emptyRequestLog,
		refreshedAt: 0,
		allRefreshedAt: 0,
		failures: new Map(),
		cachedAt: new Map(),
		refusedAlone: new Set(),
		skewMs: 0,
	},
	presence: {
		watches: new Map(),
		groups: [],
		isFocused: true,
	},
	writes: {
		drafts: new Map(),
		unconfirmed: new Map(),
		accepted: new Map(),
		deleting: new Map(),
		refusedDeploys: new Map(),
	},
});

export const stateWithoutScreen = (requestsPerMinute: number): State =>
	initialState({columns: 0, rows: 0}, [], requestsPerMinute);

const isNoForm = (screen: Screen): screen is Exclude<Screen, FormScreen> => !isForm(screen);

/** Returns the screen that forms and dialogs lie over. */
export const currentScreen = ({interface: {screens}}: State): Exclude<Screen, FormScreen> =>
	screens.findLast(isNoForm) ?? {name: 'welcome'};

/** Returns the projects whose screens or forms are open, with those below the last one. */
export const openProjectIds = ({interface: {screens}}: State): readonly string[] =>
	screens.flatMap(screen => ('projectId' in screen ? screen.projectId : []));

/** Returns the form that is open, even if a dialog lies over it. Undefined without one. */
export function currentForm({interface: {screens}}: State): FormScreen | undefined {
	const top = screens.at(-1);
	return top && isForm(top) ? top : undefined;
}

/** Whether a form or a dialog lies over the current screen and takes its keys. */
export const isScreenCovered = (state: State): boolean =>
	state.interface.dialog !== undefined || currentForm(state) !== undefined;

/** Changes values in one part of the state. Returns the same state if they are what they were. */
export function patch<Part extends Exclude<keyof State, 'connection'>>(
	state: State,
	part: Part,
	changes: Partial<State[Part]>,
): State {
	for (const key in changes)
		if (changes[key] !== state[part][key]) return {...state, [part]: {...state[part], ...changes}};
	return state;
}

export const withInterface = (state: State, changes: Partial<InterfaceState>): State =>
	patch(state, 'interface', changes);

export const withScreen = (state: State, screen: Screen): State =>
	withInterface(state, {
		screens: state.interface.screens.with(state.interface.screens.findLastIndex(isNoForm), screen),
	});

export const withNotice = (state: State, text: SafeText, tone: NoticeTone, at: LocalTime): State =>
	withInterface(state, {notice: {kind: 'message', text, tone, at}});

/** Returns a copy of a map without one key, or the same map if the key is absent. */
export function withoutEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
	if (!map.has(key)) return map;
	const rest = new Map(map);
	rest.delete(key);
	return rest;
}
