import type {LocalTime} from '../base/clock.ts';
import {plain, safe} from '../base/text.ts';
import {deploymentKey} from '../model/deployment-changes.ts';
import {bodyDraftKey} from '../model/journal-snapshot.ts';
import {hasAllProjects, pageOfProject, projectGone, projectNameOf} from '../model/project-list.ts';
import {watchKey} from '../model/watches.ts';
import {deploymentsOf, isTooEarly, knownDeployment, missingRecord, unavailableDeployments} from './deployments.ts';
import {typedQuery} from './documents.ts';
import {withoutMark, withProjectRecord} from './projects.ts';
import {isForm} from './screen.ts';
import {type Failure, patch, type State, withInterface, withNotice, withoutEntry} from './state.ts';

/** How many consecutive 404 or 410 responses show that a record is gone. */
const minMissingCount = 2;

/** Whether the list contains the project, or might, because not all of it was read. */
const isListed = ({projects: {list}}: State, projectId: string): boolean =>
	!hasAllProjects(list) || pageOfProject(list, projectId) !== undefined;

const isMissing = (state: State, failure: Failure | undefined): failure is Failure =>
	failure !== undefined && failure.count >= minMissingCount && !isTooEarly(state, failure);

/** A project is gone when its own record is missing and the list does not contain it. Missing deployments prove nothing about their project. */
export const isProjectGone = (state: State, projectId: string): boolean =>
	isMissing(state, missingRecord(state, projectId)) && !isListed(state, projectId);

/** Closes the screens of projects that are gone. Forms stay open, to keep what the user typed. Under a dialog or a search that is being typed, screens are closed later, so that no key reaches another screen than the one it is meant for. */
function withoutGoneProjects(state: State, at: LocalTime): State {
	const {dialog, screens} = state.interface;
	if (dialog || typedQuery(state) !== undefined) return state;
	const gone = new Set<string>();
	const left = screens.filter(screen => {
		if (!('projectId' in screen) || isForm(screen) || !isProjectGone(state, screen.projectId)) return true;
		gone.add(screen.projectId);
		return false;
	});
	const [projectId] = gone;
	if (projectId === undefined) return state;
	const text = plain`${projectNameOf(state, projectId)} is gone: the service no longer knows it`;
	return withNotice(withoutDeploymentsOf(withInterface(state, {screens: left}), gone), text, 'bad', at);
}

/** A deployment is gone when its own record is missing and the list of its project, read since, does not contain it. Where that list is missing too, its project must be off the list of projects. */
export function isDeploymentGone(state: State, projectId: string, deploymentId: string): boolean {
	const failure = missingRecord(state, projectId, deploymentId);
	if (!isMissing(state, failure)) return false;
	const list = unavailableDeployments(state, projectId);
	if (list) return list.error.kind === 'missing' && !isListed(state, projectId);
	const {requestedAt = Number.NEGATIVE_INFINITY} = deploymentsOf(state, projectId);
	const row = knownDeployment(state, projectId, deploymentId);
	const isListedThere = row !== undefined && row.asOf === undefined;
	return requestedAt >= failure.at && !isListedThere;
}

function withoutGoneDeployments(state: State, at: LocalTime): State {
	let next = state;
	for (const {projectId, deploymentId} of [...state.deployments.board.values(), ...state.presence.watches.values()]) {
		if (deploymentId === undefined || !isDeploymentGone(state, projectId, deploymentId)) continue;
		const board = withoutEntry(next.deployments.board, deploymentKey(projectId, deploymentId));
		const watches = withoutEntry(next.presence.watches, watchKey({projectId, deploymentId}));
		const text = plain`${projectNameOf(state, projectId)}: the service no longer knows deployment ${safe(deploymentId)}`;
		next = withNotice(patch(patch(next, 'deployments', {board}), 'presence', {watches}), text, 'bad', at);
	}

	return next;
}

/** Removes projects and deployments that the service no longer knows. Call it after each read that may prove that. */
export function withoutGone(state: State, at: LocalTime): State {
	return state.polling.failures.size === 0 ? state : withoutGoneDeployments(withoutGoneProjects(state, at), at);
}

/** Removes a project that the user has deleted from every part of the state, so that no action can be started on it. */
export function withoutDeleted(state: State, projectId: string, at: LocalTime): State {
	const {dialog, screens} = state.interface;
	const isAbout = dialog !== undefined && 'projectId' in dialog && dialog.projectId === projectId;
	const closed = withInterface(state, {
		dialog: isAbout ? undefined : dialog,
		screens: screens.filter(screen => !('projectId' in screen) || screen.projectId !== projectId),
	});
	const deleted = new Set([projectId]);
	const unknown = withProjectRecord(withoutMark(closed, projectId), projectId, {project: undefined, requestedAt: at});
	const unwatched = patch(unknown, 'presence', {watches: ofOtherProjects(state.presence.watches, deleted)});
	const drafts = [projectId, bodyDraftKey(projectId)].reduce(withoutEntry, state.writes.drafts);
	const left = patch(unwatched, 'writes', {drafts});
	const unlisted = patch(left, 'projects', {list: projectGone(left.projects.list, projectId)});
	return withoutDeploymentsOf(unlisted, deleted);
}

const withoutDeploymentsOf = (state: State, projectIds: ReadonlySet<string>): State =>
	patch(state, 'deployments', {
		table: new Map([...state.deployments.table].filter(([id]) => !projectIds.has(id))),
		board: ofOtherProjects(state.deployments.board, projectIds),
	});

const ofOtherProjects = <Value extends {readonly projectId: string}>(
	map: ReadonlyMap<string, Value>,
	projectIds: ReadonlySet<string>,
): ReadonlyMap<string, Value> => new Map([...map].filter(([, {projectId}]) => !projectIds.has(projectId)));
