import {isConcluded, type Resource} from '../../api/types.ts';
import {counted, isVisible, pasteable, plain, type SafeText, safe} from '../../base/text.ts';
import {type Confirmation, confirmationFor} from '../../model/confirmation.ts';
import {readOnlyText} from '../../model/connection.ts';
import {newestOf} from '../../model/deployment-table.ts';
import {firstUnreadable, isGoneOrUnlisted} from '../../model/project-list.ts';
import {pageAt, recordAt} from '../../model/read-request.ts';
import {outcomeWord, wordsToClassify} from '../../model/status-words.ts';
import {versionOf} from '../../model/upload-version.ts';
import {deploymentsOf, runningDeployments} from '../../state/deployments.ts';
import {openDialog} from '../../state/dialogs.ts';
import {goneText} from '../../state/gone-records.ts';
import {currentList, selectedEntry} from '../../state/lists.ts';
import {openDeployment, openEdit} from '../../state/navigation.ts';
import {selectedToDeploy} from '../../state/placeholder-values.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {listsProjects} from '../../state/screen.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {areWatched, toggleWatch, withGroup} from '../../state/watches.ts';
import {isDeployUnconfirmed, unavailableReason} from '../../state/writes.ts';
import {notify} from '../../sync/store.ts';
import type {AppContext, Binding, KeyTarget} from '../contexts.ts';
import {actingOn, hasMarks, targetsOf} from './binding.ts';

export const notSelectedReason = (state: State): string =>
	currentList(state)?.heldBecause
		? `That ${listsProjects(currentScreen(state)) ? 'project' : 'row'} is gone`
		: 'Nothing selected';

function notWritableReason(state: State, target: KeyTarget | undefined): string | undefined {
	const readOnly = readOnlyText(state.connection);
	if (readOnly) return readOnly;
	if (!target) return notSelectedReason(state);
	if (isGoneOrUnlisted(state, target.projectId)) return goneText(target.name);
	return (
		unavailableReason(state, 'edit', target.projectId) ?? (target.project ? undefined : 'The project is not loaded yet')
	);
}

const noTargetReason: Binding['unavailable'] = (state, target) =>
	hasMarks(state) && !state.connection?.isReadOnly ? undefined : notWritableReason(state, target);

/** Undefined if the selected deployment is the newest of its project. */
function olderRowOf(state: State, {projectId, deployment}: KeyTarget): SafeText | undefined {
	const newest = newestOf(deploymentsOf(state, projectId));
	if (!deployment || !newest || newest.id === deployment.id) return undefined;
	const version = versionOf(deployment) ?? plain`an older one`;
	return deployment.environmentId ? plain`${version} in ${deployment.environmentId.shown}` : version;
}

const askingAbout =
	(kind: 'deploy' | 'delete', ask: (app: AppContext, question: Confirmation) => void): Binding['run'] =>
	(app, state, _key, target) => {
		if (hasMarks(state)) void app.actions.askAboutMarked(kind);
		else if (target?.project)
			ask(app, {
				...confirmationFor(target.project),
				...selectedToDeploy(state, target.projectId, target.deployment),
				olderRow: olderRowOf(state, target),
			});
	};

export const deploy: Binding = {
	id: 'deploy',
	isHinted: true,
	onMarked: 'deploy',
	isWrite: true,
	unavailable(state, target) {
		const reason = noTargetReason(state, target);
		if (reason !== undefined || hasMarks(state)) return reason;
		if (!target) return undefined;
		return isDeployUnconfirmed(state, target.projectId)
			? `The last deployment is unconfirmed: press ${shortcutOf(state, 'unconfirmed-changes')} to decide`
			: unavailableReason(state, 'deploy', target.projectId);
	},
	run: askingAbout('deploy', ({actions}, question) => actions.askToDeploy(question)),
};

export const remove: Binding = {
	id: 'delete',
	onMarked: 'delete',
	isWrite: true,
	unavailable: noTargetReason,
	run: askingAbout('delete', ({store}, question) =>
		store.change(state => openDialog(state, {name: 'delete', typed: '', ...question})),
	),
};

export const edit: Binding = {
	id: 'edit',
	isWrite: true,
	...actingOn(
		(state, target) => (notWritableReason(state, target) === undefined ? target?.project : undefined),
		(state, target) => notWritableReason(state, target) ?? '',
		(project, {store}) => store.change((state, now) => openEdit(state, project, now)),
	),
};

export const projectBindings: readonly Binding[] = [deploy, edit, remove];

function selectedStatusWord(state: State, target: KeyTarget | undefined): SafeText | undefined {
	const screen = currentScreen(state);
	const entry = selectedEntry(state);
	if (entry?.kind === 'new word') return entry.word?.shown;
	const deployment =
		listsProjects(screen) && target ? newestOf(deploymentsOf(state, target.projectId)) : target?.deployment;
	const word = deployment && outcomeWord(deployment);
	return word !== undefined && isVisible(word) ? word : undefined;
}

