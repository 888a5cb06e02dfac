import {type ApiError, errorSentence} from '../api/errors.ts';
import {type Deployment, type DeploymentList, isConcluded} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../base/clock.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {counted, isVisible, plain, type SafeText} from '../base/text.ts';
import type {StartedHere} from '../journal/journal.ts';
import {isSettled} from '../model/deployment-changes.ts';
import {
	isComplete,
	type KnownDeployment,
	newestFirst,
	type ProjectDeployments,
	rowIn,
} from '../model/deployment-table.ts';
import {deploymentsAt, type Read, readKey, recordAt} from '../model/read-request.ts';
import {meaningKey, outcomeNames, outcomeOf, outcomeWord, type WordMeanings} from '../model/status-words.ts';
import {mayBeInvisible} from '../model/write-intent.ts';
import {age} from '../present/format.ts';
import {deploymentsOf, isNotVisibleYet} from '../state/deployments.ts';
import type {AnswerFact, FailedRead} from '../state/facts.ts';
import {isDeploymentGone, isProvenGone} from '../state/gone-records.ts';
import {type Interest, whetherGone} from '../state/interests.ts';
import {retryAt} from '../state/requests.ts';
import type {ReadFailure, State} from '../state/state.ts';
import {type CommandError, exitCodeFor} from './command-error.ts';
import type {judging, Values} from './options.ts';

export type Verdict = {
	readonly exitCode: CommandError['exitCode'];
	readonly name: SafeText;
	readonly reason: SafeText;
};

export const unknownVerdict = (exitCode: Verdict['exitCode'], reason: SafeText): Verdict => ({
	exitCode,
	name: outcomeNames.unknown,
	reason,
});

/** The verdict on a deployment that could not be read for too long. A forbidden read gets the exit code of a rejected key, because 1 means a failed deployment. */
export function verdictUnread(error: ApiError): Verdict {
	const isRejected = error.kind === 'rejected' || error.kind === 'unsendable';
	const exitCode = isRejected ? exitCodes.unusable : exitCodeFor(error);
	return unknownVerdict(error.kind === 'forbidden' ? exitCodes.keyRefused : exitCode, errorSentence(error));
}

type Judging = Pick<Values<typeof judging>, 'okWords' | 'badWords'> & {readonly wordMeanings: WordMeanings};

/** `--ok` and `--bad` come first, then the user's word meanings, then landfall's own. */
function verdictOn(deployment: Deployment, {okWords, badWords, wordMeanings}: Judging): Verdict {
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
				plain`${source}, which does not say how it ended: use --ok or --bad, or m on the screen`,
			);
	}
}

const gone: Verdict = {
	exitCode: exitCodes.notFound,
	name: plain`gone`,
	reason: plain`the service no longer knows it`,
};

const noSuch = unknownVerdict(exitCodes.notFound, plain`the project has no such deployment`);

export const lookBackMs = 120_000;

/** One deployment of a project, or the rule that picks deployments from the next list. */
export type Wanted = {
	readonly projectId: string;
	readonly project: SafeText;
	readonly id: string | undefined;
	/** `newest`: in progress, started here, or recently begun or concluded. `last`: in progress, or the newest, however old. */
	readonly which: 'newest' | 'last' | 'next' | 'all';
	/** Latest first. */
	readonly startedHere: readonly StartedHere[];
};

type WaitStart = {readonly at: ServiceTime; readonly ids: ReadonlySet<string>};

export type Outage = {
	readonly error: ApiError;
	readonly since: LocalTime;
	/** The waiting time at `since`, less the time the computer slept. */
	readonly sinceMs: number;
	readonly nextAt?: LocalTime | undefined;
};

export type Wait = Wanted & {
	readonly start?: WaitStart;
	readonly known: ProjectDeployments;
	readonly isNotVisibleYet?: boolean;
	readonly outage?: Outage | undefined;
	readonly verdict?: Verdict | undefined;
};

export const awaitedRow = ({id, known}: Pick<Wait, 'id' | 'known'>): KnownDeployment | undefined =>
	id === undefined ? undefined : rowIn(known, id);

export const readAtOf = (wait: Wait): LocalTime | undefined =>
	(wait.id === undefined || wait.isNotVisibleYet ? wait.known : awaitedRow(wait))?.readAt;

/** How far the clocks of a service's machines may differ: a deployment created this long before the start is not new. */
const maxClockErrorMs = 120_000;

/** A deployment in the first list is new if it was created after the start: it may have begun while the list was read. A later one is new unless it was created long before. */
const isNewSince =
	({at, ids}: WaitStart) =>
	({id, createdAt = at}: Deployment): boolean =>
		ids.has(id) ? createdAt > at : createdAt >= at - maxClockErrorMs;

function nothingRecentVerdict(newest: Deployment, now: ServiceTime): Verdict {
	const {concludedAt} = newest;
	const concluded = concludedAt === undefined ? plain`has concluded` : plain`concluded ${age(concludedAt, now)}`;
	const over = plain`The newest deployment ${concluded}: ${outcomeWord(newest) ?? plain`no status`}`;
	return unknownVerdict(exitCodes.notFound, plain`Nothing is in progress. ${over}; --last accepts it`);
}

