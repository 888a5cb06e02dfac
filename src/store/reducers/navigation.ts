import type {Project} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {KeptEntry} from '../../journal/entry.ts';
import {type SafeText, type Said, safe} from '../../text.ts';
import type {Connection} from '../model/connection.ts';
import {changes, createForm} from '../model/form.ts';
import {withEntry, withoutEntry} from '../model/immutable-map.ts';
import type {NoticeTone} from '../model/notice.ts';
import {startPosition} from '../model/position.ts';
import {triedAgain} from '../model/projects/project-pages.ts';
import type {Sort} from '../model/projects/sorting.ts';
import {baseOf} from '../model/writes/write-intent.ts';
import {type ConnectStart, createConnectForm} from '../state/connect-form.ts';
import type {Dialog} from '../state/dialog.ts';
import type {EditField, Screen} from '../state/screen.ts';
import {withFilter, withoutTombstone} from '../state/selection.ts';
import {currentScreen, initialState, type State} from '../state/state.ts';
import {withNotice} from '../state/with-notice.ts';
import {withAbsenceEnded, withAbsenceStarted} from './absence.ts';

export type NavigationEvent =
	| {readonly type: 'focus-changed'; readonly isFocused: boolean; readonly at: LocalTime}
	| {readonly type: 'connected'; readonly connection: Connection}
	/** `start` is what the form begins with, if that is not what is in use. */
	| {readonly type: 'connect-opened'; readonly start?: ConnectStart}
	| {readonly type: 'project-opened'; readonly project: Project; readonly at: LocalTime}
	| {readonly type: 'deployment-opened'; readonly projectId: string; readonly deploymentId: string}
	| {readonly type: 'create-opened'}
	| {readonly type: 'edit-opened'; readonly project: Project; readonly at: LocalTime}
	| {readonly type: 'activity-opened'; readonly entries: readonly KeptEntry[]}
	| {readonly type: 'watch-opened'}
	| {readonly type: 'projects-opened'}
	| {readonly type: 'went-back'}
	| {readonly type: 'dialog-opened'; readonly dialog: Dialog}
	| {readonly type: 'dialog-closed'}
	| {readonly type: 'refresh-requested'; readonly isAll: boolean; readonly at: LocalTime}
	| {readonly type: 'filter-opened'}
	| {readonly type: 'filter-cleared'; readonly at: LocalTime}
	| {readonly type: 'sort-chosen'; readonly sort: Sort | undefined; readonly at: LocalTime}
	| {readonly type: 'dialog-pointed'; readonly index: number}
	| {readonly type: 'line-refused'; readonly problem: SafeText}
	| {readonly type: 'tombstone-expired'; readonly at: LocalTime}
	| {readonly type: 'pause-toggled'}
	| {readonly type: 'preview-toggled'}
	| {readonly type: 'time-style-toggled'}
	| {readonly type: 'noticed'; readonly text: SafeText; readonly tone: NoticeTone; readonly at: LocalTime}
	/** Any key shows that somebody has seen what the footer said. */
	| {readonly type: 'notice-seen'; readonly key: string}
	| {readonly type: 'blocked'; readonly reason: string; readonly at: LocalTime}
	/** `isWriting` says that a write has no answer yet. */
	| {
			readonly type: 'quit-requested';
			readonly key: 'q' | 'ctrl+c';
			readonly isWriting: boolean;
			readonly at: LocalTime;
	  };

const push = (state: State, screen: Screen): State => ({
	...state,
	screens: [...state.screens, screen],
	dialog: undefined,
});

/** How many projects stay known after their screens were left. */
const rememberedProjects = 20;

