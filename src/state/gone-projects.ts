import type {LocalTime} from '../base/clock.ts';
import {withoutEntry} from '../base/collections.ts';
import {plain, safe} from '../base/text.ts';
import {deploymentKey} from '../model/deployment-changes.ts';
import {projectNameOf} from '../model/known-project.ts';
import {pageOfProject, projectGone} from '../model/project-list.ts';
import {watchKey} from '../model/watches.ts';
import {deploymentsOf, knownDeployment, missingRecord, unavailableDeployments} from './deployments.ts';
import {typedQuery} from './documents.ts';
import {withoutMark, withProjectRecord} from './projects.ts';
import {patch, type State, withInterface, withNotice} from './state.ts';

/** The number of consecutive 404 or 410 responses before a record counts as gone. */
const minMissingCount = 2;

/** Whether a loaded page of the list contains the project, or might, because none was ever read. */
const isListed = ({projects: {list: projects}}: State, projectId: string): boolean =>
	projects.pages.length === 0 || pageOfProject(projects, projectId) !== undefined;

/** A project is gone when its own record is missing and the list does not contain it. Missing deployments prove nothing about their project. */
function isProjectGone(state: State, projectId: string): boolean {
	const failure = missingRecord(state, projectId);
	return failure !== undefined && failure.count >= minMissingCount && !isListed(state, projectId);
}

/** Closes the screens of projects that are gone. Forms stay open, to keep what the user typed. Under a dialog or a search that is being typed, screens are closed later, so that no key reaches another screen than the one it is meant for. */
function withoutGoneProjects(state: State, at: LocalTime): State {
	if (state.interface.dialog || typedQuery(state) !== undefined) return state;
	const gone = new Set(
		state.interface.screens.flatMap(screen =>
			'projectId' in screen && isProjectGone(state, screen.projectId) ? screen.projectId : [],
		),
	);
	const screens = state.interface.screens.filter(
		screen => 'form' in screen || !('projectId' in screen) || !gone.has(screen.projectId),
	);
	const [projectId] = gone;
	if (projectId === undefined || screens.length === state.interface.screens.length) return state;
	const text = plain`${projectNameOf(state, projectId)} is gone: the service no longer knows it`;
	const left = withoutDeploymentsOf(withInterface(state, {screens}), gone);
	return withNotice(left, text, 'bad', at);
}

/** A deployment is gone when its own record is missing and the list of its project, read since, does not contain it. Where that list is missing too, its project must be off the list of projects. */
function isDeploymentGone(state: State, projectId: string, deploymentId: string): boolean {
	const failure = missingRecord(state, projectId, deploymentId);
	if (failure === undefined || failure.count < minMissingCount) return false;
	const {askedAt} = deploymentsOf(state, projectId);
	const list = unavailableDeployments(state, projectId);
	if (list) return list.error.kind === 'missing' && !isListed(state, projectId);
	const isInList = knownDeployment(state, projectId, deploymentId)?.standing === 'listed';
	return askedAt !== undefined && askedAt >= failure.at && !isInList;
}

/** Stops following deployments that are gone. */
function withoutGoneDeployments(state: State, at: LocalTime): State {
	const board = new Map(state.deployments.board);
	const watches = new Map(state.presence.watches);
	let noticed = state;
	for (const {projectId, deploymentId} of [...board.values(), ...watches.values()]) {
		if (deploymentId === undefined || !isDeploymentGone(state, projectId, deploymentId)) continue;
		board.delete(deploymentKey(projectId, deploymentId));
		watches.delete(watchKey({projectId, deploymentId}));
		const text = plain`${projectNameOf(state, projectId)}: the service no longer knows deployment ${safe(deploymentId)}`;
		noticed = withNotice(state, text, 'bad', at);
	}

	return noticed === state ? state : patch(patch(noticed, 'deployments', {board}), 'presence', {watches});
}

/** Removes projects and deployments that the service no longer knows. Call it after each read that may prove that. */
export function withoutGone(state: State, at: LocalTime): State {
	return state.polling.failures.size === 0 ? state : withoutGoneDeployments(withoutGoneProjects(state, at), at);
}

/** Removes a project that the user has deleted from every part of the state, so that no action can be started on it. */
export function withoutDeleted(state: State, projectId: string, at: LocalTime): State {
	const {drafts} = state.writes;
	const deleted = new Set([projectId]);
	const known = withProjectRecord(withoutMark(state, projectId), projectId, {project: undefined, askedAt: at});
	const unwatched = patch(known, 'presence', {watches: ofOtherProjects(known.presence.watches, deleted)});
	const left = patch(withoutDeploymentsOf(unwatched, deleted), 'writes', {
		drafts: {...drafts, edits: withoutEntry(drafts.edits, projectId)},
	});
	return patch(left, 'projects', {list: projectGone(left.projects.list, projectId)});
}

const withoutDeploymentsOf = (state: State, projectIds: ReadonlySet<string>): State =>
	patch(state, 'deployments', {
		table: new Map([...state.deployments.table].filter(([id]) => !projectIds.has(id))),
		board: ofOtherProjects(state.deployments.board, projectIds),
	});

/** Returns the entries of other projects. Returns the same map if there is nothing to remove. */
function ofOtherProjects<Value extends {readonly projectId: string}>(
	map: ReadonlyMap<string, Value>,
	projectIds: ReadonlySet<string>,
): ReadonlyMap<string, Value> {
	const rest = new Map([...map].filter(([, {projectId}]) => !projectIds.has(projectId)));
	return rest.size === map.size ? map : rest;
}
