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
import type {Connection, Profile} from '../model/connection.ts';
import {type Cursor, startCursor} from '../model/cursor.ts';
import type {StatusChange} from '../model/deployment-changes.ts';
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
import type {WatchedDeployment, Watches} from '../model/watch.ts';
import type {Intent, UnconfirmedWrite} from '../model/write-intent.ts';
import {type ConnectForm, type Dialog, type FormScreen, isForm, type Screen} from './screen.ts';

/** Consecutive failures of one read. `error` and `at` are those of the latest. */
export type ReadFailure = {
	readonly read: Read;
	readonly error: ApiError;
	readonly at: LocalTime;
	readonly count: number;
	readonly since: LocalTime;
};

export type NoticeTone = 'good' | 'bad' | 'quiet';

export type Notice =
	| {readonly kind: 'message'; readonly text: SafeText; readonly tone: NoticeTone; readonly at: LocalTime}
	| {readonly kind: 'concluded'; readonly deployment: Deployment; readonly at: LocalTime};

export type ShownQuestion = {
	readonly key: string;
	readonly read: ProjectChanges;
	/** Keys count from this time on. The user typed earlier ones before reading the question. */
	readonly listensAt: LocalTime;
	/** The form accepted keys before a new note appeared, so only keys that send must wait. */
	readonly isRead: boolean;
};

type InterfaceState = {
	readonly size: Size;
	readonly profiles: readonly Profile[];
	readonly screens: readonly Screen[];
	readonly previousScreens?: readonly Screen[] | undefined;
	readonly dialog?: Dialog | undefined;
	/** Newest first. Empty until the user opens the activity screen. */
	readonly activity: readonly SavedActivityEntry[];
	readonly rawRecord?: {readonly raw: RawAnswer; readonly readAt: LocalTime; readonly at: LocalTime} | undefined;
	readonly arrangements: Arrangements;
	readonly columnPage?: {readonly screen: Screen['name']; readonly page: number} | undefined;
	readonly notice?: Notice | undefined;
	readonly newWord?: SafeText | undefined;
	readonly typing?: (EditedLine & {readonly field: string}) | undefined;
	readonly shownQuestion?: ShownQuestion | undefined;
	/** All keys pressed before this time are handled. Set when a guard against stray keys ends. */
	readonly keysReadAt: LocalTime;
	readonly reason?: {readonly text: SafeText; readonly until: LocalTime} | undefined;
	/** The key that just sent something or answered a question, and when landfall last ignored a key because of it. */
	readonly pause?: {readonly key: string; readonly at: LocalTime; readonly isAnswer: boolean} | undefined;
	readonly quitRequestedAt?: LocalTime | undefined;
};

type PreferencesState = {
	readonly recentCommands: readonly string[];
	readonly isTimeAbsolute: boolean;
	readonly columns: ChosenColumns;
	/** Undefined until the terminal reports it, which many never do. */
	readonly background?: Rgb | undefined;
	readonly theme: ThemeName;
	readonly customKeys: CustomKeys;
	readonly wordMeanings: WordMeanings;
	/** Undefined: the width of the terminal decides. */
	readonly isDetailsShown: boolean | undefined;
	readonly rules: NotificationRules;
};

export type ProjectsState = {
	readonly list: ProjectList;
	readonly filtered?: FilteredList | undefined;
	readonly lastQuery: string;
	readonly marks: ReadonlySet<string>;
	/** The range being marked. Any other change of the marks ends it. */
	readonly range?:
		| {readonly anchorId: string; readonly before: ReadonlySet<string>; readonly marks: ReadonlySet<string>}
		| undefined;
	/** The reason for loading further pages: `last` to select the last row, `all` to have all rows, `matches` to fill the screen with matches, `checks` to read the deployments of all projects as well. */
	readonly loading?: 'last' | 'all' | 'matches' | 'checks' | undefined;
	readonly checkedSince: LocalTime;
	readonly cursor: Cursor;
	/** The highest index the user has reached. Pages are read a little beyond it. */
	readonly reach: number;
	readonly records: ProjectRecords;
	/** Names of projects that are not in the list. */
	readonly names: ReadonlyMap<string, SafeText>;
};

