import type {ApiError} from '../../api/errors.ts';
import type {RawRecord, RawSource} from '../../api/raw-record.ts';
import type {Project} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {KeptEntry} from '../../journal/entry.ts';
import type {Change} from '../../journal/sighting.ts';
import {noPins, type Pins} from '../../status-words.ts';
import type {SafeText} from '../../text.ts';
import type {Absence} from '../model/absence.ts';
import type {Connection, Profile} from '../model/connection.ts';
import type {ProjectDeployments} from '../model/deployments/deployment-list.ts';
import type {DeploymentOrder} from '../model/deployments/deployment-order.ts';
import {type DetectedChanges, noChanges} from '../model/deployments/detected-changes.ts';
import type {LatestByProject} from '../model/deployments/latest-deployments.ts';
import {defaultRules, type NotificationRules} from '../model/deployments/notification-rules.ts';
import type {Board, Watches} from '../model/deployments/tracked-deployment.ts';
import type {Size} from '../model/layout.ts';
import type {LineEditing} from '../model/line-editor.ts';
import type {Notice} from '../model/notice.ts';
import type {MutedKey, PaintedQuestion} from '../model/painted-question.ts';
import {type Position, startPosition} from '../model/position.ts';
import type {FilteredList} from '../model/projects/filtered-list.ts';
import {createProjectList, type ProjectList} from '../model/projects/project-list.ts';
import type {Tombstone} from '../model/projects/project-rows.ts';
import {emptyRequestLog, type RequestLog} from '../model/requests/request-log.ts';
import {createThrottle, type Throttle} from '../model/requests/throttle.ts';
import type {LostWrites} from '../model/writes/lost-write.ts';
import type {Dialog} from './dialog.ts';
import type {ConnectForm, EditField, Screen} from './screen.ts';

/** The raw JSON of a record or page, with the local times of its request and response. */
type Inspected = {
	readonly source: RawSource;
	readonly raw: RawRecord;
	readonly askedAt: LocalTime;
	readonly at: LocalTime;
};

/** A run of failures of one read. `error` and `at` are the latest failure's. */
export type Failure = {
	readonly error: ApiError;
	readonly at: LocalTime;
	/** The number of consecutive failures. */
	readonly count: number;
	/** When the first of them happened. */
	readonly since: LocalTime;
};

/** A project read for its own screen, whether or not the list has loaded it. */
type OpenedProject = {readonly project: Project; readonly askedAt: LocalTime};

type InterfaceState = {
	readonly size: Size;
	readonly profiles: readonly Profile[];
	/** The navigation stack: the last screen is shown, and Esc returns to the one before. */
	readonly screens: readonly Screen[];
	readonly dialog: Dialog | undefined;
	/** The activity list, newest first. Empty until the user opens it. */
	readonly activity: readonly KeptEntry[];
	/** The raw JSON loaded for the inspect dialog. */
	readonly inspected: Inspected | undefined;
	/** The commands run from the palette, newest first. */
	readonly recentCommands: readonly string[];
	readonly isTimeAbsolute: boolean;
	/** The user's classification of the service's status words. */
	readonly pins: Pins;
	/** Whether the user has toggled the preview of the selected project: hidden although there is room, or shown at the cost of columns. */
	readonly isPreviewFlipped: boolean;
	readonly notice: Notice | undefined;
	/** The text field being edited. */
	readonly typing: LineEditing | undefined;
	/** The confirmation or form that is on screen. */
	readonly confirmation: PaintedQuestion | undefined;
	/** A short-lived footer message that explains why a key had no effect. It takes precedence over everything else there. */
	readonly remark: {readonly text: SafeText; readonly until: LocalTime} | undefined;
	/** The key that has just submitted something. */
	readonly ignoredKey: MutedKey | undefined;
	/** When the user last asked to quit: asking twice in succession quits. */
	readonly quitRequestedAt: LocalTime | undefined;
};

type ProjectsState = {
	readonly list: ProjectList;
	/** The filtered and sorted projects. Undefined while the list is neither filtered nor sorted. */
	readonly view: FilteredList | undefined;
	/** The last non-empty query, or empty. */
	readonly lastQuery: string;
	/** The selected project if it has just vanished. */
	readonly tombstone: Tombstone | undefined;
	/** The ids of marked projects. */
	readonly marks: ReadonlySet<string>;
	/** Set while all pages are read: `last` to select the last row, `all` to keep all rows loaded. */
	readonly loadAll: 'last' | 'all' | undefined;
	/** The list being read again from its start because the service rejected a cursor. */
	readonly renewal: ProjectList | undefined;
	/** How many projects had been read when that last started. */
	readonly refusedAfter: number | undefined;
	readonly position: Position;
	/** The highest index the user has reached: pages are read a little beyond it. */
	readonly reach: number;
	readonly opened: ReadonlyMap<string, OpenedProject>;
	/** The names of projects that are not in the list. */
	readonly names: ReadonlyMap<string, SafeText>;
};