function chooseDeployments(
	{which, startedHere}: Wanted,
	list: DeploymentList,
	start: WaitStart,
	now: LocalTime,
): readonly string[] | Verdict | undefined {
	const records = list.deployments.map(deployment => ({deployment}));
	const sorted = records.toSorted(newestFirst).map(({deployment}) => deployment);
	if (which === 'next') {
		// Picks the one that began first.
		const next = sorted.findLast(isNewSince(start));
		return next && [next.id];
	}

	if (list.unreadable > 0) {
		return unknownVerdict(
			exitCodes.unusable,
			plain`${counted(list.unreadable, 'deployment')} could not be read, and yours may be among them: name a deployment`,
		);
	}

	const running = sorted.filter(deployment => !isConcluded(deployment)).map(({id}) => id);
	const startedIds = startedHere.map(({id}) => id);
	const listedIds = new Set(sorted.map(({id}) => id));
	const unlisted = startedHere.filter(({id, at}) => !listedIds.has(id) && mayBeInvisible(at, now)).map(({id}) => id);
	if (which === 'all') {
		if (running.length + unlisted.length > 0) return [...running, ...unlisted];
		const reason = isComplete(list)
			? plain`no deployment is in progress`
			: plain`none of the newest ${sorted.length} deployments is in progress, and older ones are not listedIds`;
		return {exitCode: exitCodes.done, name: plain`nothing in progress`, reason};
	}

	const inProgress = running.find(id => startedIds.includes(id)) ?? running[0] ?? unlisted[0];
	if (inProgress !== undefined) return [inProgress];
	const [newest] = sorted;
	if (which === 'last' && newest) return [newest.id];
	if (startedIds[0] !== undefined) return [startedIds[0]];
	if (!newest) return unknownVerdict(exitCodes.notFound, plain`the project has no deployments`);
	const recent = sorted.find(({createdAt: created, concludedAt}) =>
		[created, concludedAt].some(at => at !== undefined && at >= start.at - lookBackMs),
	);
	return recent ? [recent.id] : nothingRecentVerdict(newest, start.at);
}

type ReadResult = AnswerFact | FailedRead;

const readFailure = ({polling: {failures}}: State, read: Read): ReadFailure | undefined => failures.get(readKey(read));

export function interestsIn(wait: Wait, state: State, ageMs: number, now: LocalTime): readonly Interest[] {
	const {projectId, id, known} = wait;
	// A first read need not wait for a turn.
	const awaited = (read: Read, readAt: LocalTime | undefined): Interest => ({
		read,
		priority: readAt === undefined ? 'shown' : 'followed',
		readAt: readAt,
		maxAgeMs: ageMs,
	});
	const list = awaited(deploymentsAt(projectId), known.readAt);
	const failure = readFailure(state, list.read);
	if (known.readAt === undefined && !failure) return [list];
	const row = awaitedRow(wait);
	const isListed = row !== undefined && row.asOf === undefined && !failure;
	const record = id === undefined || isListed ? [] : [awaited(recordAt(projectId, id), row?.readAt)];
	return [list, ...record, ...whetherGone(state, projectId, now, ageMs)];
}

function verdictAfter(wait: Wait, state: State, judging: Judging): Verdict | undefined {
	const {projectId, id, startedHere} = wait;
	const isProjectGone = isProvenGone(state, projectId);
	if (id === undefined) return isProjectGone ? gone : undefined;
	const row = awaitedRow(wait);
	if (row && isSettled(row, judging.wordMeanings)) return verdictOn(row.deployment, judging);
	const isKnown = row !== undefined || isProjectGone || startedHere.some(started => started.id === id);
	// The service does not accept the id, whichever of the two it answers.
	const kind = readFailure(state, recordAt(projectId, id))?.error.kind;
	const isNoId = !isKnown && (kind === 'rejected' || kind === 'unsendable');
	if (!isNoId && !isDeploymentGone(state, projectId, id)) return undefined;
	return isKnown ? gone : noSuch;
}

/** The outage ends when the awaited deployment was read, or would have been read if it existed. */
function outageAfter(wait: Wait, fact: ReadResult, state: State, passedMs: number): Outage | undefined {
	const {projectId, id, outage} = wait;
	const {request} = fact;
	const isOwn = 'projectId' in request && request.projectId === projectId;
	if (!isOwn || (request.kind === 'deployment' && request.deploymentId !== id)) return outage;
	if (fact.type !== 'read-failed') {
		const isRead = id === undefined ? request.kind === 'deployments' : awaitedRow(wait)?.readAt === fact.readAt;
		return isRead ? undefined : outage;
	}

	const {error, at} = fact;
	const isNotFound = request.kind === 'deployment' && error.kind === 'not found';
	if (isNotFound && !readFailure(state, deploymentsAt(projectId))) return undefined;
	const failure = readFailure(state, request);
	const nextAt = failure && retryAt(state, failure, 'command');
	return {since: at, sinceMs: passedMs, ...outage, error, nextAt};
}

export function afterRead(
	before: Wait,
	fact: ReadResult,
	state: State,
	{startedAt, passedMs, ...judging}: Judging & {readonly startedAt: LocalTime; readonly passedMs: number},
): readonly Wait[] {
	const {projectId} = before;
	const wait = {...before, known: deploymentsOf(state, projectId)};
	const withVerdict = (each: Wait): Wait => {
		const {id = ''} = each;
		const notVisible = isNotVisibleYet(state, {projectId, id});
		const outage = outageAfter(each, fact, state, passedMs);
		return {...each, isNotVisibleYet: notVisible, outage, verdict: verdictAfter(each, state, judging)};
	};
	const isList = fact.type === 'deployments-read' && fact.request.projectId === projectId;
	if (wait.id !== undefined || !isList) return [withVerdict(wait)];
	const list = fact.answer;
	const ids = new Set(list.deployments.map(({id}) => id));
	const start = wait.start ?? {at: toServiceTime(startedAt, state.polling.skewMs), ids};
	const choice = chooseDeployments(wait, list, start, fact.at);
	if (choice === undefined) return [withVerdict({...wait, start})];
	return 'exitCode' in choice ? [{...wait, verdict: choice}] : choice.map(id => withVerdict({...wait, id}));
}
