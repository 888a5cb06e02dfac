import type {LocalTime} from '../../clock.ts';
import {plain, safe} from '../../text.ts';
import {noDeployments} from '../model/deployments/deployment-list.ts';
import {deploymentKey} from '../model/deployments/detected-changes.ts';
import {withoutEntry} from '../model/immutable-map.ts';
import {pageOfProject} from '../model/projects/project-list.ts';
import {projectGone} from '../model/projects/project-pages.ts';
import {watchKey} from '../state/board.ts';
import {projectNameOf} from '../state/project-names.ts';
import {withoutMark, withProjects} from '../state/selection.ts';
import type {State} from '../state/state.ts';
import {withInterface} from '../state/state.ts';
import {missingRecord, unavailableDeployments} from '../state/unavailable-deployments.ts';
import {withNotice} from '../state/with-notice.ts';

/** A record may be gone once it was answered with 404 or 410 so often in a row. */
const minAnswers = 2;

/** Whether the list contains a project, as far as its rows are loaded. */
const isListed = ({projects: {list: projects}}: State, projectId: string): boolean =>
	pageOfProject(projects, projectId) !== undefined;

/** A project is gone when its own record is missing and the list does not contain it. That its deployments are missing says nothing about it. */
function isProjectGone(state: State, projectId: string): boolean {
	const failure = missingRecord(state, projectId);
	return failure !== undefined && failure.count >= minAnswers && !isListed(state, projectId);
}

/** Leaves the screens about projects that are gone. What is being typed stays. */
function withoutGoneProjects(state: State, at: LocalTime): State {
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
	return withNotice(withInterface(state, {screens}), text, 'bad', at);
}

/** A deployment is gone when its own record is missing and the list of its project, read since, does not contain it. Where that list is missing too, its project must be off the list of projects. */
function isDeploymentGone(state: State, projectId: string, deploymentId: string): boolean {
	const failure = missingRecord(state, projectId, deploymentId);
	if (failure === undefined || failure.count < minAnswers) return false;
	const {seen, readAt} = state.deployments.byProject.get(projectId) ?? noDeployments;
	const list = unavailableDeployments(state, projectId);
	if (list) return list.error.kind === 'missing' && !isListed(state, projectId);
	return readAt !== undefined && readAt >= failure.at && !seen.some(({deployment}) => deployment.id === deploymentId);
}

/** Stops following deployments that are gone. */
function withoutGoneDeployments(state: State, at: LocalTime): State {
	const board = new Map(state.deployments.board);
	const watches = new Map(state.presence.watches);
	const followed = [...board.values()].map(({deployment: {projectId, id}}) => ({projectId, deploymentId: id}));
	let told = state;
	for (const {projectId, deploymentId} of [...followed, ...watches.values()]) {
		if (deploymentId === undefined || !isDeploymentGone(state, projectId, deploymentId)) continue;
		board.delete(deploymentKey(projectId, deploymentId));
		watches.delete(watchKey({projectId, deploymentId}));
		const text = plain`${projectNameOf(state, projectId)}: the service no longer knows deployment ${safe(deploymentId)}`;
		told = withNotice(state, text, 'bad', at);
	}

	return told === state
		? state
		: {...told, deployments: {...told.deployments, board}, presence: {...told.presence, watches}};
}

/** The state without what the service no longer knows, after another read has told or failed. */
export function withoutGone(state: State, at: LocalTime): State {
	return state.polling.failures.size === 0 ? state : withoutGoneDeployments(withoutGoneProjects(state, at), at);
}

/** The state without a project that was deleted from here, wherever it was known: nothing can be done to it any more. */
export function withoutDeleted(state: State, projectId: string, at: LocalTime): State {
	const {
		projects: {opened},
		deployments: {latest, board},
		presence: {watches},
	} = state;
	const unmarked = withoutMark(state, projectId);
	const left = {
		...unmarked,
		projects: {...unmarked.projects, opened: withoutEntry(opened, projectId)},
		deployments: {
			...unmarked.deployments,
			latest: withoutEntry(latest, projectId),
			board: others(board, projectId, ({deployment}) => deployment.projectId),
		},
		presence: {
			...unmarked.presence,
			watches: others(watches, projectId, watch => watch.projectId),
		},
	};
	return withProjects(left, projectGone(left.projects.list, projectId), at, true);
}

/** The entries that are not about a project. The same map if all of them are not. */
function others<Value>(
	map: ReadonlyMap<string, Value>,
	projectId: string,
	projectIdOf: (value: Value) => string,
): ReadonlyMap<string, Value> {
	const rest = new Map([...map].filter(([, value]) => projectIdOf(value) !== projectId));
	return rest.size === map.size ? map : rest;
}
