import type {CallRecord} from '../api/call-record.ts';
import type {ApiError} from '../api/errors.ts';
import {type Deployment, type DeploymentList, isConcluded, type Project, type ProjectPage} from '../api/types.ts';
import {deploymentArrived, deploymentsArrived, noDeployments, type ProjectDeployments} from './deployment-list.ts';
import {deploymentExtent} from './extent.ts';
import {hintOf, type Latest, newestOf, orderAfter, withDeployment, withLatest} from './latest.ts';
import {withProjects} from './listing.ts';
import {type Need, needKey} from './need.ts';
import {paceAfter} from './pace.ts';
import {heldAt} from './position.ts';
import {indexOfProject, projectAt} from './project-list.ts';
import {projectChanged, projectGone} from './project-pages.ts';
import {skewAfter} from './skew.ts';
import type {Failure, Screen, State} from './state.ts';
import {awake} from './waking.ts';
import {isCursorRefused, withoutCursor, withPage} from './walking.ts';

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
	| ({readonly type: 'latest-arrived'; readonly list: DeploymentList} & Answer<'latest'>)
	| {readonly type: 'call-ended'; readonly record: CallRecord}
	/** The computer has slept, or its clock was set. */
	| {readonly type: 'woke-up'; readonly at: number};

/** Whether an event only tells of what was read, not of what somebody did. */
export const isReading = ({type}: {readonly type: string}): boolean =>
	type.endsWith('-arrived') || type === 'call-ended';

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
	const next = {...state, opened: {...state.opened, [project.id]: {project, askedAt}}};
	const projects = projectChanged(state.projects, project);
	return projects === state.projects ? next : withProjects(next, projects, askedAt);
}

function withoutFailure(state: State, need: Need): State {
	const key = needKey(need);
	if (!state.failures[key]) return state;
	const {[key]: _over, ...failures} = state.failures;
	return {...state, failures};
}

function failed(state: State, need: Need, error: ApiError, at: number): State {
	const key = needKey(need);
	const {connection, pace} = state;
	const failures = {...state.failures, [key]: {error, at, count: (state.failures[key]?.count ?? 0) + 1}};
	const quietUntil = Math.max(pace.quietUntil, error.details.retryAt ?? 0);
	const next: State = {...state, failures, pace: {...pace, quietUntil}};
	if (isCursorRefused(need, error)) return withoutCursor(state, next);
	if (error.kind === 'auth' && connection) return {...next, connection: {...connection, refusal: error}};
	if (error.kind === 'missing' && (need.kind === 'project' || need.kind === 'latest')) {
		return withProjects(next, projectGone(state.projects, need.projectId), at);
	}

	return next;
}

/** What kept a call from reaching the service is over once one did. */
const isOutage = ({error}: Failure): boolean => error.kind === 'network' || error.kind === 'timeout';

function afterCall(state: State, record: CallRecord): State {
	const pace = paceAfter(state.pace, record);
	const skewMs = skewAfter(state.skewMs, record);
	const isBack = state.pace.outage !== undefined && pace.outage === undefined;
	if (!isBack) return {...state, pace, skewMs};
	const failures = Object.fromEntries(Object.entries(state.failures).filter(([, failure]) => !isOutage(failure)));
	return {...state, pace, skewMs, failures};
}

export function reduceReading(state: State, event: ReadingEvent): State {
	if (event.type === 'call-ended') return afterCall(state, event.record);
	if (event.type === 'woke-up') return awake(state, event.at);
	if (event.need.connectionId !== state.connection?.id) return state;
	if (event.type === 'read-failed') return failed(state, event.need, event.error, event.at);

	const {askedAt, at} = event;
	const answered = withoutFailure(state, event.need);
	switch (event.type) {
		case 'projects-arrived':
			return withPage(answered, event.need, event.page, event);

		case 'project-arrived':
			return withProject(answered, event.project, askedAt);

		case 'latest-arrived': {
			const {projectId} = event.need;
			return {
				...answered,
				deploymentOrder: orderAfter(state.deploymentOrder, event.list),
				latest: withLatest(state.latest, projectId, latestOf(state, projectId, event.list, askedAt)),
			};
		}

		case 'deployments-arrived': {
			const {projectId} = event.need;
			const known = state.deployments[projectId] ?? noDeployments;
			const next: State = {
				...answered,
				deploymentOrder: orderAfter(state.deploymentOrder, event.list),
				latest: withLatest(state.latest, projectId, latestOf(state, projectId, event.list, askedAt)),
			};
			return withDeployments(next, projectId, deploymentsArrived(known, event.list, askedAt), at);
		}

		case 'deployment-arrived': {
			const {projectId} = event.need;
			const known = state.deployments[projectId] ?? noDeployments;
			const next: State = {...answered, latest: withDeployment(state.latest, event.deployment, askedAt)};
			return withDeployments(next, projectId, deploymentArrived(known, event.deployment, askedAt), at);
		}
	}
}

/** The newest deployment of a list that was asked for at `askedAt`, and what its project said then. */
function latestOf(state: State, projectId: string, {deployments}: DeploymentList, askedAt: number): Latest {
	const index = indexOfProject(state.projects, projectId);
	const project = index === undefined ? state.opened[projectId]?.project : projectAt(state.projects, index);
	return {deployment: newestOf(deployments), askedAt, hint: hintOf(project)};
}
