import {type ApiError, errorSentence} from '../api/errors.ts';
import {type Deployment, type DeploymentList, isConcluded, type Project} from '../api/types.ts';
import type {LocalTime, ServiceTime} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {isVisible, plain, type SafeText} from '../base/text.ts';
import type {StartedHere} from '../journal/journal.ts';
import {
	isComplete,
	type KnownDeployment,
	newestFirst,
	noDeployments,
	type ProjectDeployments,
	rowIn,
} from '../model/deployment-table.ts';
import {projectTitle} from '../model/project-title.ts';
import {meaningKey, outcomeNames, outcomeOf, outcomeWord, type WordMeanings} from '../model/status-words.ts';
import {mayBeInvisible} from '../model/write-intent.ts';
import {age} from '../present/format.ts';
import {type CommandError, exitCodeFor} from './errors.ts';
import type {judging, Values} from './options.ts';

export type Verdict = {
	readonly exitCode: CommandError['exitCode'];
	/** In landfall's words. */
	readonly name: SafeText;
	/** Completes a sentence about the deployment. */
	readonly reason: SafeText;
};

export const unknownVerdict = (exitCode: Verdict['exitCode'], reason: SafeText): Verdict => ({
	exitCode,
	name: outcomeNames.unknown,
	reason,
});

/** Returns the verdict on what could not be read for too long. A forbidden read gets the exit code of a rejected key, because 1 means that a deployment failed. */
export function verdictUnread(error: ApiError): Verdict {
	const isRefused = error.kind === 'rejected' || error.kind === 'refused';
	const refused = isRefused ? exitCodes.unusable : exitCodeFor(error);
	return unknownVerdict(error.kind === 'forbidden' ? exitCodes.keyRefused : refused, errorSentence(error));
}

/** The exit codes by precedence among several deployments, highest first: a failure is certain, whatever is unknown about the others. */
const deciding: readonly number[] = [
	exitCodes.notGood,
	exitCodes.notFound,
	exitCodes.keyRefused,
	exitCodes.unusable,
	exitCodes.busy,
	exitCodes.unreachable,
	exitCodes.usage,
	exitCodes.unknownConclusion,
	exitCodes.stillRunning,
	exitCodes.done,
];

/** Compares exit codes for sorting: the one that counts most comes last. */
export const worstLast = (a: number, b: number): number => deciding.indexOf(b) - deciding.indexOf(a);

/** How to judge a conclusion, besides the known words and the user's classification. */
type Judging = Pick<Values<typeof judging>, 'okWords' | 'badWords'> & {readonly wordMeanings: WordMeanings};

/**
Returns the verdict on a deployment. Undefined until the service says when or how it concluded: a status word alone does not prove that.

What counts is its conclusion, or its status if there is none. The words of `--ok` and `--bad` come first, then the user's classification, then the words that landfall knows.
*/
function verdictOn(deployment: Deployment, {okWords, badWords, wordMeanings}: Judging): Verdict | undefined {
	if (!isConcluded(deployment)) return undefined;
	const text = deployment.conclusion ?? deployment.status;
	const shown = text?.shown;
	if (text === undefined || shown === undefined || !isVisible(shown)) {
		return unknownVerdict(exitCodes.unknownConclusion, plain`concluded, and the service does not say how`);
	}

	const source = deployment.conclusion ? plain`conclusion ${shown}` : plain`no conclusion, and status ${shown}`;
	const word = meaningKey(text.exact);
	const {good, bad} = outcomeNames;
	const isAmong = (words: readonly string[]) => words.some(each => meaningKey(each) === word);
	if (isAmong(okWords)) return {exitCode: exitCodes.done, name: good, reason: plain`${source}, a success by --ok`};
	if (isAmong(badWords)) {
		return {exitCode: exitCodes.notGood, name: bad, reason: plain`${source}, a failure by --bad`};
	}

	const reason = wordMeanings.has(meaningKey(shown)) ? plain`${source}, as you classified it` : source;
	const outcome = outcomeOf(deployment, wordMeanings);
	const name = outcomeNames[outcome];
	switch (outcome) {
		case 'good':
			return {exitCode: exitCodes.done, name, reason};
		case 'bad':
		case 'stopped':
			return {exitCode: exitCodes.notGood, name, reason};
		default:
			return unknownVerdict(
				exitCodes.unknownConclusion,
				plain`${source}, an unrecognised status: use --ok or --bad, or m on the screen`,
			);
	}
}

