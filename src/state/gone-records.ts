import type {LocalTime} from '../base/clock.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {deploymentKey} from '../model/deployment-changes.ts';
import {
	hasAllProjects,
	indexOfId,
	isGoneOrUnlisted,
	isRecordGone,
	projectGone,
	projectNameOf,
	unlistedIds,
} from '../model/project-list.ts';
import {watchKey} from '../model/watch.ts';
import {
	deploymentsOf,
	followedProjects,
	isTooEarly,
	knownDeployment,
	lastingListFailure,
	recordNotFound,
} from './deployments.ts';
import {typedQuery} from './documents.ts';
import {withoutMark, withProjectRecord} from './projects.ts';
import {isForm} from './screen.ts';
import {mapWithout, patch, type ReadFailure, type State, withInterface, withNotice} from './state.ts';

const minNotFoundCount = 2;

const maxUnlistedNames = 2000;

const mayBeListed = ({projects: {list}}: State, projectId: string): boolean =>
	!hasAllProjects(list) || indexOfId(list, projectId) !== undefined;

const isRepeatedlyNotFound = (state: State, failure: ReadFailure | undefined): failure is ReadFailure =>
	failure !== undefined && failure.count >= minNotFoundCount && !isTooEarly(state, failure);

/** A project is gone if its own record is not found and the list lacks it. The absence of its deployments proves nothing. */
export const isProvenGone = (state: State, projectId: string): boolean =>
	isRepeatedlyNotFound(state, recordNotFound(state, projectId)) && !mayBeListed(state, projectId);

export const goneText = (name: SafeText): SafeText => plain`${name} is gone: it was deleted elsewhere`;

/** Forgets unlisted projects except for their names. Once the list is complete, forgets their deployments, too. Followed projects stay, and their records are read again. */
export function withoutUnlisted(before: State, state: State): State {
	const {list, names, records} = state.projects;
	const ids = unlistedIds(before.projects.list, list);
	const named = ids.map(id => [id, projectNameOf(before, id)] as const);
	const unlisted = patch(state, 'projects', {
		names: ids.length === 0 ? names : new Map([...names, ...named].slice(-maxUnlistedNames)),
		records: ids.reduce(mapWithout, records),
	});
	const unmarked = [...unlisted.projects.marks]
		.filter(id => isGoneOrUnlisted(unlisted, id))
		.reduce(withoutMark, unlisted);
	const followed = followedProjects(unmarked);
	const known = [...ids, ...[...unmarked.deployments.board.values()].map(({projectId}) => projectId)];
	const left = known.filter(id => isGoneOrUnlisted(unmarked, id) && !followed.has(id));
	return left.length === 0 ? unmarked : withoutDeploymentsOf(unmarked, new Set(left));
}

/** Closes the screens of gone projects. Forms stay open with the user's text. Waits while a dialog is open or a query is typed, so that no key reaches the wrong screen. */
function withoutGoneScreens(state: State): State {
	const {dialog, screens} = state.interface;
	if (dialog || typedQuery(state) !== undefined) return state;
	const left = screens.filter(
		screen => !('projectId' in screen) || isForm(screen) || !isProvenGone(state, screen.projectId),
	);
	return left.length === screens.length ? state : withInterface(state, {screens: left});
}

function withoutGoneProjects(state: State, at: LocalTime): State {
	const missing = [...state.polling.failures.values()].flatMap(({read}) =>
		read.kind === 'project' ? read.projectId : [],
	);
	const gone = missing.filter(id => isProvenGone(state, id));
	const left = gone.reduce(
		(next, id) => (isRecordGone(next.projects.records, id) ? next : withoutProject(next, id, at)),
		state,
	);
	const closed = withoutGoneScreens(left);
	const [projectId] = gone;
	if (projectId === undefined || closed === state) return state;
	const isMissed = closed !== left || left.presence.watches !== state.presence.watches;
	return withNotice(closed, goneText(projectNameOf(state, projectId)), isMissed ? 'bad' : 'quiet', at);
}

/** A deployment is gone if its own record is not found and a later list of its project lacks it. If the service does not find that list either, the project must be unlisted. */
export function isDeploymentGone(state: State, projectId: string, deploymentId: string): boolean {
	const failure = recordNotFound(state, projectId, deploymentId);
	if (!isRepeatedlyNotFound(state, failure)) return false;
	const list = lastingListFailure(state, projectId);
	if (list) return list.error.kind === 'not found' && !mayBeListed(state, projectId);
	const {readAt = Number.NEGATIVE_INFINITY} = deploymentsOf(state, projectId);
	const row = knownDeployment(state, projectId, deploymentId);
	const isListedThere = row !== undefined && row.asOf === undefined;
	return readAt >= failure.at && !isListedThere;
}

function withoutGoneDeployments(state: State, at: LocalTime): State {
	let next = state;
	for (const {projectId, deploymentId} of [...state.deployments.board.values(), ...state.presence.watches.values()]) {
		if (deploymentId === undefined || !isDeploymentGone(state, projectId, deploymentId)) continue;
		const board = mapWithout(next.deployments.board, deploymentKey(projectId, deploymentId));
		const watches = mapWithout(next.presence.watches, watchKey({projectId, deploymentId}));
		const text = plain`${projectNameOf(state, projectId)}: the service no longer knows deployment ${safe(deploymentId)}`;
		next = withNotice(patch(patch(next, 'deployments', {board}), 'presence', {watches}), text, 'bad', at);
	}

	return next;
}

export function withoutGone(state: State, at: LocalTime): State {
	return state.polling.failures.size === 0 ? state : withoutGoneDeployments(withoutGoneProjects(state, at), at);
}

export function withoutDeleted(state: State, projectId: string, at: LocalTime): State {
	const {dialog, screens} = state.interface;
	const isAbout = dialog !== undefined && 'projectId' in dialog && dialog.projectId === projectId;
	const closed = withInterface(state, {
		dialog: isAbout ? undefined : dialog,
		screens: screens.filter(screen => !('projectId' in screen) || screen.projectId !== projectId),
	});
	const unlisted = patch(closed, 'projects', {list: projectGone(state.projects.list, projectId)});
	return withoutProject(unlisted, projectId, at);
}

function withoutProject(state: State, projectId: string, at: LocalTime): State {
	const gone = new Set([projectId]);
	const unknown = withProjectRecord(withoutMark(state, projectId), projectId, {project: undefined, readAt: at});
	const watches = entriesKept(state.presence.watches, watch => watch.projectId !== projectId);
	return withoutDeploymentsOf(patch(unknown, 'presence', {watches}), gone);
}

const withoutDeploymentsOf = (state: State, projectIds: ReadonlySet<string>): State =>
	patch(state, 'deployments', {
		table: entriesKept(state.deployments.table, (_known, projectId) => !projectIds.has(projectId)),
		board: entriesKept(state.deployments.board, ({projectId}) => !projectIds.has(projectId)),
	});

function entriesKept<Value>(
	map: ReadonlyMap<string, Value>,
	isKept: (value: Value, key: string) => boolean,
): ReadonlyMap<string, Value> {
	const kept = new Map([...map].filter(([key, value]) => isKept(value, key)));
	return kept.size === map.size ? map : kept;
}
