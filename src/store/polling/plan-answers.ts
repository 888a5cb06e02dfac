import {type Deployment, type DeploymentList, isConcluded, type Project} from '../../api/types.ts';
import {type LocalTime, toLocalTime} from '../../clock.ts';
import {isComplete} from '../model/deployments/deployment-order.ts';
import {indexOf} from '../model/projects/page-index.ts';
import {pageOfProject} from '../model/projects/project-list.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {unusableList} from '../reducers/reads.ts';
import type {Event} from '../reducers/reduce.ts';
import {knownDeployment} from '../state/deployments/known-deployment.ts';
import {isUnavailable} from '../state/deployments/unavailable-deployments.ts';
import type {State} from '../state/state.ts';
import {spacedRetryAt} from './intervals.ts';
import type {DeploymentFacts, ProjectFacts} from './reading-plan/project-reading.ts';
import type {Read} from './reading-plan/read.ts';
import type {ReadingPlan} from './reading-plan/reading-plan.ts';

/** The pause before deployments that were unavailable are read again. What is on the screen is read earlier. */
const unavailablePauseMs = 20 * 60_000;

/** Returns the read of the reading plan that a request makes. Undefined if the plan has none of its kind. */
export function planReadOf(request: ReadRequest): Read | undefined {
	switch (request.kind) {
		case 'projects':
			return {kind: 'page', cursor: request.cursor};
		case 'latest':
		case 'deployments':
			return {kind: 'list', projectId: request.projectId};
		case 'deployment':
			return {kind: 'deployment', projectId: request.projectId, deploymentId: request.deploymentId};
		default:
			return undefined;
	}
}

const localTime = (at: number | undefined, skewMs: number): LocalTime | undefined =>
	at === undefined ? undefined : toLocalTime(at, skewMs);

const projectFacts = ({id, createdAt, updatedAt, latestUploadVersion}: Project, skewMs: number): ProjectFacts => ({
	id,
	createdAt: localTime(createdAt, skewMs),
	updatedAt: localTime(updatedAt, skewMs),
	latestUploadVersion,
});

const deploymentFacts = (deployment: Deployment, skewMs: number): DeploymentFacts => ({
	id: deployment.id,
	status: deployment.status?.exact ?? '',
	createdAt: localTime(deployment.createdAt, skewMs),
	concludedAt: localTime(deployment.concludedAt, skewMs),
	isConcluded: isConcluded(deployment),
});

/** Gives the plan a page, and removes what is no longer listed. Of pages that have dropped their rows, the plan keeps only the projects. */
function tellPage(plan: ReadingPlan, event: Extract<Event, {type: 'projects-arrived'}>, before: State, after: State) {
	const {request, page, askedAt} = event;
	const {skewMs} = after.polling;
	const list = after.projects.list;
	const known = before.projects.list;
	const projects = page.projects.map(each => projectFacts(each, skewMs));
	plan.observePage({cursor: request.cursor, projects, askedAt, skewMs});
	const {pageOfId} = indexOf(list);
	const at = indexOf(known).pageOfCursor.get(request.cursor);
	for (const {id} of known.pages[at ?? -1]?.rows ?? []) if (!pageOfId.has(id)) plan.forgetProject(id);
	plan.keepPages(new Set(list.kept.map(index => list.pages[index]?.cursor)));
}

/** Gives the plan a list of deployments. */
function tellList(
	plan: ReadingPlan,
	{
		request,
		list,
		limit,
		askedAt,
	}: {request: {projectId: string}; list: DeploymentList; limit: number; askedAt: LocalTime},
	{polling: {skewMs}}: State,
) {
	const deployments = list.deployments.map(deployment => deploymentFacts(deployment, skewMs));
	plan.observeList({projectId: request.projectId, deployments, isComplete: isComplete(list, {limit}), askedAt});
}

function tellFailure(plan: ReadingPlan, request: ReadRequest, state: State, at: LocalTime) {
	const read = planReadOf(request);
	if (!read) return;
	const failure = state.polling.failures.get(readKey(request));
	const pausedUntil = failure && read.kind === 'list' && isUnavailable(failure.error) ? at + unavailablePauseMs : 0;
	// Even during an outage, something else is tried next: maybe only this fails.
	plan.observeFailure(read, failure ? Math.max(spacedRetryAt(failure, state.polling.throttle), pausedUntil) : at);
	const isGone = read.kind === 'list' && failure?.error.kind === 'missing';
	if (isGone && !pageOfProject(state.projects.list, read.projectId)) plan.forgetProject(read.projectId);
}

/** Gives the reading plan what an event reveals about projects and deployments. */
export function tellPlan(plan: ReadingPlan, event: Event, before: State, after: State): void {
	const {skewMs} = after.polling;
	switch (event.type) {
		case 'projects-arrived':
			tellPage(plan, event, before, after);
			if (unusableList(event)) tellFailure(plan, event.request, after, event.at);
			break;
		case 'latest-arrived':
		case 'deployments-arrived':
			tellList(plan, event, after);
			if (unusableList(event)) tellFailure(plan, event.request, after, event.at);
			break;
		case 'deployment-arrived': {
			const {request, deployment, askedAt} = event;
			const facts = deploymentFacts(deployment, skewMs);
			plan.observeDeployment({projectId: request.projectId, deployment: facts, askedAt});
			break;
		}

		case 'deployment-triggered':
		case 'bulk-deployment-triggered': {
			const {deployment, at} = event;
			// A read that already knows it is later than the response to the request that created it.
			if (knownDeployment(before, deployment.projectId, deployment.id)) break;
			const facts = deploymentFacts(deployment, skewMs);
			plan.observeDeployment({projectId: deployment.projectId, deployment: facts, askedAt: at});
			break;
		}

		case 'project-deleted':
		case 'bulk-project-deleted':
			plan.forgetProject(event.write.projectId ?? '');
			break;
		case 'read-failed':
			tellFailure(plan, event.request, after, event.at);
			break;
		case 'refresh-requested':
			plan.forgetFailures();
			break;
		case 'woke-up':
			plan.forgetFailures();
			plan.setBack(event.at);
			break;
		case 'journal-recalled':
			tellSnapshot(plan, event, skewMs);
			break;
	}
}

/** Gives the plan what the journal knows: how long deployments took, and which were in progress. */
function tellSnapshot(plan: ReadingPlan, {snapshot}: Extract<Event, {type: 'journal-recalled'}>, skewMs: number) {
	const concluded = Map.groupBy(snapshot.concluded, ({projectId}) => projectId);
	for (const [projectId, deployments] of concluded) {
		plan.recall(
			projectId,
			deployments.map(deployment => deploymentFacts(deployment, skewMs)),
		);
	}

	for (const {deployment, seenAt} of snapshot.unfinished) {
		const facts = deploymentFacts(deployment, skewMs);
		plan.observeDeployment({
			projectId: deployment.projectId,
			deployment: facts,
			askedAt: toLocalTime(seenAt, skewMs),
		});
	}
}
