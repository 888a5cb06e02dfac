import type {Project, ProjectChanges} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import type {MainScreen} from '../base/main-screens.ts';
import type {SavedActivityEntry} from '../model/activity-entry.ts';
import {followed, released, startCursor} from '../model/cursor.ts';
import {createForm, draftIn} from '../model/form.ts';
import {isGoneOrUnlisted, knownProject, pageOfProject, rowWithId} from '../model/project-list.ts';
import {baseOf} from '../model/write-intent.ts';
import {deploymentsOf} from './deployments.ts';
import {openDialog} from './dialogs.ts';
import {editedValues, formProjectId, withDraft} from './forms.ts';
import {isSamePlace, rowsOf, withCursors} from './lists.ts';
import {withProjectRecord} from './projects.ts';
import {isForm, type Screen} from './screen.ts';
import {currentForm, currentScreen, patch, type SavedEdit, type State, withInterface, withScreen} from './state.ts';

/** Each list keeps its selected row, or selects the next one if that is gone. */
function withScreens(state: State, screens: readonly Screen[]): State {
	const next = withInterface(state, {screens, dialog: undefined});
	return withCursors(next, (cursor, screen) => {
		const rows = rowsOf(next, screen);
		return released(followed(cursor, rows), rows);
	});
}

export const openScreen = (state: State, screen: Screen): State =>
	withScreens(state, [...state.interface.screens, screen]);

const goTo = (state: State, above: readonly Screen[]): State =>
	state.connection ? withScreens(state, [{name: 'projects'}, ...above]) : state;

export const goToProjects = (state: State): State => goTo(state, []);

export const goToBoard = (state: State): State => goTo(state, [{name: 'board', cursor: startCursor}]);

export const goToActivity = (state: State, activity: readonly SavedActivityEntry[]): State =>
	goTo(withInterface(state, {activity}), [{name: 'activity', cursor: startCursor}]);

export const goToVersions = (state: State): State => goTo(state, [{name: 'versions', environment: undefined}]);

export function goToMain(state: State, screen: MainScreen): State {
	if (screen === 'board') return goToBoard(state);
	if (screen === 'versions') return goToVersions(state);
	return screen === 'activity' ? goToActivity(state, []) : goToProjects(state);
}

export const goToWall = (state: State): State => goTo(state, [{name: 'wall'}]);

export const selectEnvironment = (state: State, environment: string): State =>
	withScreen(state, {name: 'versions', environment});

function withOpened(state: State, project: Project, at: LocalTime): State {
	const {list, records} = state.projects;
	const known = records.get(project.id);
	const readAt = rowWithId(list, project.id) === project ? pageOfProject(list, project.id)?.readAt : at;
	return withProjectRecord(state, project.id, known?.project === project ? known : {project, readAt: readAt ?? at});
}

/** Selects `deploymentId` as soon as the list contains it. */
export function openProject(state: State, project: Project, at: LocalTime, deploymentId?: string): State {
	const line = deploymentsOf(state, project.id).recent.findIndex(({id}) => id === deploymentId);
	const sought = deploymentId === undefined ? undefined : {id: deploymentId, line: Math.max(0, line)};
	return openScreen(withOpened(state, project, at), {
		name: 'deployments',
		projectId: project.id,
		cursor: {...startCursor, sought},
	});
}

export const openDeployment = (state: State, projectId: string, deploymentId: string): State =>
	openScreen(state, {name: 'deployment', projectId, deploymentId, top: 0});

export const openCreate = (state: State): State =>
	openScreen(state, {name: 'create', form: createForm({name: ''}, state.writes.drafts.get(''))});

const openEditOf = (state: State, project: Project, typed: ProjectChanges | undefined): State =>
	openScreen(state, {
		name: 'edit',
		projectId: project.id,
		form: createForm(editedValues(project), typed),
		base: baseOf(project),
		changedMeanwhile: [],
	});

export const openEdit = (state: State, project: Project, at: LocalTime): State =>
	openEditOf(withOpened(state, project, at), project, state.writes.drafts.get(project.id));

export const undoableEdit = ({writes: {lastEdit}, projects}: State): SavedEdit | undefined =>
	lastEdit && knownProject({projects}, lastEdit.project.id) ? lastEdit : undefined;

export const openUndo = (state: State, {project, earlier}: SavedEdit): State => openEditOf(state, project, earlier);

export function goBack(state: State): State {
	if (state.interface.screens.length < 2) return state;
	const screen = currentForm(state);
	const left = withInterface(state, {screens: state.interface.screens.slice(0, -1)});
	if (!screen) return left;
	if (screen.name === 'connect') {
		const next = patch(left, 'writes', {login: screen.form});
		const {profileIndex: index} = screen;
		return index === undefined ? next : openDialog(next, {name: 'profiles', index});
	}

	return withDraft(left, formProjectId(screen), draftIn(screen.form));
}

/** Never remembers the wall, which has keys of its own. */
export function withPreviousPlace(before: State, state: State): State {
	if (before.connection?.id !== state.connection?.id) return state;
	const [from, to] = [currentScreen(before), currentScreen(state)];
	const isLeft = from.name !== 'wall' && to.name !== 'wall' && !isSamePlace(from, to);
	return isLeft
		? withInterface(state, {previousScreens: before.interface.screens.filter(screen => !isForm(screen))})
		: state;
}

/** Opening a screen reads its data again if the last read is older. */
const justReadMs = 2000;

export function withOpenedAsked(before: State, state: State, now: LocalTime): State {
	const [from, to] = [currentScreen(before), currentScreen(state)];
	if (isSamePlace(from, to) || !('projectId' in to)) return state;
	return patch(state, 'polling', {refreshedAt: Math.max(state.polling.refreshedAt, now - justReadMs)});
}

export function previousPlace(state: State): readonly Screen[] | undefined {
	const {previousScreens} = state.interface;
	const isOfGone = (screen: Screen) => 'projectId' in screen && isGoneOrUnlisted(state, screen.projectId);
	return previousScreens?.some(isOfGone) ? undefined : previousScreens;
}

export function goToPreviousPlace(state: State): State {
	const screens = previousPlace(state);
	return screens ? withScreens(state, screens) : state;
}
