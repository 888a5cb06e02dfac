import {
	type DurationKnowledge,
	type Durations,
	initialDurations,
	meanDuration,
	meanStateDuration,
	noDurations,
} from './deployment-durations.ts';
import {type FollowUps, followUpFactor, initialFollowUps} from './follow-up-rates.ts';
import {type HintQuality, initialHintQuality, shareOf} from './hint-quality.ts';
import {deploymentRate, type Evidence} from './project-rates.ts';
import type {DeploymentFacts, ProjectReading} from './project-reading.ts';
import type {Row} from './running-rows.ts';

/** What the lists of deployments reveal about the team as a whole: how long deployments last, how often projects deploy, how deployments follow each other, and what hints are worth. `team-learning.ts` changes it. */
export type TeamStatistics = {
	durations: DurationKnowledge;
	quality: HintQuality;
	followUps: FollowUps;
	/** From projects that were read without any hint, so that busy projects are not overrepresented. */
	sample: Evidence;
};

/** The assumption before anything is known: a project deploys once a day. It weighs as much as one day of one project. */
const priorEvidence: Evidence = {begun: 1, seconds: 86_400};

/** A deployment that takes this many times the usual duration is overdue, and counts as no longer. Some never end. */
export const overdue = 6;

export const createTeamStatistics = (): TeamStatistics => ({
	durations: initialDurations,
	quality: initialHintQuality,
	followUps: initialFollowUps,
	sample: priorEvidence,
});

/** Returns how many deployments of an average project begin per second. */
export const teamRate = ({sample}: TeamStatistics): number => sample.begun / sample.seconds;

/** Returns how many seconds a deployment lasts on average in a project with these durations, or in any project. */
export const meanSeconds = ({durations}: TeamStatistics, own: Durations = noDurations): number =>
	meanDuration(durations, own);

/** Returns how many seconds a row stays in its state on average, in a project whose deployments last `duration` seconds. */
export const stateSeconds = ({durations}: TeamStatistics, {state}: Row, duration: number): number =>
	meanStateDuration(durations, state, duration);

/** Returns the share of new deployments that move the hint. */
export const recallOf = ({quality}: TeamStatistics): number => shareOf(quality.recall);

/** Returns how likely it is that a hint means a new deployment. `wasBusy` is whether another one was in progress. */
export const precisionOf = ({quality}: TeamStatistics, wasBusy: boolean): number =>
	shareOf(wasBusy ? quality.precision.busy : quality.precision.idle);

/** Returns how many deployments of a project begin per second on average. */
export const meanRate = (statistics: TeamStatistics, {evidence}: ProjectReading): number =>
	deploymentRate(evidence, teamRate(statistics));

/** Returns how many are expected to begin per second now, given when the last one began. */
export function currentRate(statistics: TeamStatistics, project: ProjectReading, now: number): number {
	const rate = meanRate(statistics, project);
	const {begunAt} = project;
	return begunAt === undefined ? rate : rate * followUpFactor(statistics.followUps, now - begunAt);
}

/** Returns how often a project whose list was never read deploys: as often as others, unless reliable hints say that nothing has happened for long. */
export function unreadRate(statistics: TeamStatistics, updatedAt: number | undefined, now: number): number {
	const rate = teamRate(statistics);
	if (updatedAt === undefined) return rate;
	const recall = recallOf(statistics);
	const quietSeconds = Math.max(60, (now - updatedAt) / 1000);
	return recall * deploymentRate({begun: 0.5, seconds: quietSeconds}, rate) + (1 - recall) * rate;
}

/** The state of a row: its status, and how overdue it is. */
export function rowState(
	{durations}: TeamStatistics,
	project: ProjectReading,
	{status, createdAt}: DeploymentFacts,
	askedAt: number,
): string {
	const age = (askedAt - (createdAt ?? askedAt)) / 1000 / meanDuration(durations, project.durations);
	return age < overdue ? status : `${status} ${Math.floor(Math.log2(age / overdue))}`;
}