/** The target, or the page if the list has no readable record. */
function resourceOf(state: State, target: KeyTarget | undefined): Resource | undefined {
	const screen = currentScreen(state);
	if (listsProjects(screen) && state.projects.list.rows.length === 0) {
		const page = firstUnreadable(state.projects.list);
		return page && pageAt(page.cursor);
	}

	if (screen.name === 'deployments') {
		const known = deploymentsOf(state, screen.projectId);
		if (known.rows.length === 0 && known.unreadable > 0) return {kind: 'deployments', projectId: screen.projectId};
	}

	return target && recordAt(target.projectId, target.deploymentId);
}

/** Watches the deployment while it is running, otherwise its whole project. */
function watchOfTarget({projectId, name, deployment}: KeyTarget) {
	const isRunning = deployment !== undefined && !isConcluded(deployment);
	return {projectId, deploymentId: isRunning ? deployment.id : undefined, project: name, isMine: false};
}

/** Toggles the watch. Several projects form a group, and landfall also reports when all their running deployments are done. */
function toggleWatchOf(targets: readonly KeyTarget[], {store}: AppContext, state: State) {
	const watches = targets.map(watchOfTarget);
	const isWatched = areWatched(state, watches);
	const isProject = watches.every(({deploymentId}) => deploymentId === undefined);
	const name = targets.length === 1 ? watches.map(({project}) => project)[0] : counted(targets.length, 'project');
	const watched = isProject ? plain`all deployments of ${name ?? plain``}` : (name ?? plain``);
	const ids = new Set(targets.map(({projectId}) => projectId));
	const running = runningDeployments(state).flatMap(({deployment: {projectId, id}}) =>
		ids.has(projectId) ? {projectId, id} : [],
	);
	const isGroup = !isWatched && targets.length > 1 && running.length > 1;
	const end = isGroup ? plain`; landfall says when the ${running.length} in progress are done` : plain``;
	const what = isProject ? plain`${watched}${end}` : plain`${watched} until it concludes`;
	store.change(current => toggleWatch(current, ...watches));
	if (isGroup) store.change(current => withGroup(current, running));
	const hint =
		state.preferences.rules.scope === 'off'
			? plain`; press ${shortcutOf(state, 'notifications')} to turn on notifications`
			: plain``;
	const text = isWatched ? plain`Stopped watching ${watched}` : plain`Watching ${what}${hint}`;
	notify(store, text, 'quiet');
}

export function targetedDeployment(_state: State, target: KeyTarget | undefined) {
	const {projectId = '', deploymentId} = target ?? {};
	return deploymentId === undefined ? undefined : {projectId, id: deploymentId};
}

const urlOf = (_state: State, target: KeyTarget | undefined) =>
	target?.deploymentId === undefined ? target?.project?.url : target.deployment?.url;

export const watch: Binding = {
	id: 'watch',
	onMarked: 'watch',
	...actingOn(targetsOf, notSelectedReason, toggleWatchOf),
};

export const showDeployment: Binding = {
	id: 'open-deployment',
	isHinted: true,
	...actingOn(targetedDeployment, 'No deployment selected', ({projectId, id}, {store}) =>
		store.change(state => openDeployment(state, projectId, id)),
	),
};

export const recordBindings: readonly Binding[] = [
	watch,
	{
		id: 'raw-record',
		...actingOn(resourceOf, notSelectedReason, (resource, {store}) =>
			store.change(state => openDialog(state, {name: 'raw record', resource, top: 0})),
		),
	},
	{
		id: 'copy-id',
		onMarked: 'copy ids of',
		...actingOn(targetsOf, notSelectedReason, (targets, {copy}) => {
			const ids = targets.map(({projectId, deploymentId = projectId}) => deploymentId);
			copy(ids.map(pasteable), ids.length === 1 ? safe(ids.join()) : counted(ids.length, 'id'));
		}),
	},
	{
		id: 'copy',
		onMarked: 'copy from',
		...actingOn(targetsOf, notSelectedReason, (targets, {store}) => {
			const records = targets.map(({projectId, deploymentId}) => ({projectId, deploymentId}));
			store.change(state => openDialog(state, {name: 'copy', records}));
		}),
	},
	{
		id: 'open-url',
		...actingOn(
			urlOf,
			(state, target) => (target ? 'It has no url' : notSelectedReason(state)),
			(url, {browse}) => browse(url.exact),
		),
	},
	{
		id: 'classify',
		onMarked: 'classify',
		run({store}, state, _key, target) {
			const own = (targetsOf(state, target) ?? []).flatMap(record => selectedStatusWord(state, record) ?? []);
			const deployments = [...state.deployments.table.values()].flatMap(({rows}) => rows.map(row => row.deployment));
			const words = wordsToClassify(own, deployments, state.preferences.wordMeanings);
			if (words.length === 0) notify(store, plain`No status selected`, 'quiet');
			else store.change(current => openDialog(current, {name: 'meaning', words, top: 0, cursor: 0}));
		},
	},
];
