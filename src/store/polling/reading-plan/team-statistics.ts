import {
	type DurationKnowledge,
	type Durations,
	initialDurations,
	lastsOf,
	noDurations,
	stateLastsOf,
} from './deployment-durations.ts';
import {type FollowUps, followUpFactor, initialFollowUps} from './follow-up-rates.ts';
import {type HintQuality, initialHintQuality, shareOf} from './hint-quality.ts';
import {type Evidence, rateOf} from './project-rates.ts';
import type {DeploymentFacts, ProjectReading, Row} from './project-reading.ts';

/** What the lists of deployments tell of the team as a whole: how long deployments last, how often projects deploy, how deployments follow each other, and what hints are worth. `team-learning.ts` changes it. */
export type TeamStatistics = {
	durations: DurationKnowledge;
	quality: HintQuality;
	followUps: FollowUps;
	/** Of projects that were read for no reason, so that busy ones are not counted more often than others. */
	sample: Evidence;
};

/** Before anything is known, a project is deployed about once a day; that counts as much as one day of one project. */
const priorEvidence: Evidence = {begun: 1, seconds: 86_400};

/** A deployment that takes so many times as long as usual is overdue; some never end. It counts as no longer than that. */
export const overdue = 6;

export const createTeamStatistics = (): TeamStatistics => ({
	durations: initialDurations,
	quality: initialHintQuality,
	followUps: initialFollowUps,
	sample: priorEvidence,
});

/** How many deployments of an average project begin a second. */
export const teamRate = ({sample}: TeamStatistics): number => sample.begun / sample.seconds;

/** How long a deployment lasts on average, in a project with such durations; in any project if none are given. */
export const meanSeconds = ({durations}: TeamStatistics, own: Durations = noDurations): number =>
	lastsOf(durations, own);

/** How long a row stays as it is, on average, where deployments last so long. */
export const stateSeconds = ({durations}: TeamStatistics, {state}: Row, lasts: number): number =>
	stateLastsOf(durations, state, lasts);

/** How many of the deployments that begin move the hint. */
export const recallOf = ({quality}: TeamStatistics): number => shareOf(quality.recall);

/** How likely it is that a hint tells of a new deployment: where none was known to be in progress, or where one was. */
export const precisionOf = ({quality}: TeamStatistics, wasBusy: boolean): number =>
	shareOf(wasBusy ? quality.precision.busy : quality.precision.idle);

/** How many deployments of a project are expected to begin a second, on the whole. */
export const meanRate = (statistics: TeamStatistics, {evidence}: ProjectReading): number =>
	rateOf(evidence, teamRate(statistics));

/** How many begin a second soon, in view of when the last one began. */
export function currentRate(statistics: TeamStatistics, project: ProjectReading, now: number): number {
	const rate = meanRate(statistics, project);
	const {begunAt} = project;
	return begunAt === undefined ? rate : rate * followUpFactor(statistics.followUps, now - begunAt);
}

/** How often a project deploys whose list was never read: as often as others, unless reliable hints tell that nothing has happened for long. */
export function unreadRate(statistics: TeamStatistics, updatedAt: number | undefined, now: number): number {
	const rate = teamRate(statistics);
	if (updatedAt === undefined) return rate;
	const recall = recallOf(statistics);
	const quietSeconds = Math.max(60, (now - updatedAt) / 1000);
	return recall * rateOf({begun: 0.5, seconds: quietSeconds}, rate) + (1 - recall) * rate;
}

/** The state of a row: its status, and how overdue it is. */
export function rowState(
	{durations}: TeamStatistics,
	project: ProjectReading,
	{status, createdAt}: DeploymentFacts,
	askedAt: number,
): string {
	const age = (askedAt - (createdAt ?? askedAt)) / 1000 / lastsOf(durations, project.durations);
	return age < overdue ? status : `${status} ${Math.floor(Math.log2(age / overdue))}`;
}
