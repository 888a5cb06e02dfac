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

/** A record or a page as the service sent it. */
type Inspected = {
	readonly source: RawSource;
	readonly raw: RawRecord;
	readonly askedAt: LocalTime;
	readonly at: LocalTime;
};

/** Something that could not be read: why, when, how often in a row, and when that began. */
export type Failure = {
	readonly error: ApiError;
	readonly at: LocalTime;
	readonly count: number;
	readonly since: LocalTime;
};

/** A project that a screen is about, wherever it stands in the list. */
type OpenedProject = {readonly project: Project; readonly askedAt: LocalTime};

type InterfaceState = {
	readonly size: Size;
	readonly profiles: readonly Profile[];
	/** The last one is shown; the ones below it are what esc goes back to. */
	readonly screens: readonly Screen[];
	readonly dialog: Dialog | undefined;
	/** What happened, newest first, once it was asked for. */
	readonly activity: readonly KeptEntry[];
	/** What was looked into last. */
	readonly inspected: Inspected | undefined;
	/** The commands that were run from the palette, newest first. */
	readonly recentCommands: readonly string[];
	readonly isTimeAbsolute: boolean;
	/** What words of the service mean, as the person said. */
	readonly pins: Pins;
	/** Whether the picked project is not shown beside the list, although there is room. */
	readonly isPreviewFlipped: boolean;
	readonly notice: Notice | undefined;
	/** What is typed now. */
	readonly typing: LineEditing | undefined;
	/** What asks for an answer and is on the screen. */
	readonly confirmation: PaintedQuestion | undefined;
	/** What the footer says for a moment before anything else: why a key had no effect. */
	readonly remark: {readonly text: SafeText; readonly until: LocalTime} | undefined;
	/** The key that has just sent something. */
	readonly ignoredKey: MutedKey | undefined;
	/** When the person last asked to leave: asking twice in a row leaves. */
	readonly quitRequestedAt: LocalTime | undefined;
};

type ProjectsState = {
	readonly list: ProjectList;
	/** The projects searched and sorted. Undefined while they are shown as the service lists them. */
	readonly view: FilteredList | undefined;
	/** What was searched for last: empty if nothing was. */
	readonly lastQuery: string;
	/** A picked project that has just vanished. */
	readonly tombstone: Tombstone | undefined;
	/** Projects that were marked, by their ids. */
	readonly marks: ReadonlySet<string>;
	/** Set while page after page is read, up to the last one: to pick the last row, or to have all rows at hand. */
	readonly loadAll: 'last' | 'all' | undefined;
	/** The list being read anew from its start, because the service no longer knew one of its cursors. */
	readonly renewal: ProjectList | undefined;
	/** How many projects were read when that was last begun. */
	readonly refusedAfter: number | undefined;
	readonly position: Position;
	/** How far the reader has been, as an index: the chain of pages is read a little beyond it. */
	readonly reach: number;
	readonly opened: ReadonlyMap<string, OpenedProject>;
	/** What projects are called that are not in the list. */
	readonly names: ReadonlyMap<string, SafeText>;
};

type DeploymentsState = {
	readonly byProject: ReadonlyMap<string, ProjectDeployments>;
	/** The newest deployments of projects in the list. */
	readonly latest: LatestByProject;
	/** In which order the service sends deployments. */
	readonly order: DeploymentOrder;
	/** What goes on over all projects, and what has concluded lately. */
	readonly board: Board;
	/** How deployments were seen to change, by `deploymentKey`. */
	readonly timelines: ReadonlyMap<string, readonly Change[]>;
	/** What the last answer brought that was new: the same object until something is new again. */
	readonly changes: DetectedChanges;
	/** Words that were announced, as `pinOf` gives them. */
	readonly announcedWords: ReadonlySet<string>;
};

type PollingState = {
	/** Whether nothing is read but what the reader waits for. */
	readonly isPaused: boolean;
	readonly throttle: Throttle;
	readonly calls: RequestLog;
	/** What was read before this is read again at once. */
	readonly refreshedAt: LocalTime;
	/** The same, for what is read besides what the screen is about. */
	readonly allRefreshedAt: LocalTime;
	/** Reads that failed, by the key of their need. A read that succeeds is taken out. */
	readonly failures: ReadonlyMap<string, Failure>;
	/** Reads that were refused for the key while it was good for others, by the key of their need. */
	readonly refusedAlone: ReadonlySet<string>;
	/** The service's clock minus the local one. */
	readonly skewMs: number;
};

type PresenceState = {
	/** What a person wants to be told of. */
	readonly watches: Watches;
	readonly rules: NotificationRules;
	/** What happens while nobody looks, until it was told. */
	readonly away: Absence | undefined;
	readonly isFocused: boolean;
};

type WritesState = {
	/** What was typed into forms that were left without sending. */
	readonly drafts: {
		/** Holds a key, so it is never kept on disk. */
		readonly connect: ConnectForm['values'] | undefined;
		readonly create: string;
		/** By project. */
		readonly edits: ReadonlyMap<string, Readonly<Record<EditField, string>>>;
	};
	/** Writes of which nobody knows yet what became of them, by their ids. */
	readonly lost: LostWrites;
	/** Until when a write waits, because the service asked for it. */
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

/** `requestsPerMinute` is for reads that nobody waits for. */
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

/** The state with some fields of its interface replaced. */
export const withInterface = (state: State, changes: Partial<InterfaceState>): State => ({
	...state,
	interface: {...state.interface, ...changes},
});
