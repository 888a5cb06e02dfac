import type {ApiError} from '../../api/errors.ts';
import type {Deployment, Project} from '../../api/types.ts';
import {type LocalTime, toServiceTime} from '../../clock.ts';
import {projectTitle} from '../../project-title.ts';
import type {Pins} from '../../status-words.ts';
import {type ReadRequest, readKey} from '../../store/model/requests/read-request.ts';
import {isDeploymentGone, isProjectGone} from '../../store/reducers/gone-projects.ts';
import type {Event} from '../../store/reducers/reduce.ts';
import {knownDeployment} from '../../store/state/deployments/known-deployment.ts';
import {listReadAt} from '../../store/state/deployments/read-times.ts';
import {probingAt} from '../../store/state/retries.ts';
import type {Failure, State} from '../../store/state/state.ts';
import type {SafeText} from '../../text.ts';
import {type ReadList, select, startWith, type WaitStart, type Which} from './selection.ts';
import {type DecidingWords, gone, type Verdict, verdictOn} from './verdict.ts';

/** What to wait for in one project. */
export type Wanted = {
	readonly project: Project;
	/** Undefined to select the deployments once a list is read. */
	readonly deploymentId: string | undefined;
	readonly which: Which;
};

/** Waiting for deployments of one project: what is awaited, and the verdicts so far. */
export type ProjectWait = {
	readonly projectId: string;
	/** The project's title. */
	readonly project: SafeText;
	readonly which: Which;
	/** Undefined until a list has been read that was requested since landfall began to wait. */
	readonly start: WaitStart | undefined;
	/** The awaited deployments. Undefined until they are selected. */
	readonly ids: readonly string[] | undefined;
	/** The verdicts on deployments, by id. */
	readonly verdicts: ReadonlyMap<string, Verdict>;
	/** The verdict on the project, if there is no deployment to wait for. */
	readonly verdict: Verdict | undefined;
};

type Beginning = {
	/** When landfall began to wait, by the local clock. Lists that were requested earlier prove nothing about that moment. */
	readonly startedAt: LocalTime;
	readonly words: DecidingWords;
	readonly pins: Pins;
};

/** `project` may be unread: then its id is what the user typed. */
export const newWait = ({
	project,
	deploymentId,
	which,
}: Omit<Wanted, 'project'> & {readonly project: Pick<Project, 'id'> & Partial<Project>}): ProjectWait => ({
	projectId: project.id,
	project: projectTitle(project),
	which,
	start: undefined,
	ids: deploymentId === undefined ? undefined : [deploymentId],
	verdicts: new Map(),
	verdict: undefined,
});

/** The selected deployments without a verdict. */
export const openIds = ({ids = [], verdicts}: ProjectWait): readonly string[] => ids.filter(id => !verdicts.has(id));

export const isOver = (wait: ProjectWait): boolean =>
	wait.verdict !== undefined || (wait.ids !== undefined && openIds(wait).length === 0);

/** Ends whatever is still awaited with the same verdict. */
export const endedWith = (wait: ProjectWait, verdictFor: (deploymentId: string | undefined) => Verdict): ProjectWait =>
	wait.ids === undefined
		? {...wait, verdict: verdictFor(undefined)}
		: {...wait, verdicts: new Map([...wait.verdicts, ...openIds(wait).map(id => [id, verdictFor(id)] as const)])};

/** Returns the list of this project's deployments that an event brings, if any. */
function listIn(event: Event, projectId: string): ReadList | undefined {
	if (event.type !== 'deployments-arrived') return undefined;
	const {request, list, askedAt} = event;
	return request.projectId === projectId ? {list, askedAt} : undefined;
}

/** Returns when landfall began to wait, by the service's clock. Undefined if no response has said what time it is. */
function serviceTimeOf(startedAt: LocalTime, {polling: {requests, skewMs}}: State) {
	const tellsTime = requests.latest.some(({serverDate}) => serverDate !== undefined);
	return tellsTime ? toServiceTime(startedAt, skewMs) : undefined;
}

