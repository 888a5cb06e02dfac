import {
	type DurationKnowledge,
	initialDurations,
	lastsOf,
	noDurations,
	stateLastsOf,
	withDurations,
	withReading,
} from './deployment-durations.ts';
import {type FollowUps, followUpFactor, initialFollowUps, withFollowUps} from './follow-up-rates.ts';
import {type HintQuality, initialHintQuality, qualityAfterBegin, qualityAfterMove, shareOf} from './hint-quality.ts';
import {type Evidence, evidenceOf, rateOf} from './project-rates.ts';
import type {DeploymentFacts, ProjectReading, Row} from './project-reading.ts';

/** Before anything is known, a project is deployed about once a day; that counts as much as one day of one project. */
const priorEvidence: Evidence = {begun: 1, seconds: 86_400};

/** No older deployments count for how often a project is deployed. */
const maxHistoryMs = 7 * 24 * 3_600_000;

/** What began this close to a read may or may not be in its answer. */
export const unsureMs = 1500;

/** A deployment that takes so many times as long as usual is overdue; some never end. It counts as no longer than that. */
const overdue = 6;

/** Of a project that was not read for long, not more durations than this count for the team. */
const maxNewDurations = 20;

/** And of its deployments not more than this for what hints are worth. */
const maxJudged = 8;

export type TeamStatistics = ReturnType<typeof createTeamStatistics>;

/** What the lists of deployments tell of the team as a whole: how long deployments last, how often projects deploy, how deployments follow each other, and what hints are worth. */
export function createTeamStatistics() {
	let durations: DurationKnowledge = initialDurations;
	let quality: HintQuality = initialHintQuality;
	let followUps: FollowUps = initialFollowUps;
	/** Of projects that were read for no reason, so that busy ones are not counted more often than others. */
	let sample = priorEvidence;

	const teamRate = () => sample.begun / sample.seconds;

	const learnDurations = (project: ProjectReading, deployments: readonly DeploymentFacts[]) => {
		let [count, sum, newCount, newSum] = [0, 0, 0, 0];
		const before = project.listReadAt ?? Number.NEGATIVE_INFINITY;
		const longest = overdue * lastsOf(durations, noDurations);
		for (const {createdAt, concludedAt} of deployments) {
			if (createdAt === undefined || concludedAt === undefined || concludedAt < createdAt) continue;
			const seconds = Math.min((concludedAt - createdAt) / 1000, longest);
			count++;
			sum += seconds;
			if (concludedAt <= before || newCount >= maxNewDurations) continue;
			newCount++;
			newSum += seconds;
		}

		project.durations = {count, sum};
		durations = withDurations(durations, {count: newCount, sum: newSum});
	};

	const learnFollowUps = (project: ProjectReading, createdAt: readonly number[], since: number, until: number) => {
		const begunAt = createdAt.filter(at => at > since).toSorted((a, b) => a - b);
		const before = Math.max(...createdAt.filter(at => at <= since));
		const all = Number.isFinite(before) ? [before, ...begunAt] : begunAt;
		followUps = withFollowUps(followUps, {begunAt: all, until, rate: rateOf(project.evidence, teamRate())});
	};

	/** Compares what the pages said of a project with what its list tells. */
	const judgeHints = (project: ProjectReading, begunAt: readonly number[]) => {
		const {hintSince, hintReadAt, moves} = project;
		project.hintSince = hintReadAt;
		project.moves = [];
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
	};

	return {
		teamRate,

		/** How long a deployment of a project lasts on average; of any project if none is given. */
		lasts: (project?: ProjectReading) => lastsOf(durations, project?.durations ?? noDurations),

		/** How long a row stays as it is, on average, where deployments last so long. */
		stateLasts: ({state}: Row, lasts: number) => stateLastsOf(durations, state, lasts),

		recall: () => shareOf(quality.recall),

		/** How likely it is that a hint tells of a new deployment: where none was known to be in progress, or where one was. */
		precision: (wasBusy: boolean) => shareOf(wasBusy ? quality.precision.busy : quality.precision.idle),

		/** How many deployments of a project are expected to begin a second, on the whole. */
		meanRate: ({evidence}: ProjectReading) => rateOf(evidence, teamRate()),

		/** How many begin a second soon, in view of when the last one began. */
		currentRate({evidence, begunAt}: ProjectReading, now: number) {
			const rate = rateOf(evidence, teamRate());
			return begunAt === undefined ? rate : rate * followUpFactor(followUps, now - begunAt);
		},

		/** How often a project deploys whose list was never read: as often as others, unless reliable hints tell that nothing has happened for long. */
		unreadRate(updatedAt: number | undefined, now: number) {
			if (updatedAt === undefined) return teamRate();
			const recall = shareOf(quality.recall);
			const quietSeconds = Math.max(60, (now - updatedAt) / 1000);
			return recall * rateOf({begun: 0.5, seconds: quietSeconds}, teamRate()) + (1 - recall) * teamRate();
		},

		stateOf(project: ProjectReading, {status, createdAt}: DeploymentFacts, askedAt: number) {
			const age = (askedAt - (createdAt ?? askedAt)) / 1000 / lastsOf(durations, project.durations);
			return age < overdue ? status : `${status} ${Math.floor(Math.log2(age / overdue))}`;
		},

		/** A row was read again, and is now in the state of `after`. */
		learnState(project: ProjectReading, row: Row, after: DeploymentFacts, askedAt: number) {
			const since = (askedAt - row.readAt) / 1000;
			if (since <= 0) return;
			const hasChanged = after.isConcluded || after.status !== row.status;
			const lasts = lastsOf(durations, project.durations);
			durations = withReading(durations, {state: row.state, since, lasts, hasChanged});
		},

		/** The list of a project was read. `isSample` says that nothing pointed to it. Call it before the project is told. */
		learnList(
			project: ProjectReading,
			{
				deployments,
				isComplete,
				askedAt,
			}: {deployments: readonly DeploymentFacts[]; isComplete: boolean; askedAt: number},
			isSample: boolean,
		) {
			const createdAt = deployments.flatMap(deployment => deployment.createdAt ?? []);
			judgeHints(project, createdAt);
			learnDurations(project, deployments);
			const since = isComplete ? (project.createdAt ?? 0) : Math.min(...createdAt);
			const completeSince = Math.max(since, askedAt - maxHistoryMs);
			project.evidence = evidenceOf({createdAt, completeSince}, askedAt);
			project.begunAt = createdAt.length > 0 ? Math.max(...createdAt) : undefined;
			learnFollowUps(project, createdAt, project.listReadAt ?? completeSince, askedAt);
			if (!isSample) return;
			const {begun, seconds} = project.evidence;
			sample = {begun: sample.begun + begun, seconds: sample.seconds + seconds};
		},
	};
}
