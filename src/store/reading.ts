import type {CallRecord} from '../api/call-record.ts';
import type {ApiError} from '../api/errors.ts';
import {type Deployment, type DeploymentList, isConcluded, type Project, type ProjectPage} from '../api/types.ts';
import {safe} from '../text.ts';
import {deploymentArrived, deploymentsArrived, noDeployments, type ProjectDeployments} from './deployment-list.ts';
import {deploymentExtent, projectExtent} from './extent.ts';
import {type Need, needKey} from './needs.ts';
import {heldAt} from './position.ts';
import {indexOfProject, type ProjectList, projectAt} from './project-list.ts';
import {pageArrived, projectChanged, projectGone} from './project-pages.ts';
import {skewAfter} from './skew.ts';
import type {Screen, State} from './state.ts';

/** What became of a read. `askedAt` and `at` are when it was asked and when its answer came, by the local clock. */
type Answer<Kind extends Need['kind']> = {
	readonly need: Extract<Need, {kind: Kind}>;
	readonly askedAt: number;
	readonly at: number;
};

export type ReadingEvent =
	| ({readonly type: 'projects-arrived'; readonly page: ProjectPage} & Answer<'projects'>)
	| ({readonly type: 'project-arrived'; readonly project: Project} & Answer<'project'>)
	| ({readonly type: 'deployments-arrived'; readonly list: DeploymentList} & Answer<'deployments'>)
	| ({readonly type: 'deployment-arrived'; readonly deployment: Deployment} & Answer<'deployment'>)
	| {readonly type: 'read-failed'; readonly need: Need; readonly error: ApiError; readonly at: number}
	| {readonly type: 'service-answered'; readonly record: CallRecord};

/** The state with another list of projects: the picked row stays picked, on its line, or its neighbour is picked and that is said. */
export function withProjects(state: State, projects: ProjectList, at: number): State {
	const {id} = state.position;
	const foundAt = id === undefined ? undefined : indexOfProject(projects, id);
	const changed = {...state, projects};
	const position = heldAt(state.position, foundAt, projectExtent(changed));
	const isGone =
		id !== undefined && foundAt === undefined && projectAt(state.projects, state.position.index)?.id === id;
	if (!isGone) return {...changed, position};
	return {
		...changed,
		position,
		notice: {kind: 'said', text: safe('The picked project is gone from the list'), tone: 'quiet', at},
	};
}

function heldScreen(screen: Screen, projectId: string, state: State): Screen {
	if (screen.name !== 'deployments' || screen.projectId !== projectId) return screen;
	const {id} = screen.position;
	const at = state.deployments[projectId]?.seen.findIndex(({deployment}) => deployment.id === id) ?? -1;
	return {...screen, position: heldAt(screen.position, at < 0 ? undefined : at, deploymentExtent(state, projectId))};
}

/** Ends the following of a deployment that has concluded, and says so. */
function withoutConcluded(state: State, at: number): State {
	const {followed} = state;
	const seen = followed && state.deployments[followed.projectId]?.seen;
	const deployment = seen?.find(({deployment: {id}}) => id === followed?.deploymentId)?.deployment;
	if (!deployment || !isConcluded(deployment)) return state;
	return {...state, followed: undefined, notice: {kind: 'concluded', deployment, at}};
}

/** The state with other deployments of a project: the picked one stays picked, on its line. */
export function withDeployments(state: State, projectId: string, known: ProjectDeployments, at: number): State {
	const changed = {...state, deployments: {...state.deployments, [projectId]: known}};
	const screens = state.screens.map(screen => heldScreen(screen, projectId, changed));
	return withoutConcluded({...changed, screens}, at);
}

/** The state with one project as it was just described, wherever it is shown. */
export function withProject(state: State, project: Project, askedAt: number): State {
	const before = state.opened[project.id];
	if (before && before.askedAt > askedAt) return state;
	return {
		...state,
		opened: {...state.opened, [project.id]: {project, askedAt}},
		projects: projectChanged(state.projects, project),
	};
}

function withoutFailure(state: State, need: Need): State {
	const key = needKey(need);
	if (!state.failures[key]) return state;
	const {[key]: _over, ...failures} = state.failures;
	return {...state, failures};
}

function failed(state: State, need: Need, error: ApiError, at: number): State {
	const key = needKey(need);
	const failures = {...state.failures, [key]: {error, at, count: (state.failures[key]?.count ?? 0) + 1}};
	const {connection} = state;
	if (error.kind === 'auth' && connection) return {...state, failures, connection: {...connection, refusal: error}};
	if (error.kind === 'missing' && need.kind === 'project') {
		return withProjects({...state, failures}, projectGone(state.projects, need.projectId), at);
	}

	return {...state, failures};
}

export function reduceReading(state: State, event: ReadingEvent): State {
	if (event.type === 'service-answered') {
		const skewMs = skewAfter(state.skewMs, event.record);
		return skewMs === state.skewMs ? state : {...state, skewMs};
	}

	if (event.need.connectionId !== state.connection?.id) return state;
	if (event.type === 'read-failed') return failed(state, event.need, event.error, event.at);

	const {askedAt, at} = event;
	const answered = withoutFailure(state, event.need);
	switch (event.type) {
		case 'projects-arrived':
			return withProjects(answered, pageArrived(state.projects, event.need.cursor, event.page, askedAt), at);

		case 'project-arrived':
			return withProject(answered, event.project, askedAt);

		case 'deployments-arrived': {
			const {projectId} = event.need;
			const known = state.deployments[projectId] ?? noDeployments;
			return withDeployments(answered, projectId, deploymentsArrived(known, event.list, askedAt), at);
		}

		case 'deployment-arrived': {
			const {projectId} = event.need;
			const known = state.deployments[projectId] ?? noDeployments;
			return withDeployments(answered, projectId, deploymentArrived(known, event.deployment, askedAt), at);
		}
	}
}