function withSelected(wait: ProjectWait, event: Event, state: State, {startedAt}: Beginning): ProjectWait {
	const read = wait.ids === undefined ? listIn(event, wait.projectId) : undefined;
	if (!read || read.askedAt < startedAt) return wait;
	const start = wait.start ?? startWith(read, serviceTimeOf(startedAt, state));
	const {ids, verdict} = select(wait.which, read, start);
	return {...wait, start, ids, verdict};
}

/** Returns the wait after an event of the store. */
export function waitAfter(wait: ProjectWait, event: Event, state: State, beginning: Beginning): ProjectWait {
	if (isOver(wait)) return wait;
	const selected = withSelected(wait, event, state, beginning);
	const {projectId} = selected;
	if (isProjectGone(state, projectId)) return endedWith(selected, () => gone);
	const verdicts = new Map(selected.verdicts);
	for (const id of openIds(selected)) {
		const deployment = lastRead(state, projectId, id)?.deployment;
		const isGone = isDeploymentGone(state, projectId, id);
		const verdict = deployment && verdictOn(deployment, beginning.words, beginning.pins);
		if (verdict ?? isGone) verdicts.set(id, verdict ?? gone);
	}

	return verdicts.size > selected.verdicts.size ? {...selected, verdicts} : selected;
}

type ReadDeployment = {readonly deployment: Deployment; readonly askedAt: LocalTime};

/** Returns a deployment as it was last read in this run. */
export function lastRead(state: State, projectId: string, deploymentId: string): ReadDeployment | undefined {
	const {deployment, askedAt} = knownDeployment(state, projectId, deploymentId) ?? {};
	return deployment && askedAt !== undefined ? {deployment, askedAt} : undefined;
}

/** Returns the time by which everything awaited had been read, by the local clock. Undefined if something has never been read. */
export function readAtOf(state: State, wait: ProjectWait): LocalTime | undefined {
	const {projectId, ids} = wait;
	if (ids === undefined) return listReadAt(state, projectId);
	const times = openIds(wait).map(id => lastRead(state, projectId, id)?.askedAt);
	return times.every(at => at !== undefined) ? Math.min(...times) : undefined;
}

/** What keeps landfall from reading, and since when, by the local clock. */
export type Trouble = {readonly error: ApiError; readonly since: LocalTime};

const latestOf = (failures: readonly Failure[]): Failure | undefined => failures.toSorted((a, b) => b.at - a.at)[0];

/** Returns the trouble that concerns the service as a whole. */
export function serviceTrouble(state: State): Trouble | undefined {
	const {
		connection,
		polling: {failures, throttle},
	} = state;
	if (probingAt(state) === undefined) return undefined;
	const latest = latestOf([...failures.values()]);
	const {error, at} = connection?.refusal ?? latest ?? {};
	if (error === undefined || at === undefined) return undefined;
	return {error, since: (throttle.outage ?? throttle.limited)?.since ?? latest?.since ?? at};
}

/** Returns the trouble with reading what is awaited. */
export function troubleOf(state: State, wait: ProjectWait): Trouble | undefined {
	const {connection, polling} = state;
	const service = serviceTrouble(state);
	if (service || !connection || polling.failures.size === 0) return service;
	const {projectId} = wait;
	const connectionId = connection.id;
	const requests: readonly ReadRequest[] = [
		...openIds(wait).map(deploymentId => ({connectionId, kind: 'deployment' as const, projectId, deploymentId})),
		{connectionId, kind: 'deployments', projectId},
	];
	const readAt = readAtOf(state, wait) ?? Number.NEGATIVE_INFINITY;
	const all = requests.flatMap(request => polling.failures.get(readKey(request)) ?? []);
	// A list may fail while its records can be read, and the other way round.
	const failures = all.filter(({at}) => at > readAt);
	const latest = latestOf(failures);
	if (!latest) return undefined;
	return {error: latest.error, since: Math.max(readAt, Math.min(...failures.map(({since}) => since)))};
}