const gone: Verdict = {
	exitCode: exitCodes.notFound,
	name: plain`gone`,
	reason: plain`the service no longer knows it`,
};

const noSuch = unknownVerdict(exitCodes.notFound, plain`the project has no such deployment`);

/** The default of `--since`. */
export const defaultSinceMs = 120_000;

export type Wanted = {
	/** It may be unread: then its id is what the user typed. */
	readonly project: Pick<Project, 'id'> & Partial<Project>;
	/** Undefined to choose the deployments once a list is read. */
	readonly deploymentId: string | undefined;
	/** `newest`: in progress, else started here, else one that began or concluded within `sinceMs`. `last`: in progress, else the newest. */
	readonly which: 'newest' | 'last' | 'next' | 'all';
	/** How long before the start something still counts. */
	readonly sinceMs: number;
	/** What was started here in that time, the latest first. */
	readonly startedHere: readonly StartedHere[];
};

/** A deployment, or the choice of deployments, which the next list may decide. It is over once there is a verdict. */
export type WaitItem = {
	/** Undefined until it is chosen. */
	readonly id: string | undefined;
	readonly which: Wanted['which'];
	readonly start?: WaitStart;
	/** Whether the last round of reads showed that it is missing. */
	readonly isMissing?: boolean;
	/** Whether it was started here, and no read has shown it so far. */
	readonly isNotVisibleYet?: boolean;
	readonly verdict?: Verdict | undefined;
};

/** What is known about the moment after which a deployment counts as new. */
type WaitStart = {
	/** By the service's clock. Undefined if the service does not tell its time. */
	readonly at: ServiceTime | undefined;
	/** The first list that was requested after that moment. */
	readonly list: DeploymentList;
};

export type Trouble = {
	readonly error: ApiError;
	/** When it began, by the local clock. */
	readonly since: LocalTime;
	/** How long landfall had waited then, except while the computer slept. */
	readonly sinceMs: number;
	/** When it tries again, by the local clock. Undefined while it does. */
	readonly nextAt?: LocalTime | undefined;
};

/** Waiting for deployments of one project. */
export type ProjectWait = Pick<Wanted, 'sinceMs' | 'startedHere'> & {
	readonly projectId: string;
	readonly project: SafeText;
	readonly awaited: readonly WaitItem[];
	readonly known: ProjectDeployments;
	readonly trouble: Trouble | undefined;
};

export const newWait = ({project, deploymentId: id, which, ...own}: Wanted): ProjectWait => ({
	...own,
	projectId: project.id,
	project: projectTitle(project),
	awaited: [{id, which}],
	known: noDeployments,
	trouble: undefined,
});

export const openIn = ({awaited}: ProjectWait): readonly WaitItem[] => awaited.filter(({verdict}) => !verdict);

/** Ends waiting for everything that has no verdict yet. */
export const withVerdict = (wait: ProjectWait, verdict: Verdict): ProjectWait => ({
	...wait,
	awaited: wait.awaited.map(item => (item.verdict ? item : {...item, verdict})),
});

/** Returns a deployment as it was last read, and when. */
export const rowOf = ({known}: Pick<ProjectWait, 'known'>, item: WaitItem | undefined): KnownDeployment | undefined =>
	item?.id === undefined ? undefined : rowIn(known, item.id);