type DeploymentsState = {
	readonly byProject: ReadonlyMap<string, ProjectDeployments>;
	/** The newest deployments of projects in the list. */
	readonly latest: LatestByProject;
	/** The order in which the service sends deployments. */
	readonly order: DeploymentOrder;
	/** The deployments of all projects that are in progress or concluded recently. */
	readonly board: Board;
	/** The observed status changes of deployments, by `deploymentKey`. */
	readonly timelines: ReadonlyMap<string, readonly Change[]>;
	/** What the last response changed. The object keeps its identity until the next change. */
	readonly changes: DetectedChanges;
	/** The unknown status words that were announced, as returned by `pinOf`. */
	readonly announcedWords: ReadonlySet<string>;
};

type PollingState = {
	/** Whether background reads are paused. Reads that the user waits for still run. */
	readonly isPaused: boolean;
	readonly throttle: Throttle;
	readonly calls: RequestLog;
	/** Data on the current screen that was read before this time is read again at once. */
	readonly refreshedAt: LocalTime;
	/** The same for all other data. */
	readonly allRefreshedAt: LocalTime;
	/** The failing reads, by `readKey`. A read that succeeds is removed. */
	readonly failures: ReadonlyMap<string, Failure>;
	/** The reads that were refused although the key works for others, by `readKey`. */
	readonly refusedAlone: ReadonlySet<string>;
	/** The service's clock minus the local one, in milliseconds. */
	readonly skewMs: number;
};

type PresenceState = {
	/** The watched projects and deployments. */
	readonly watches: Watches;
	readonly rules: NotificationRules;
	/** What has happened while the user is away, until it is reported. */
	readonly away: Absence | undefined;
	readonly isFocused: boolean;
};

type WritesState = {
	/** The content of forms that were closed without submitting. */
	readonly drafts: {
		/** Contains an API key, so it is never written to disk. */
		readonly connect: ConnectForm['values'] | undefined;
		readonly create: string;
		/** By project id. */
		readonly edits: ReadonlyMap<string, Readonly<Record<EditField, string>>>;
	};
	/** The writes with an unknown outcome, by id. */
	readonly lost: LostWrites;
	/** Until when a write waits because the service asked for it, by the local clock. */
	readonly waitingUntil: number | undefined;
};

export type State = {
	readonly connection: Connection | undefined;
	readonly interface: InterfaceState;
	readonly projects: ProjectsState;
	readonly deployments: DeploymentsState;
	readonly polling: PollingState;
	readonly presence: PresenceState;
	readonly writes: WritesState;
};

/** Creates the state at startup. `requestsPerMinute` limits background reads. */
export const initialState = (size: Size, profiles: readonly Profile[], requestsPerMinute = 60): State => ({
	connection: undefined,
	interface: {
		size,
		profiles,
		screens: [{name: 'welcome'}],
		dialog: undefined,
		activity: [],
		inspected: undefined,
		recentCommands: [],
		quitRequestedAt: undefined,
		confirmation: undefined,
		remark: undefined,
		ignoredKey: undefined,
		typing: undefined,
		isTimeAbsolute: false,
		pins: noPins,
		isPreviewFlipped: false,
		notice: undefined,
	},
	projects: {
		list: createProjectList(),
		view: undefined,
		lastQuery: '',
		tombstone: undefined,
		marks: new Set(),
		loadAll: undefined,
		renewal: undefined,
		refusedAfter: undefined,
		position: startPosition,
		reach: 0,
		opened: new Map(),
		names: new Map(),
	},
	deployments: {
		byProject: new Map(),
		latest: new Map(),
		order: 'unknown',
		board: new Map(),
		timelines: new Map(),
		changes: noChanges,
		announcedWords: new Set(),
	},
	polling: {
		isPaused: false,
		throttle: createThrottle(requestsPerMinute),
		calls: emptyRequestLog,
		refreshedAt: 0,
		allRefreshedAt: 0,
		failures: new Map(),
		refusedAlone: new Set(),
		skewMs: 0,
	},
	presence: {
		watches: new Map(),
		rules: defaultRules,
		away: undefined,
		isFocused: true,
	},
	writes: {
		drafts: {connect: undefined, create: '', edits: new Map()},
		lost: new Map(),
		waitingUntil: undefined,
	},
});

export const currentScreen = ({interface: {screens}}: State): Screen => screens.at(-1) ?? {name: 'welcome'};

export const withInterface = (state: State, changes: Partial<InterfaceState>): State => ({
	...state,
	interface: {...state.interface, ...changes},
});
