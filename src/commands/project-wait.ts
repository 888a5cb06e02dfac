import type {ApiError} from '../api/errors.ts';
import {type Deployment, type DeploymentList, isConcluded, type Project} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import {
	type Arrival,
	holdsNewest,
	isComplete,
	isOldestFirst,
	newestFirst,
	noDeployments,
	type ProjectDeployments,
	rowIn,
	withListRead,
	withOneRead,
} from '../model/deployment-table.ts';
import {projectTitle} from '../model/project-title.ts';
import type {WordMeanings} from '../model/status-words.ts';
import {
	type DecidingWords,
	gone,
	noNewest,
	noSuchDeployment,
	nothingInProgress,
	unreadable,
	type Verdict,
	verdictOn,
	withoutDeployments,
} from './verdict.ts';

/** What to wait for in one project. */
export type Wanted = {
	/** It may be unread: then its id is what the user typed. */
	readonly project: Pick<Project, 'id'> & Partial<Project>;
	/** Undefined to select the deployments once a list is read. */
	readonly deploymentId: string | undefined;
	/** Which to select. */
	readonly which: 'newest' | 'next' | 'all';
};

/** What keeps landfall from reading. */
export type Trouble = {
	readonly error: ApiError;
	/** When it began, by the local clock. */
	readonly since: LocalTime;
	/** How long landfall had waited then, except while the computer slept. */
	readonly sinceMs: number;
	/** When it tries again, by the local clock. Undefined while it does. */
	readonly nextAt?: LocalTime | undefined;
};

/** An awaited deployment. Undefined stands for what is not selected yet, and if nothing can be, for the project. */
type Awaited = string | undefined;

/** Waiting for deployments of one project: what is awaited, what was read, and the verdicts so far. */
export type ProjectWait = {
	readonly projectId: string;
	/** The project's title. */
	readonly project: SafeText;
	readonly which: Wanted['which'];
	readonly known: ProjectDeployments;
	/** Undefined until a list has been read. */
	readonly start: WaitStart | undefined;
	readonly awaited: readonly Awaited[];
	readonly verdicts: ReadonlyMap<Awaited, Verdict>;
	/** The deployments that the last answers showed to be missing. Undefined stands for the project. */
	readonly missing: ReadonlySet<Awaited>;
	readonly trouble: Trouble | undefined;
};

/** What is known about the moment after which a deployment counts as new. */
type WaitStart = {
	/** By the service's clock. Undefined if the service does not tell its time. */
	readonly at: ServiceTime | undefined;
	/** The first list that was requested after that moment. */
	readonly list: DeploymentList;
};

export const newWait = ({project, deploymentId, which}: Wanted): ProjectWait => ({
	projectId: project.id,
	project: projectTitle(project),
	which,
	known: noDeployments,
	start: undefined,
	awaited: [deploymentId],
	verdicts: new Map(),
	missing: new Set(),
	trouble: undefined,
});

/** What is awaited and has no verdict yet. */
export const openIn = ({awaited, verdicts}: ProjectWait): readonly Awaited[] => awaited.filter(id => !verdicts.has(id));

export const isOver = (wait: ProjectWait): boolean => openIn(wait).length === 0;

/** Adds the verdicts on what is still awaited, where there are any. */
export function withVerdicts(wait: ProjectWait, verdictFor: (id: Awaited) => Verdict | undefined): ProjectWait {
	const verdicts = openIn(wait).flatMap(id => {
		const verdict = verdictFor(id);
		return verdict ? [[id, verdict] as const] : [];
	});
	return verdicts.length > 0 ? {...wait, verdicts: new Map([...wait.verdicts, ...verdicts])} : wait;
}

const rowOf = ({known}: ProjectWait, id: Awaited) => (id === undefined ? undefined : rowIn(known, id));

/** Returns a deployment as it was last read. */
export const readDeployment = (wait: ProjectWait, id: Awaited): Deployment | undefined => rowOf(wait, id)?.deployment;

/** Returns when the service last reported a deployment, by its clock. */
export const seenAt = (wait: ProjectWait, id: Awaited): ServiceTime | undefined => rowOf(wait, id)?.seenAt;

/** Returns the time by which everything awaited had been read, by the local clock. Undefined if something has never been read. */
export function readAtOf(wait: ProjectWait): LocalTime | undefined {
	const times = openIn(wait).map(id => (id === undefined ? wait.known : rowOf(wait, id))?.askedAt);
	return times.every(at => at !== undefined) ? Math.min(...times) : undefined;
}

/** A deployment created longer than this before landfall started to wait is not new, whenever it appears in a list. The clocks of a service's machines may differ by less. */
const maxClockErrorMs = 120_000;

const createdAt = ({createdAt: at}: Deployment): number => at ?? Number.NEGATIVE_INFINITY;

