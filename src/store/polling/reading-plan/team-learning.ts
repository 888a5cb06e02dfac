import {type Durations, meanDuration, noDurations, withDurations, withReading} from './deployment-durations.ts';
import {withFollowUps} from './follow-up-rates.ts';
import {qualityAfterBegin, qualityAfterMove} from './hint-quality.ts';
import {evidenceOf} from './project-rates.ts';
import type {DeploymentFacts, ProjectReading} from './project-reading.ts';
import type {Row} from './running-rows.ts';
import {meanRate, overdue, type TeamStatistics} from './team-statistics.ts';

/** Older deployments do not count towards how often a project deploys. */
const maxHistoryMs = 7 * 24 * 3_600_000;

/** A deployment that began this close to a read may or may not be in the answer. */
export const unsureMs = 1500;

/** The maximum number of durations from one read that count for the team: a project that was not read for long must not dominate. */
const maxNewDurations = 20;

/** The same for the deployments by which hints are judged. */
const maxJudged = 8;

/** Returns the durations of all concluded deployments, and of those that concluded after `since`. Each counts as at most `maxSeconds`. */
export function durationsOf(
	deployments: readonly DeploymentFacts[],
	{since, maxSeconds}: {since: number; maxSeconds: number},
): {readonly all: Durations; readonly added: Durations} {
	let [count, sum, newCount, newSum] = [0, 0, 0, 0];
	for (const {createdAt, concludedAt} of deployments) {
		if (createdAt === undefined || concludedAt === undefined || concludedAt < createdAt) continue;
		const seconds = Math.min((concludedAt - createdAt) / 1000, maxSeconds);
		count++;
		sum += seconds;
		if (concludedAt <= since || newCount >= maxNewDurations) continue;
		newCount++;
		newSum += seconds;
	}

	return {all: {count, sum}, added: {count: newCount, sum: newSum}};
}

/** Learns how long deployments of a project last, and counts those that concluded after `since` for the team. */
export function learnDurations(
	statistics: TeamStatistics,
	project: ProjectReading,
	deployments: readonly DeploymentFacts[],
	since = Number.NEGATIVE_INFINITY,
): void {
	const maxSeconds = overdue * meanDuration(statistics.durations, noDurations);
	const {all, added} = durationsOf(deployments, {since, maxSeconds});
	project.durations = all;
	statistics.durations = withDurations(statistics.durations, added);
}

function learnFollowUps(
	statistics: TeamStatistics,
	project: ProjectReading,
	createdAt: readonly number[],
	{since, until}: {since: number; until: number},
) {
	const begun = createdAt.filter(at => at > since).toSorted((a, b) => a - b);
	const before = Math.max(...createdAt.filter(at => at <= since));
	const begunAt = Number.isFinite(before) ? [before, ...begun] : begun;
	const rate = meanRate(statistics, project);
	statistics.followUps = withFollowUps(statistics.followUps, {begunAt, until, rate});
}

/** Compares the hints on the pages with the deployments in the list of a project. */
function judgeHints(statistics: TeamStatistics, project: ProjectReading, begunAt: readonly number[]) {
	const {hintSince, hintReadAt, moves} = project;
	project.hintSince = hintReadAt;
	project.moves = [];
	let {quality} = statistics;
	const isIn = (at: number, from: number, to: number) => at > from - unsureMs && at < to + unsureMs;
	const begun = begunAt.filter(at => at > hintSince + unsureMs && at < hintReadAt - unsureMs);
	for (const at of begun.slice(0, maxJudged)) {
		const hasMoved = moves.some(({from, to}) => isIn(at, from, to));
		quality = qualityAfterBegin(quality, hasMoved);
	}

	for (const {from, to, wasBusy} of moves) {
		const hasBegun = begunAt.some(at => isIn(at, from, to));
		quality = qualityAfterMove(quality, {wasBusy, hasBegun});
	}

	statistics.quality = quality;
}

/** Learns from a row that was read again and is now in the state of `after`. */
export function learnState(
	statistics: TeamStatistics,
	project: ProjectReading,
	row: Row,
	after: DeploymentFacts,
	askedAt: number,
): void {
	const since = (askedAt - row.readAt) / 1000;
	if (since <= 0) return;
	const hasChanged = after.isConcluded || after.status !== row.status;
	const duration = meanDuration(statistics.durations, project.durations);
	statistics.durations = withReading(statistics.durations, {state: row.state, since, duration, hasChanged});
}

/** Learns from the list of a project. `isSample` is whether it was read without any hint. Call it before `listReadAt` is set. */
export function learnList(
	statistics: TeamStatistics,
	project: ProjectReading,
	{deployments, isComplete, askedAt}: {deployments: readonly DeploymentFacts[]; isComplete: boolean; askedAt: number},
	isSample: boolean,
): void {
	const createdAt = deployments.flatMap(deployment => deployment.createdAt ?? []);
	judgeHints(statistics, project, createdAt);
	learnDurations(statistics, project, deployments, project.listReadAt);
	const since = isComplete ? (project.createdAt ?? 0) : Math.min(...createdAt);
	const completeSince = Math.max(since, askedAt - maxHistoryMs);
	project.evidence = evidenceOf({createdAt, completeSince}, askedAt);
	project.begunAt = createdAt.length > 0 ? Math.max(...createdAt) : undefined;
	learnFollowUps(statistics, project, createdAt, {since: project.listReadAt ?? completeSince, until: askedAt});
	if (!isSample) return;
	const {begun, seconds} = project.evidence;
	const {sample} = statistics;
	statistics.sample = {begun: sample.begun + begun, seconds: sample.seconds + seconds};
}
