import type {ApiError} from '../api/errors.ts';
import type {Deployment} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../base/clock.ts';
import {memo} from '../base/memo.ts';
import {type Arrangement, arrangementOf, deploymentValue, isShown, sortedBy} from '../model/arrangement.ts';
import type {BoardRow} from '../model/board.ts';
import {versionsIn} from '../model/deployed-versions.ts';
import {deploymentKey} from '../model/deployment-changes.ts';
import {
	type DeploymentTable,
	deploymentIn,
	type KnownDeployment,
	noDeployments,
	type ProjectDeployments,
} from '../model/deployment-table.ts';
import {lastSuccessBefore} from '../model/durations.ts';
import {deploymentsAt, readKey, recordAt} from '../model/read-request.ts';
import type {WordMeanings} from '../model/status-words.ts';
import {type Watches, watchKey, watchOf} from '../model/watch.ts';
import {mayBeInvisible} from '../model/write-intent.ts';
import {mapWithout, openProjectIds, patch, type ReadFailure, type State, withInterface} from './state.ts';

export const deploymentsOf = ({deployments: {table}}: State, projectId: string): ProjectDeployments =>
	table.get(projectId) ?? noDeployments;

export const knownDeployment = (
	{deployments: {table}}: State,
	projectId: string,
	deploymentId: string,
): KnownDeployment | undefined => deploymentIn(table, projectId, deploymentId);

export const versionsOf = ({deployments: {table}, preferences: {wordMeanings}}: State) =>
	versionsIn(table, wordMeanings);

export function selectedEnvironment(state: State): string | undefined {
	const [screen] = state.interface.screens.filter(({name}) => name === 'versions');
	if (screen?.name !== 'versions') return undefined;
	const {environments} = versionsOf(state);
	return (environments.find(({key}) => key === screen.environment) ?? environments[0])?.key;
}

export const readProjectCount = ({deployments: {table}}: State): number => readIn(table);

const readIn = memo((table: DeploymentTable) => [...table.values()].filter(({readAt}) => readAt !== undefined).length);

type RunningDeployment = KnownDeployment & {readonly readAt: LocalTime; readonly firstSeenAt: LocalTime};

export function runningDeployments({deployments: {board, table}}: State): readonly RunningDeployment[] {
	const found: RunningDeployment[] = [];
	for (const {projectId, deploymentId, seenAt: firstSeenAt, endedAt} of board.values()) {
		const known = endedAt === undefined ? deploymentIn(table, projectId, deploymentId) : undefined;
		if (known?.readAt !== undefined) found.push({...known, readAt: known.readAt, firstSeenAt});
	}

	return found;
}

export const followedProjects = (state: State): ReadonlySet<string> =>
	new Set([
		...openProjectIds(state),
		...[...state.presence.watches.values()].map(({projectId}) => projectId),
		...runningDeployments(state).map(({deployment}) => deployment.projectId),
	]);

/** Rows older than this are stale, because several reads must have failed or been skipped. */
const staleMs = ({presence: {isFocused}}: State): number => (isFocused ? 90_000 : 180_000);

export function lastReadAt({deployments: {table}, projects: {list}}: State): LocalTime | undefined {
	let last = Number.NEGATIVE_INFINITY;
	for (const {readAt} of table.values()) last = Math.max(last, readAt ?? last);
	for (const {readAt} of list.pages) last = Math.max(last, readAt);
	return last === Number.NEGATIVE_INFINITY ? undefined : last;
}

/** When the deployment was last seen: in the list, or read alone. */
export function lastSeenAt(state: State, {deployment, seenAt}: KnownDeployment): ServiceTime {
	const {readAt = Number.NEGATIVE_INFINITY} = deploymentsOf(state, deployment.projectId);
	return Math.max(seenAt, toServiceTime(readAt, state.polling.skewMs));
}

