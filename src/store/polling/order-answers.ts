import {type Deployment, isConcluded, type Project} from '../../api/types.ts';
import {type LocalTime, toLocalTime} from '../../clock.ts';
import {idsGone, pageOfProject} from '../model/projects/project-list.ts';
import {type ReadRequest, readKey} from '../model/requests/read-request.ts';
import {unusableList} from '../reducers/reads.ts';
import type {Event} from '../reducers/reduce.ts';
import {knownDeployment} from '../state/deployments/known-deployment.ts';
import {isUnavailable} from '../state/deployments/unavailable-deployments.ts';
import type {State} from '../state/state.ts';
import {spacedRetryAt} from './intervals.ts';
import type {DeploymentFacts, ProjectFacts, Read} from './read-facts.ts';
import type {ReadOrder} from './read-order.ts';

/** The pause before deployments that were unavailable are read again. What is on the screen is read earlier. */
const unavailablePauseMs = 20 * 60_000;

/** Returns the read of the order that a request makes. Undefined if the order has none of its kind. */
export function orderedReadOf(request: ReadRequest): Read | undefined {
	switch (request.kind) {
		case 'projects':
			return {kind: 'page', cursor: request.cursor};
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

const projectFacts = ({id, updatedAt, latestUploadVersion}: Project, skewMs: number): ProjectFacts => ({
	id,
	updatedAt: localTime(updatedAt, skewMs),
	// By the service's clock: the difference between the clocks is corrected now and then.
	hint: `${updatedAt ?? ''} ${latestUploadVersion ?? ''}`,
});

const deploymentFacts = (deployment: Deployment, skewMs: number): DeploymentFacts => ({
	id: deployment.id,
	createdAt: localTime(deployment.createdAt, skewMs),
	concludedAt: localTime(deployment.concludedAt, skewMs),
	isConcluded: isConcluded(deployment),
});

/** Passes on a page, and removes what is no longer listed. */
function tellPage(order: ReadOrder, event: Extract<Event, {type: 'projects-arrived'}>, before: State, after: State) {
	const {request, page, askedAt} = event;
	const {skewMs} = after.polling;
	const list = after.projects.list;
	const projects = page.projects.map(each => projectFacts(each, skewMs));
	order.observePage({cursor: request.cursor, projects, askedAt});
	for (const id of idsGone(before.projects.list.rows, list.rows)) order.unlistProject(id);
	order.keepPages(new Set(list.pages.map(({cursor}) => cursor)));
}

/** Passes on a list of deployments. */
function tellList(
	order: ReadOrder,
	{request: {projectId}, list, askedAt}: Extract<Event, {type: 'deployments-arrived'}>,
	{polling: {skewMs}}: State,
) {
	const deployments = list.deployments.map(deployment => deploymentFacts(deployment, skewMs));
	order.observeList({projectId, deployments, askedAt});
}

function tellFailure(order: ReadOrder, request: ReadRequest, state: State, at: LocalTime) {
	const read = orderedReadOf(request);
	if (!read) return;
	const failure = state.polling.failures.get(readKey(request));
	const pausedUntil = failure && read.kind === 'list' && isUnavailable(failure.error) ? at + unavailablePauseMs : 0;
	// Even during an outage, something else is tried next: maybe only this fails.
	const retryAt = failure ? Math.max(spacedRetryAt(failure, state.polling.throttle), pausedUntil) : at;
	order.observeFailure(read, {at, retryAt});
	const isGone = read.kind === 'list' && failure?.error.kind === 'missing';
	if (isGone && !pageOfProject(state.projects.list, read.projectId)) order.unlistProject(read.projectId);
}

/** Gives the order of reads what an event reveals about projects and deployments. */
export function tellOrder(order: ReadOrder, event: Event, before: State, after: State): void {
	const {skewMs} = after.polling;
	switch (event.type) {
		case 'projects-arrived':
			tellPage(order, event, before, after);
			if (unusableList(event)) tellFailure(order, event.request, after, event.at);
			break;
		case 'deployments-arrived':
			tellList(order, event, after);
			if (unusableList(event)) tellFailure(order, event.request, after, event.at);
			break;
		case 'deployment-arrived': {
			const {request, deployment, askedAt} = event;
			const facts = deploymentFacts(deployment, skewMs);
			order.observeDeployment({projectId: request.projectId, deployment: facts, askedAt});
			break;
		}

		case 'deployment-triggered': {
			const {deployment, at} = event;
			// A read that already knows it is later than the response to the request that created it.
			if (knownDeployment(before, deployment.projectId, deployment.id)) break;
			const facts = deploymentFacts(deployment, skewMs);
			order.observeDeployment({projectId: deployment.projectId, deployment: facts, askedAt: at});
			break;
		}

		case 'project-deleted':
			order.forgetProject(event.write.projectId ?? '');
			break;
		case 'read-failed':
			tellFailure(order, event.request, after, event.at);
			break;
		case 'refresh-requested':
		case 'woke-up':
			order.forgetFailures();
			break;
		case 'journal-recalled':
			tellSnapshot(order, event, skewMs);
			break;
	}
}

/** Passes on which deployments were in progress when the journal last saw them. */
function tellSnapshot(order: ReadOrder, {snapshot}: Extract<Event, {type: 'journal-recalled'}>, skewMs: number) {
	for (const {deployment, seenAt} of snapshot.unfinished) {
		const facts = deploymentFacts(deployment, skewMs);
		const askedAt = toLocalTime(seenAt, skewMs);
		order.observeDeployment({projectId: deployment.projectId, deployment: facts, askedAt});
	}
}