/**
Returns a predicate for deployments that began after the start.

A deployment in the first list counts if the service's clock says so: it may have begun while the list was being read. One that appears later counts, unless it was created long before. If the first list was incomplete, it must also be newer than all in that list.
*/
function isNewSince({at, list}: WaitStart): (deployment: Deployment) => boolean {
	const ids = new Set(list.deployments.map(({id}) => id));
	const newestAt = Math.max(Number.NEGATIVE_INFINITY, ...list.deployments.map(createdAt));
	const isWhole = list.unreadable === 0 && isComplete(list);
	return deployment => {
		const created = createdAt(deployment);
		if (ids.has(deployment.id)) return at !== undefined && created > at;
		if (at !== undefined && deployment.createdAt !== undefined && created < at - maxClockErrorMs) return false;
		return isWhole || created > newestAt;
	};
}

/** Selects the deployments to wait for from a list that was requested after the start. Returns a verdict if there can be none, undefined if there is none yet. */
function select(
	which: Wanted['which'],
	list: DeploymentList,
	start: WaitStart,
): readonly string[] | Verdict | undefined {
	const records = list.deployments.map(deployment => ({deployment}));
	const sorted = records.toSorted(newestFirst).map(({deployment}) => deployment);
	const isBlind = !holdsNewest(list);
	if (which === 'next') {
		// If there are several, the one that began first.
		const next = sorted.findLast(isNewSince(start));
		if (next) return [next.id];
		return isBlind && isOldestFirst(list) ? noNewest : undefined;
	}

	if (isBlind) return noNewest;
	if (list.unreadable > 0) return unreadable(list.unreadable);
	const running = sorted.filter(deployment => !isConcluded(deployment));
	if (which === 'all' && running.length > 0) return running.map(({id}) => id);
	if (which === 'all') return nothingInProgress(isComplete(list) ? undefined : sorted.length);
	const newest = running[0] ?? sorted[0];
	return newest ? [newest.id] : withoutDeployments;
}

function withSelection(wait: ProjectWait, list: DeploymentList, serviceStart: ServiceTime | undefined): ProjectWait {
	const start = wait.start ?? {at: serviceStart, list};
	const selected = select(wait.which, list, start);
	if (selected === undefined) return {...wait, start};
	return 'exitCode' in selected ? withVerdicts(wait, () => selected) : {...wait, start, awaited: selected};
}

/** The answers to one round of reads. An error stands for an answer that did not come. */
export type Answers = {
	readonly list: ReadResult<DeploymentList>;
	/** The awaited deployments that the list lacks. */
	readonly records: ReadonlyMap<string, ReadResult<Deployment>>;
	/** Whether the service knows other projects, but not this one. */
	readonly isProjectMissing: boolean;
};

export type ReadResult<Value> = Arrival &
	({readonly value: Value; readonly error?: undefined} | {readonly error: ApiError});

/** Returns what is known about the deployments of the project after some answers. */
function knownAfter(known: ProjectDeployments, {list, records}: Answers): ProjectDeployments {
	let next = list.error ? known : withListRead(known, list.value, list);
	for (const read of records.values()) if (!read.error) next = withOneRead(next, read.value, read);
	return next;
}

/** Returns what some answers show to be missing: a deployment if neither the list nor its own record has it. */
function missingIn({list, records, isProjectMissing}: Answers): ProjectWait['missing'] {
	if (isProjectMissing) return new Set([undefined]);
	const lacking = list.error ? [] : [...records].filter(([, {error}]) => error?.kind === 'missing');
	return new Set(lacking.map(([id]) => id));
}

/** Returns the error that keeps landfall from reading what is awaited. */
function errorIn({list, records}: Answers): ApiError | undefined {
	if (records.size === 0) return list.error;
	const errors = [...records.values()].flatMap(({error}) => error ?? []);
	return errors.find(({kind}) => list.error || kind !== 'missing');
}

type Judging = {
	/** When landfall began to wait, by the service's clock. Undefined if the service does not tell its time. */
	readonly serviceStart: ServiceTime | undefined;
	readonly words: DecidingWords;
	readonly wordMeanings: WordMeanings;
	/** How long landfall had waited when the round began. */
	readonly passedMs: number;
};

/** Returns the wait after a round of reads. A single 404 does not prove that something is gone. */
export function waitAfter(
	wait: ProjectWait,
	answers: Answers,
	{serviceStart, words, wordMeanings, passedMs}: Judging,
): ProjectWait {
	const {list, records} = answers;
	const known = knownAfter(wait.known, answers);
	const missing = missingIn(answers);
	const error = errorIn(answers);
	const trouble = error && {sinceMs: passedMs, since: list.askedAt, ...wait.trouble, error};
	const read: ProjectWait = {...wait, known, missing, trouble};
	const isStillMissing = (id: Awaited) => wait.missing.has(id) && missing.has(id);
	if (isStillMissing(undefined)) return withVerdicts(read, () => gone);
	const isUnselected = wait.awaited.includes(undefined) && !list.error;
	return withVerdicts(isUnselected ? withSelection(read, list.value, serviceStart) : read, id => {
		if (id === undefined) return undefined;
		const row = rowIn(known, id);
		const refusal = records.get(id)?.error?.kind;
		// Both mean that this cannot be an id.
		const isNoId = refusal === 'rejected' || refusal === 'refused';
		if (!row) return isNoId || isStillMissing(id) ? noSuchDeployment : undefined;
		return verdictOn(row.deployment, words, wordMeanings) ?? (isStillMissing(id) ? gone : undefined);
	});
}