export const isOutOfDate = (
	state: State,
	readAt: LocalTime,
	localNow: LocalTime,
	maxAgeMs: number = staleMs(state),
): boolean => localNow - readAt >= maxAgeMs;

export function shownDeployments(state: State, projectId: string): readonly KnownDeployment[] {
	const known = deploymentsOf(state, projectId);
	const {
		interface: {arrangements},
		preferences: {wordMeanings},
		presence: {watches},
	} = state;
	const arrangement = arrangementOf(arrangements, 'deployments');
	return arrangedDeployments(known, arrangement, wordMeanings, watches);
}

const arrangedDeployments = memo(
	(
		known: ProjectDeployments,
		arrangement: Arrangement,
		wordMeanings: WordMeanings,
		watches: Watches,
	): readonly KnownDeployment[] => {
		const shown = known.rows.filter(({deployment}) =>
			isShown(deployment, arrangement, watchOf(watches, deployment) !== undefined, wordMeanings),
		);
		return sortedBy(shown, arrangement.sort, ({deployment}, by) => deploymentValue(deployment, by));
	},
);

/** The deployment to compare others of its project with. */
export function markedDeployment(state: State): Deployment | undefined {
	const list = state.interface.screens.find(screen => screen.name === 'deployments');
	return list?.marked === undefined ? undefined : knownDeployment(state, list.projectId, list.marked)?.deployment;
}

export const toggleMarkedDeployment = (state: State, id: string): State =>
	withInterface(state, {
		screens: state.interface.screens.map(screen =>
			screen.name === 'deployments' ? {...screen, marked: screen.marked === id ? undefined : id} : screen,
		),
	});

/** What to compare the deployment with: the marked one, or the last success before it in its environment. */
export function comparedWith(state: State, deployment: Deployment): Deployment | undefined {
	const marked = markedDeployment(state);
	if (marked && marked.id !== deployment.id) return marked;
	const deployments = deploymentsOf(state, deployment.projectId).rows.map(row => row.deployment);
	return lastSuccessBefore(deployment, deployments, state.preferences.wordMeanings);
}

/** After 404, 410 or 403, a retry is unlikely to help. */
export const isNotFoundOrForbidden = ({kind}: ApiError): boolean => kind === 'not found' || kind === 'forbidden';

/** Whether the record was created here so recently that the service may not show it yet. */
export function isTooEarly({writes: {accepted}}: State, {read, error, at}: ReadFailure): boolean {
	if (error.kind !== 'not found' || !('projectId' in read)) return false;
	const keys = [read.projectId, ...(read.kind === 'deployment' ? [watchKey(read)] : [])];
	return keys.some(key => mayBeInvisible(accepted.get(key), at));
}

export function isNotVisibleYet(state: State, {projectId, id}: Pick<Deployment, 'projectId' | 'id'>): boolean {
	const acceptedAt = state.writes.accepted.get(deploymentKey(projectId, id));
	if (acceptedAt === undefined) return false;
	const {readAt = acceptedAt, byId} = deploymentsOf(state, projectId);
	const seenAt = byId.get(id)?.readAt ?? acceptedAt;
	return seenAt <= acceptedAt && readAt > acceptedAt && mayBeInvisible(acceptedAt, readAt);
}

export function lastingListFailure(state: State, projectId: string): ReadFailure | undefined {
	const failure = state.polling.failures.get(readKey(deploymentsAt(projectId)));
	return failure && isNotFoundOrForbidden(failure.error) && !isTooEarly(state, failure) ? failure : undefined;
}

export function recordNotFound(state: State, projectId: string, deploymentId?: string): ReadFailure | undefined {
	const failure = state.polling.failures.get(readKey(recordAt(projectId, deploymentId)));
	return failure?.error.kind === 'not found' ? failure : undefined;
}

export function withoutBoardRow(state: State, {id, folded}: Pick<BoardRow, 'id' | 'folded'>): State {
	return patch(state, 'deployments', {board: [id, ...folded].reduce(mapWithout, state.deployments.board)});
}