const latest = <Value>(known: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
	new Map([...known].slice(-rememberedProjects));

/** Goes to one of the places, which all stand on the list of projects. */
const place = (state: State, above: readonly Screen[]): State =>
	state.connection ? {...state, dialog: undefined, screens: [{name: 'projects'}, ...above]} : state;

function focused(state: State, isFocused: boolean, at: LocalTime): State {
	const next = {...state, isFocused};
	if (!isFocused) return withAbsenceStarted(next, at);
	return state.away ? withAbsenceEnded(next, state.away.since, at) : next;
}

function leaveAsked(state: State, {key, isWriting, at}: Extract<NavigationEvent, {type: 'quit-requested'}>): State {
	const text = isWriting
		? safe(`A write has no answer yet. Press ${key} again to leave`)
		: safe(`Press ${key} again to leave`);
	return withNotice({...state, leaveAskedAt: at}, text, isWriting ? 'bad' : 'quiet', at);
}

/** The state after somebody saw what the footer said. Leaving takes the same key twice in a row. */
function seen(state: State, key: string): State {
	const leaveAskedAt = key === 'q' || key === 'ctrl+c' ? state.leaveAskedAt : undefined;
	const isNothing = !state.notice && !state.remark && state.leaveAskedAt === leaveAskedAt;
	return isNothing ? state : {...state, notice: undefined, remark: undefined, leaveAskedAt};
}

const withOpened = (state: State, project: Project, askedAt: LocalTime): State => ({
	...state,
	opened: withEntry(latest(state.opened), project.id, {project, askedAt}),
	deployments: latest(state.deployments),
});

/** What a field begins with: all of what the service sent, but nothing that the terminal would obey. */
const editable = (said: Said | undefined): string => safe(said?.exact ?? '', Number.POSITIVE_INFINITY);

function editForm(state: State, project: Project) {
	const initial: Record<EditField, string> = {
		name: editable(project.name),
		slug: editable(project.slug),
		url: editable(project.url),
		uploadMode: editable(project.uploadMode),
	};
	return createForm(initial, state.drafts.edits.get(project.id));
}

/** Leaves the current screen. What was typed into a form about projects is kept for the next time it is opened. */
function wentBack(state: State): State {
	if (state.screens.length < 2) return state;
	const screen = currentScreen(state);
	const left = {...state, screens: state.screens.slice(0, -1)};
	const {drafts} = state;
	if (screen.name === 'connect') return {...left, drafts: {...drafts, connect: screen.form.values}};
	if (screen.name === 'create') return {...left, drafts: {...drafts, create: screen.form.values.name}};
	if (screen.name !== 'edit') return left;
	const isChanged = Object.keys(changes(screen.form)).length > 0;
	const edits = isChanged
		? withEntry(drafts.edits, screen.projectId, screen.form.values)
		: withoutEntry(drafts.edits, screen.projectId);
	return {...left, drafts: {...drafts, edits}};
}

/** The form of a connection, in the place of one that is open. */
function connectOpened(state: State, start: ConnectStart | undefined): State {
	const below = currentScreen(state).name === 'connect' ? state.screens.slice(0, -1) : state.screens;
	const form = createConnectForm(state, start);
	const {connect} = state.drafts;
	// What was typed before comes back, unless the form is opened for a service that is named.
	const values = start === undefined && connect ? connect : form.values;
	return push({...state, screens: below}, {name: 'connect', form: {...form, values}});
}

/** The saved profiles, with the one that was just entered. */
function profilesWith({profiles}: State, {profile, host, baseUrl}: Connection): State['profiles'] {
	if (profile === undefined) return profiles;
	const others = profiles.filter(({name}) => name !== profile);
	return [...others, {name: profile, host, baseUrl}];
}

/** Another service: nothing of the one before may stay on the screen. What was typed is for the same address. */
function connected(state: State, connection: Connection): State {
	const {size, pace, isFocused, isTimeAbsolute, isPreviewFlipped, pins, rules} = state;
	const initial = initialState(size, profilesWith(state, connection), pace.perMinute);
	return {
		...initial,
		connection,
		drafts: state.connection?.baseUrl === connection.baseUrl ? {...state.drafts, connect: undefined} : initial.drafts,
		screens: [{name: 'projects'}],
		isFocused,
		isTimeAbsolute,
		isPreviewFlipped,
		pins,
		rules,
	};
}

/** Everything on the screen that was read before `at` is out of date, with `isAll` everything else as well, and that reading failed is forgotten. */
const refreshed = (state: State, isAll: boolean, at: LocalTime): State => ({
	...state,
	refreshedAt: at,
	allRefreshedAt: isAll ? at : state.allRefreshedAt,
	// The pause that the service asked for goes on, and so does what says why.
	failures: new Map([...state.failures].filter(([, {error}]) => state.pace.throttle && error.kind === 'busy')),
	refusedAfter: undefined,
	projects: triedAgain(state.projects),
	pace: {...state.pace, outage: undefined, failing: undefined, burden: undefined},
});

export function reduceNavigation(state: State, event: NavigationEvent): State {
	switch (event.type) {
		case 'focus-changed':
			return focused(state, event.isFocused, event.at);
		case 'connected':
			return connected(state, event.connection);
		case 'connect-opened':
			return connectOpened(state, event.start);
		case 'project-opened':
			return push(withOpened(state, event.project, event.at), {
				name: 'deployments',
				projectId: event.project.id,
				position: startPosition,
			});
		case 'deployment-opened':
			return push(state, {name: 'deployment', projectId: event.projectId, deploymentId: event.deploymentId, top: 0});
		case 'create-opened':
			return push(state, {name: 'create', form: createForm({name: ''}, {name: state.drafts.create})});
		case 'edit-opened':
			return push(withOpened(state, event.project, event.at), {
				name: 'edit',
				projectId: event.project.id,
				form: editForm(state, event.project),
				base: baseOf(event.project),
			});
		case 'activity-opened':
			return place({...state, activity: event.entries}, [{name: 'activity', position: startPosition}]);
		case 'projects-opened':
			return place(state, []);
		case 'watch-opened':
			return place(state, [{name: 'watch', position: startPosition}]);
		case 'went-back':
			return wentBack(state);
		case 'dialog-opened':
			// A record is looked into as it is now, not as it was the last time.
			return {...state, dialog: event.dialog, inspected: undefined};
		case 'dialog-closed':
			return {...state, dialog: undefined};
		case 'refresh-requested':
			return refreshed(state, event.isAll, event.at);
		case 'filter-opened':
			return {...state, dialog: {name: 'filter', anchorId: state.position.id, isNew: false}};
		case 'filter-cleared':
			return withFilter({...state, dialog: undefined}, {query: '', sort: undefined}, event.at);
		case 'sort-chosen':
			return withFilter({...state, dialog: undefined}, {query: state.view?.query ?? '', sort: event.sort}, event.at);
		case 'dialog-pointed':
			return state.dialog && 'index' in state.dialog
				? {...state, dialog: {...state.dialog, index: event.index}}
				: state;
		case 'line-refused':
			return state.dialog?.name === 'line' ? {...state, dialog: {...state.dialog, problem: event.problem}} : state;
		case 'tombstone-expired':
			return withoutTombstone(state, event.at);
		case 'pause-toggled':
			return {...state, isPaused: !state.isPaused};
		case 'preview-toggled':
			return {...state, isPreviewFlipped: !state.isPreviewFlipped};
		case 'time-style-toggled':
			return {...state, isTimeAbsolute: !state.isTimeAbsolute};
		case 'noticed':
			return withNotice(state, event.text, event.tone, event.at);
		case 'notice-seen':
			return seen(state, event.key);
		case 'blocked':
			return withNotice(state, safe(event.reason), 'quiet', event.at);
		case 'quit-requested':
			return leaveAsked(state, event);
	}
}