type DeploymentsState = {
	readonly table: DeploymentTable;
	readonly board: Board;
	readonly timelines: ReadonlyMap<string, readonly StatusChange[]>;
	readonly announcedWords: ReadonlySet<string>;
	readonly announcedStuck: ReadonlySet<string>;
};

/** Maps and sets of reads have the keys of `readKey`. */
type PollingState = {
	/** While reading is paused, landfall only reads what the user asks for. */
	readonly pausedAt?: LocalTime | undefined;
	readonly throttle: Throttle;
	readonly requests: RequestLog;
	/** Older data on the current screen is read again at once. */
	readonly refreshedAt: LocalTime;
	readonly allRefreshedAt: LocalTime;
	readonly failures: ReadonlyMap<string, ReadFailure>;
	/** When the last read that a cache answered was sent. */
	readonly cachedAt: ReadonlyMap<string, LocalTime>;
	/** Reads rejected with 401 although the service accepts the key for others. */
	readonly rejectedReads: ReadonlySet<string>;
	readonly skewMs: number;
};

/** An absence: the terminal had no focus, the computer slept, or landfall was not running. */
export type Absence = {
	readonly since: LocalTime;
	readonly until: LocalTime;
};

type PresenceState = {
	readonly watches: Watches;
	readonly groups: ReadonlyArray<readonly WatchedDeployment[]>;
	readonly away?: Absence | undefined;
	readonly leftAt?: LocalTime | undefined;
	readonly isFocused: boolean;
};

export type SavedEdit = {readonly project: Project; readonly earlier: ProjectChanges};

type WritesState = {
	readonly drafts: Drafts;
	readonly journalProblem?: SafeText | undefined;
	/** The connect form as the user last left it. Never written to disk, because it contains an API key. */
	readonly login?: ConnectForm | undefined;
	readonly unconfirmed: ReadonlyMap<string, UnconfirmedWrite>;
	readonly lastEdit?: SavedEdit | undefined;
	readonly accepted: ReadonlyMap<string, LocalTime>;
	readonly deleting: ReadonlyMap<string, LocalTime>;
	/** The `updatedAt` of each project at the time when the service rejected its deployment. */
	readonly rejectedDeploys: ReadonlyMap<string, ServiceTime | undefined>;
	/** Undefined until the write is recorded. */
	readonly sending?: Intent | undefined;
	readonly waitingUntil?: LocalTime | undefined;
};

export type State = {
	readonly connection?: Connection | undefined;
	readonly interface: InterfaceState;
	readonly preferences: PreferencesState;
	readonly projects: ProjectsState;
	readonly deployments: DeploymentsState;
	readonly polling: PollingState;
	readonly presence: PresenceState;
	readonly writes: WritesState;
};

export const initialState = (size: Size, profiles: readonly Profile[], rpm = defaultRpm): State => ({
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
		announcedStuck: new Set(),
	},
	polling: {
		throttle: createThrottle(rpm),
		requests: emptyRequestLog,
		refreshedAt: 0,
		allRefreshedAt: 0,
		failures: new Map(),
		cachedAt: new Map(),
		rejectedReads: new Set(),
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
		rejectedDeploys: new Map(),
	},
});

export const stateWithoutScreen = (rpm: number): State => initialState({columns: 0, rows: 0}, [], rpm);

const isNoForm = (screen: Screen): screen is Exclude<Screen, FormScreen> => !isForm(screen);

/** The screen below forms and dialogs. */
export const currentScreen = ({interface: {screens}}: State): Exclude<Screen, FormScreen> =>
	screens.findLast(isNoForm) ?? {name: 'welcome'};

export const openProjectIds = ({interface: {screens}}: State): readonly string[] =>
	screens.flatMap(screen => ('projectId' in screen ? screen.projectId : []));

export function currentForm({interface: {screens}}: State): FormScreen | undefined {
	const top = screens.at(-1);
	return top && isForm(top) ? top : undefined;
}

export const isScreenCovered = (state: State): boolean =>
	state.interface.dialog !== undefined || currentForm(state) !== undefined;

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

export function mapWithout<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
	if (!map.has(key)) return map;
	const rest = new Map(map);
	rest.delete(key);
	return rest;
}
