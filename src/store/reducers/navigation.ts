import type {Project} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {SavedEntry} from '../../journal/entries.ts';
import {type SafeText, type ServiceText, safe} from '../../text.ts';
import type {Connection} from '../model/connection.ts';
import {changes, createForm} from '../model/form.ts';
import {withEntry, withoutEntry} from '../model/immutable-map.ts';
import {heldAt, startPosition} from '../model/position.ts';
import {withProjectRecord} from '../model/projects/known-project.ts';
import {reopened} from '../model/projects/page-read.ts';
import {pageOfProject, rowWithId} from '../model/projects/project-list.ts';
import type {Sort} from '../model/projects/sorting.ts';
import {baseOf} from '../model/writes/write-intent.ts';
import {type ConnectStart, createConnectForm} from '../state/connect-form.ts';
import {openDialog, withDialog, withoutDialog} from '../state/dialogs.ts';
import type {Dialog} from '../state/interface/dialog.ts';
import {lastingInterface} from '../state/interface/interface-state.ts';
import type {EditField, Screen} from '../state/interface/screen.ts';
import {boardBounds} from '../state/lists.ts';
import {withDeploymentPending} from '../state/live-view.ts';
import {withFilter} from '../state/selection.ts';
import {currentScreen, initialState, type State, withInterface} from '../state/state.ts';
import {withAbsenceEnded, withAbsenceStarted} from './absence.ts';

export type NavigationEvent =
	| {readonly type: 'focus-changed'; readonly isFocused: boolean; readonly at: LocalTime}
	| {readonly type: 'connected'; readonly connection: Connection}
	/** `start`: the initial values of the form, if they differ from the current connection's. */
	| {readonly type: 'connect-opened'; readonly start?: ConnectStart}
	/** `deploymentId`: the deployment to select. */
	| {
			readonly type: 'project-opened';
			readonly project: Project;
			readonly deploymentId?: string | undefined;
			readonly at: LocalTime;
	  }
	| {readonly type: 'deployment-opened'; readonly projectId: string; readonly deploymentId: string}
	| {readonly type: 'create-opened'}
	| {readonly type: 'edit-opened'; readonly project: Project; readonly at: LocalTime}
	| {readonly type: 'activity-opened'; readonly entries: readonly SavedEntry[]}
	| {readonly type: 'watch-opened'}
	| {readonly type: 'versions-opened'}
	| {readonly type: 'wall-opened'}
	| {readonly type: 'environment-selected'; readonly environment: string}
	| {readonly type: 'projects-opened'}
	| {readonly type: 'went-back'}
	| {readonly type: 'dialog-opened'; readonly dialog: Dialog}
	| {readonly type: 'dialog-closed'}
	| {readonly type: 'refresh-requested'; readonly isAll: boolean; readonly at: LocalTime}
	| {readonly type: 'filter-opened'}
	| {readonly type: 'filter-cleared'; readonly at: LocalTime}
	| {readonly type: 'sort-chosen'; readonly sort: Sort | undefined; readonly at: LocalTime}
	| {readonly type: 'dialog-pointed'; readonly index: number}
	| {readonly type: 'line-refused'; readonly problem: SafeText};

const push = (state: State, screen: Screen): State =>
	withInterface(state, {screens: [...state.interface.screens, screen], dialog: undefined});

/** Goes to a top-level screen. All of them lie above the list of projects. */
const goTo = (state: State, above: readonly Screen[]): State =>
	state.connection ? withInterface(state, {dialog: undefined, screens: [{name: 'projects'}, ...above]}) : state;

function focused(state: State, isFocused: boolean, at: LocalTime): State {
	const next = {...state, presence: {...state.presence, isFocused}};
	if (!isFocused) return withAbsenceStarted(next, at);
	return state.presence.away ? withAbsenceEnded(next, state.presence.away.since, at) : next;
}

/** Adds the record of a project that is opened. A row of the list is as old as its page. */
function withOpened(state: State, project: Project, at: LocalTime): State {
	const {list, records} = state.projects;
	const known = records.get(project.id);
	const readAt = rowWithId(list.rows, project.id) === project ? pageOfProject(list, project.id)?.readAt : at;
	const record = known?.project === project ? known : {project, askedAt: readAt ?? at};
	return {...state, projects: {...state.projects, records: withProjectRecord(records, project.id, record)}};
}

/** The initial text of a field: the complete value, without control characters. */
const editable = (text: ServiceText | undefined): string => safe(text?.exact ?? '', Number.POSITIVE_INFINITY);

function withEnvironment(state: State, environment: string): State {
	const screen = currentScreen(state);
	return screen.name === 'versions'
		? withInterface(state, {screens: [...state.interface.screens.slice(0, -1), {...screen, environment}]})
		: state;
}

function editForm(state: State, project: Project) {
	const initial: Record<EditField, string> = {
		name: editable(project.name),
		slug: editable(project.slug),
		url: editable(project.url),
		uploadMode: editable(project.uploadMode),
	};
	return createForm(initial, state.writes.drafts.edits.get(project.id));
}

