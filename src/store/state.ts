import type {ApiError} from '../api/errors.ts';
import type {Deployment, Project} from '../api/types.ts';
import type {KeptEntry} from '../journal/entry.ts';
import {noPins, type Pins} from '../lexicon.ts';
import type {SafeText, Said} from '../text.ts';
import type {ProjectDeployments} from './deployment-list.ts';
import {createForm, type Form, type Problem} from './form.ts';
import type {DeploymentOrder, LatestByProject} from './latest.ts';
import {createPace, type Pace} from './pace.ts';
import {type Position, startPosition} from './position.ts';
import {createProjectList, type ProjectList} from './project-list.ts';
import type {Ghost} from './project-rows.ts';
import type {View} from './view.ts';

/** The service that is being read. `id` changes with every connection, so that an answer of another one is recognised. */
export type Connection = {
	readonly id: number;
	/** What the header calls it: a profile's name, or `demo`. */
	readonly name: SafeText;
	readonly host: SafeText;
	readonly isReadOnly: boolean;
	/** Set once the service refused the key; then nothing is read any more. */
	readonly refusal: ApiError | undefined;
};

export type ConnectField = 'baseUrl' | 'apiKey' | 'profile' | 'keep';
export type ConnectForm = Form<ConnectField>;
export type EditField = 'name' | 'slug' | 'url' | 'uploadMode';

export type Screen =
	| {readonly name: 'welcome'}
	| {readonly name: 'connect'; readonly form: ConnectForm}
	| {readonly name: 'projects'}
	| {readonly name: 'activity'; readonly position: Position}
	| {readonly name: 'deployments'; readonly projectId: string; readonly position: Position}
	| {readonly name: 'deployment'; readonly projectId: string; readonly deploymentId: string; readonly top: number}
	| {readonly name: 'create'; readonly form: Form<'name'>}
	| {readonly name: 'edit'; readonly projectId: string; readonly form: Form<EditField>};

/** A question above the screen. What it is about was fixed when it was asked. */
export type Question = {
	readonly projectId: string;
	/** What the service calls the project; its id where it has no name. */
	readonly project: Said;
	readonly isSending: boolean;
	readonly problem: Problem | undefined;
};

export type Dialog =
	| {readonly name: 'help'; readonly top: number}
	/** What is searched for is typed. `anchorId` is the project that was picked by hand last. */
	| {readonly name: 'filter'; readonly anchorId: string | undefined}
	| {readonly name: 'sort'; readonly index: number}
	| ({readonly name: 'deploy'} & Question)
	| ({readonly name: 'delete'; readonly typed: string} & Question);

/** A passing remark in the footer: a sentence, or that the followed deployment has concluded. */
export type Notice =
	| {readonly kind: 'said'; readonly text: SafeText; readonly tone: 'good' | 'bad' | 'quiet'; readonly at: number}
	| {readonly kind: 'concluded'; readonly deployment: Deployment; readonly at: number};

/** Something that could not be read: why, when, and how often in a row. */
export type Failure = {readonly error: ApiError; readonly at: number; readonly count: number};

/** A project that a screen is about, wherever it stands in the list. */
type OpenedProject = {readonly project: Project; readonly askedAt: number};

export type Size = {readonly columns: number; readonly rows: number};

/** A way into a service that the welcome screen offers. */
export type Profile = {readonly name: string; readonly host: SafeText};

export type State = {
	readonly size: Size;
	readonly profiles: readonly Profile[];
	readonly connection: Connection | undefined;
	/** The last one is shown; the ones below it are what esc goes back to. */
	readonly screens: readonly Screen[];
	readonly dialog: Dialog | undefined;
	readonly projects: ProjectList;
	/** The projects searched and sorted. Undefined while they are shown as the service lists them. */
	readonly view: View | undefined;
	/** What was searched for last: empty if nothing was. */
	readonly lastQuery: string;
	/** A picked project that has just vanished. */
	readonly ghost: Ghost | undefined;
	/** Projects that were marked, by their ids. */
	readonly marks: ReadonlySet<string>;
	/** Set while page after page is read, up to the last one: to pick the last row, or to have all rows at hand. */
	readonly walk: 'last' | 'all' | undefined;
	/** The list being read anew from its start, because the service no longer knew one of its cursors. */
	readonly renewal: ProjectList | undefined;
	/** How many projects were read when that was last begun. */
	readonly refusedAfter: number | undefined;
	readonly position: Position;
	/** How far the reader has been, as an index: the chain of pages is read a little beyond it. */
	readonly reach: number;
	readonly opened: Readonly<Record<string, OpenedProject>>;
	readonly deployments: Readonly<Record<string, ProjectDeployments>>;
	/** The newest deployments of projects in the list. */
	readonly latest: LatestByProject;
	/** In which order the service sends deployments. */
	readonly deploymentOrder: DeploymentOrder;
	/** Whether nothing is read but what the reader waits for. */
	readonly isPaused: boolean;
	readonly pace: Pace;
	/** What happened, newest first, once it was asked for. */
	readonly activity: readonly KeptEntry[];
	/** The deployment that was triggered from here and is followed until it concludes. */
	readonly followed: {readonly projectId: string; readonly deploymentId: string} | undefined;
	/** What was read before this is read again at once. */
	readonly refreshedAt: number;
	/** The same, for what is read besides what the screen is about. */
	readonly allRefreshedAt: number;
	/** Reads that failed, by the key of their need. A read that succeeds is taken out. */
	readonly failures: Readonly<Record<string, Failure>>;
	/** What was typed into forms that were left without sending. */
	readonly drafts: {
		readonly create: string;
		/** By project. */
		readonly edits: Readonly<Record<string, Readonly<Record<EditField, string>>>>;
	};
	/** The service's clock minus the local one. */
	readonly skewMs: number;
	readonly isFocused: boolean;
	readonly isTimeAbsolute: boolean;
	/** What words of the service mean, as the person said. */
	readonly pins: Pins;
	/** Whether the picked project is not shown beside the list, although there is room. */
	readonly isPreviewHidden: boolean;
	readonly notice: Notice | undefined;
	/** When the person last asked to leave: asking twice in a row leaves. */
	readonly leaveAskedAt: number | undefined;
};

/** `requestsPerMinute` is for reads that nobody waits for. */
export const initialState = (size: Size, profiles: readonly Profile[], requestsPerMinute = 60): State => ({
	size,
	profiles,
	connection: undefined,
	screens: [{name: 'welcome'}],
	dialog: undefined,
	projects: createProjectList(),
	view: undefined,
	lastQuery: '',
	ghost: undefined,
	marks: new Set(),
	walk: undefined,
	renewal: undefined,
	refusedAfter: undefined,
	position: startPosition,
	reach: 0,
	opened: {},
	deployments: {},
	latest: new Map(),
	deploymentOrder: 'unknown',
	isPaused: false,
	pace: createPace(requestsPerMinute),
	activity: [],
	followed: undefined,
	refreshedAt: 0,
	allRefreshedAt: 0,
	failures: {},
	drafts: {create: '', edits: {}},
	leaveAskedAt: undefined,
	skewMs: 0,
	isFocused: true,
	isTimeAbsolute: false,
	pins: noPins,
	isPreviewHidden: false,
	notice: undefined,
});

export const currentScreen = ({screens}: State): Screen => screens.at(-1) ?? {name: 'welcome'};

export const emptyConnectForm = (baseUrl = ''): ConnectForm =>
	createForm<ConnectField>({baseUrl, apiKey: '', profile: '', keep: 'file'});