/** Returns the time by which everything awaited had been read, by the local clock. Undefined if something has never been read. */
export function readAtOf(wait: ProjectWait): LocalTime | undefined {
	const times = openIn(wait).map(item => {
		const isUnseen = item.id === undefined || item.isNotVisibleYet;
		return (isUnseen ? wait.known : rowOf(wait, item))?.requestedAt;
	});
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

/** Says what is over in a project in which nothing is in progress, and nothing has happened lately. */
function nothingRecent(newest: Deployment, now: ServiceTime): Verdict {
	const {concludedAt} = newest;
	const concluded = concludedAt === undefined ? plain`has concluded` : plain`concluded ${age(concludedAt, now)}`;
	const over = plain`The newest deployment ${concluded}: ${outcomeWord(newest) ?? plain`no status`}`;
	return unknownVerdict(exitCodes.notFound, plain`Nothing is in progress. ${over}; --last accepts it`);
}

/** When landfall began to wait, by the service's clock as far as it is known, and the time by the computer's clock. */
type Moment = {readonly beganAt: ServiceTime; readonly wall: LocalTime};

/** Chooses the deployments to wait for from a list that was requested after the start. Returns a verdict if there can be none, undefined if there is none yet. */
function choose(
	which: Wanted['which'],
	list: DeploymentList,
	start: WaitStart,
	{sinceMs, startedHere}: Pick<Wanted, 'sinceMs' | 'startedHere'>,
	{beganAt, wall}: Moment,
): readonly string[] | Verdict | undefined {
	const records = list.deployments.map(deployment => ({deployment}));
	const sorted = records.toSorted(newestFirst).map(({deployment}) => deployment);
	if (which === 'next') {
		// If there are several, the one that began first.
		const next = sorted.findLast(isNewSince(start));
		return next && [next.id];
	}

	if (list.unreadable > 0) {
		return unknownVerdict(
			exitCodes.unusable,
			plain`deployments that could not be read: ${list.unreadable}, and what you wait for may be among them: name a deployment`,
		);
	}

	const running = sorted.filter(deployment => !isConcluded(deployment)).map(({id}) => id);
	const own = startedHere.map(({id}) => id);
	const listed = new Set(sorted.map(({id}) => id));
	const unlisted = startedHere.filter(({id, at}) => !listed.has(id) && mayBeInvisible(at, wall)).map(({id}) => id);
	if (which === 'all') {
		if (running.length + unlisted.length > 0) return [...running, ...unlisted];
		const reason = isComplete(list)
			? plain`no deployment is in progress`
			: plain`none of the newest ${sorted.length} deployments is in progress, and older ones are not listed`;
		return {exitCode: exitCodes.done, name: plain`nothing in progress`, reason};
	}

	const inProgress = running.find(id => own.includes(id)) ?? running[0] ?? unlisted[0];
	if (inProgress !== undefined) return [inProgress];
	const [newest] = sorted;
	if (which === 'last' && newest) return [newest.id];
	if (own[0] !== undefined) return [own[0]];
	if (!newest) return unknownVerdict(exitCodes.notFound, plain`the project has no deployments`);
	const recent = sorted.find(({createdAt: created, concludedAt}) =>
		[created, concludedAt].some(at => at !== undefined && at >= beganAt - sinceMs),
	);
	return recent ? [recent.id] : nothingRecent(newest, beganAt);
}

/** What a round of reads has shown about a project. */
export type Round = Pick<ProjectWait, 'known' | 'trouble'> & {
	/** Undefined if it could not be read. */
	readonly list: DeploymentList | undefined;
	/** Why the records of awaited deployments that the list lacks could not be read either. */
	readonly errors: ReadonlyMap<string, ApiError>;
	/** Whether the service knows other projects, but not this one. */
	readonly isProjectMissing: boolean;
};

/** Returns the wait after a round of reads. `serviceStart`: when landfall began to wait, by the service's clock. Undefined if the service does not tell its time. */
export function withRound(
	wait: ProjectWait,
	{known, trouble, list, errors, isProjectMissing}: Round,
	{serviceStart, ...options}: Judging & Moment & {readonly serviceStart: ServiceTime | undefined},
): ProjectWait {
	const chosen = (item: WaitItem): readonly WaitItem[] => {
		if (item.id !== undefined || !list) return [item];
		const start = item.start ?? {at: serviceStart, list};
		const choice = choose(item.which, list, start, wait, options);
		if (choice === undefined) return [{...item, start}];
		return 'exitCode' in choice ? [{...item, verdict: choice}] : choice.map(id => ({...item, id}));
	};
	const judged = (item: WaitItem): WaitItem => {
		if (item.verdict) return item;
		const row = rowOf({known}, item);
		const {kind} = errors.get(item.id ?? '') ?? {};
		const isMissing = isProjectMissing || (kind === 'missing' && list !== undefined);
		const acceptedAt = wait.startedHere.find(({id}) => id === item.id)?.at;
		const isEarly = mayBeInvisible(acceptedAt, options.wall);
		// A single 404 does not prove that something is gone.
		const isGone = isMissing && item.isMissing && !isEarly;
		const missing = row || isProjectMissing || acceptedAt !== undefined ? gone : noSuch;
		// Both mean that this cannot be an id.
		const isNoId = acceptedAt === undefined && (kind === 'rejected' || kind === 'refused');
		const unread = isNoId && !row ? noSuch : undefined;
		const verdict = (row && verdictOn(row.deployment, options)) ?? (isGone ? missing : unread);
		return {...item, isMissing, isNotVisibleYet: isMissing && isEarly && !row, verdict};
	};
	return {...wait, known, trouble, awaited: wait.awaited.flatMap(chosen).map(judged)};
}