/** Leaves the current screen. Keeps the text of a form as a draft. */
function wentBack(state: State): State {
	if (state.interface.screens.length < 2) return state;
	const screen = currentScreen(state);
	const left = withInterface(state, {screens: state.interface.screens.slice(0, -1)});
	const {drafts} = state.writes;
	const withDrafts = (next: typeof drafts): State => ({...left, writes: {...left.writes, drafts: next}});
	if (screen.name === 'connect') return withDrafts({...drafts, connect: screen.form.values});
	if (screen.name === 'create') return withDrafts({...drafts, create: screen.form.values.name});
	if (screen.name !== 'edit') return left;
	const isChanged = Object.keys(changes(screen.form)).length > 0;
	const edits = isChanged
		? withEntry(drafts.edits, screen.projectId, screen.form.values)
		: withoutEntry(drafts.edits, screen.projectId);
	return withDrafts({...drafts, edits});
}

/** Opens the connect form. Replaces one that is open already. */
function connectOpened(state: State, start: ConnectStart | undefined): State {
	const below =
		currentScreen(state).name === 'connect' ? state.interface.screens.slice(0, -1) : state.interface.screens;
	const form = createConnectForm(state, start);
	const {connect} = state.writes.drafts;
	// The draft is restored, unless the form is opened for a particular service.
	const values = start === undefined && connect ? connect : form.values;
	return push(withInterface(state, {screens: below}), {name: 'connect', form: {...form, values}});
}

/** Resets the state for a new connection, so that nothing of the previous service stays on the screen. Drafts survive a reconnect to the same address. */
function connected(state: State, {connection}: Extract<NavigationEvent, {type: 'connected'}>): State {
	const {
		interface: {size, profiles},
		polling: {throttle},
		presence: {isFocused, rules},
	} = state;
	const initial = initialState(size, profiles, throttle.perMinute);
	return {
		...initial,
		connection,
		writes: {
			...initial.writes,
			drafts:
				state.connection?.baseUrl === connection.baseUrl
					? {...state.writes.drafts, connect: undefined}
					: initial.writes.drafts,
		},
		interface: {
			...initial.interface,
			...lastingInterface(state.interface),
			screens: [{name: 'projects'}],
		},
		presence: {...initial.presence, isFocused, rules},
	};
}

/** Marks what was read before `at` as stale: the data on the screen, or with `isAll` everything. Forgets failed reads, so that they are retried at once. */
const refreshed = (state: State, isAll: boolean, at: LocalTime): State => ({
	...state,
	polling: {
		...state.polling,
		refreshedAt: at,
		allRefreshedAt: isAll ? at : state.polling.allRefreshedAt,
		// The pause that the service asked for continues, so the failure that explains it stays.
		failures: new Map(
			[...state.polling.failures].filter(([, {error}]) => state.polling.throttle.limited && error.kind === 'busy'),
		),
		throttle: {...state.polling.throttle, outage: undefined, failing: undefined, overload: undefined},
	},
	projects: {...state.projects, list: {...reopened(state.projects.list), refused: undefined}},
});

export function reduceNavigation(state: State, event: NavigationEvent): State {
	switch (event.type) {
		case 'focus-changed':
			return focused(state, event.isFocused, event.at);
		case 'connected':
			return connected(state, event);
		case 'connect-opened':
			return connectOpened(state, event.start);
		case 'project-opened': {
			const screen = {name: 'deployments', projectId: event.project.id, position: startPosition} as const;
			return withDeploymentPending(push(withOpened(state, event.project, event.at), screen), event);
		}
		case 'deployment-opened':
			return push(state, {name: 'deployment', projectId: event.projectId, deploymentId: event.deploymentId, top: 0});
		case 'create-opened':
			return push(state, {name: 'create', form: createForm({name: ''}, {name: state.writes.drafts.create})});
		case 'edit-opened':
			return push(withOpened(state, event.project, event.at), {
				name: 'edit',
				projectId: event.project.id,
				form: editForm(state, event.project),
				base: baseOf(event.project),
			});
		case 'activity-opened':
			return goTo(withInterface(state, {activity: event.entries}), [{name: 'activity', position: startPosition}]);
		case 'projects-opened':
			return goTo(state, []);
		case 'versions-opened':
			return goTo(state, [{name: 'versions', environment: undefined}]);
		case 'wall-opened':
			return goTo(state, [{name: 'wall'}]);
		case 'environment-selected':
			return withEnvironment(state, event.environment);
		case 'watch-opened':
			return goTo(state, [{name: 'watch', position: heldAt(startPosition, undefined, boardBounds(state))}]);
		case 'went-back':
			return wentBack(state);
		case 'dialog-opened':
			return openDialog(state, event.dialog);
		case 'dialog-closed':
			return withoutDialog(state);
		case 'refresh-requested':
			return refreshed(state, event.isAll, event.at);
		case 'filter-opened':
			return withInterface(state, {dialog: {name: 'filter', anchorId: state.projects.position.id, isNew: false}});
		case 'filter-cleared':
			return withFilter(
				withInterface(state, {dialog: undefined}),
				{query: '', sort: state.projects.view?.sort},
				event.at,
			);
		case 'sort-chosen':
			return withFilter(
				withInterface(state, {dialog: undefined}),
				{query: state.projects.view?.query ?? '', sort: event.sort},
				event.at,
			);
		case 'dialog-pointed':
			return state.interface.dialog && 'index' in state.interface.dialog
				? withInterface(state, {dialog: {...state.interface.dialog, index: event.index}})
				: state;
		case 'line-refused':
			return withDialog(state, 'line', {problem: event.problem});
	}
}
