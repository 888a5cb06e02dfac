import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {elapsed} from '../base/duration.ts';
import {plain, type SafeText, type ServiceText} from '../base/text.ts';
import {endedAt, hasFailed, type UsualRange, usualRange} from '../model/durations.ts';
import {outcomeOf, type WordMeanings} from '../model/status-words.ts';
import {age} from './format.ts';
import type {SafeSpan} from './line.ts';
import {type Column, type RowContext, textCell, textOrNothing} from './table.ts';

type Streak = {
	readonly outcome: 'good' | 'bad';
	readonly length: number;
	readonly endedAt: ServiceTime | undefined;
};

/** How deployments of a project to one environment have gone. */
export type EnvironmentStatistics = {
	readonly environment: ServiceText | undefined;
	readonly succeeded: number;
	/** How many succeeded or failed. Cancelled deployments count as neither, and nor do unknown outcomes. */
	readonly judged: number;
	readonly usual: UsualRange | undefined;
	readonly streak: Streak | undefined;
};

function statisticsOf(own: readonly Deployment[], wordMeanings: WordMeanings): EnvironmentStatistics {
	const judged = own.filter(isConcluded).flatMap(deployment => {
		const outcome = outcomeOf(deployment, wordMeanings);
		return outcome === 'good' || outcome === 'bad' ? [{deployment, outcome}] : [];
	});
	const [newest] = judged;
	const other = judged.findIndex(({outcome}) => outcome !== newest?.outcome);
	return {
		environment: own[0]?.environmentId,
		succeeded: judged.filter(({outcome}) => outcome === 'good').length,
		judged: judged.length,
		usual: usualRange(own, wordMeanings),
		streak: newest && {
			outcome: newest.outcome,
			length: other === -1 ? judged.length : other,
			endedAt: endedAt(newest.deployment),
		},
	};
}

/** The statistics of each environment, the most used first. The deployments are given newest first. */
export const environmentStatistics = (
	deployments: readonly Deployment[],
	wordMeanings: WordMeanings,
): readonly EnvironmentStatistics[] =>
	[...Map.groupBy(deployments, ({environmentId}) => environmentId?.exact).values()]
		.toSorted((a, b) => b.length - a.length)
		.map(own => statisticsOf(own, wordMeanings));

function rateText({succeeded, judged}: EnvironmentStatistics): SafeText | undefined {
	// Rounded down, so that only without any failure it is 100%.
	return judged === 0 ? undefined : plain`${Math.floor((100 * succeeded) / judged)}% of ${judged}`;
}

/** `12 in a row`, `failed 2d ago`, `3 failed, 2d ago`. */
function streakSpan({streak}: EnvironmentStatistics, context: RowContext): SafeSpan {
	if (!streak) return textOrNothing(undefined, context);
	if (streak.outcome === 'good') return {text: plain`${streak.length} in a row`, tone: 'quiet'};
	const when = streak.endedAt === undefined ? undefined : age(streak.endedAt, context.now);
	const isOnce = streak.length <= 1;
	const text = when === undefined ? plain`failed` : plain`failed ${when}`;
	const several = plain`${streak.length} failed${when === undefined ? plain` in a row` : plain`, ${when}`}`;
	return {text: isOnce ? text : several, tone: 'bad'};
}

export const environmentColumns: ReadonlyArray<Column<EnvironmentStatistics>> = [
	{title: 'ENVIRONMENT', width: [11, 20], keep: 9, cell: ({environment}, context) => textCell(environment, context)},
	{
		title: 'SUCCESS',
		width: 11,
		keep: 8,
		align: 'right',
		cell: (statistics, context) => [textOrNothing(rateText(statistics), context)],
	},
	{
		title: 'MEDIAN',
		width: 8,
		keep: 6,
		align: 'right',
		cell: ({usual}, context) => [textOrNothing(usual && elapsed(usual.medianMs), context)],
	},
	{
		title: '90TH',
		width: 8,
		keep: 5,
		align: 'right',
		cell: ({usual}, context) => [textOrNothing(usual && elapsed(usual.p90Ms), context, 'quiet')],
	},
	{title: 'STREAK', width: [14, 26], keep: 7, cell: (statistics, context) => [streakSpan(statistics, context)]},
];

/** A deployment in a list. `asOf` is when the service last listed it: undefined if the last list has it. */
export type ListedDeployment = {readonly deployment: Deployment; readonly asOf: ServiceTime | undefined};

/** What the deployments of a project say about each other. */
export type ProjectStatistics = {
	/** Newest first. */
	readonly rows: readonly ListedDeployment[];
	/** The most used first. */
	readonly environments: readonly EnvironmentStatistics[];
	readonly overall: UsualRange | undefined;
};

/** Returns the statistics of deployments that are sorted newest first. */
export function projectStatistics(rows: readonly ListedDeployment[], wordMeanings: WordMeanings): ProjectStatistics {
	const deployments = rows.map(({deployment}) => deployment);
	return {
		rows,
		environments: environmentStatistics(deployments, wordMeanings),
		overall: usualRange(deployments, wordMeanings),
	};
}

/** Returns what is usual in the environment of a deployment. Undefined with fewer than five successes there. */
export const usualFor = ({environments}: ProjectStatistics, {environmentId}: Deployment): UsualRange | undefined =>
	environments.find(({environment}) => environment?.exact === environmentId?.exact)?.usual;

/** Returns the deployments in progress. One that is not listed may be over. */
export const runningIn = (rows: readonly ListedDeployment[]): readonly ListedDeployment[] =>
	rows.filter(({deployment, asOf}) => asOf === undefined && !isConcluded(deployment));

/** Returns the deployment to show above the list: the newest in progress, but the selected one if that is in progress as well. Without any, the selected one if it failed, else the newest. */
export function headlined(
	{rows}: ProjectStatistics,
	selected: ListedDeployment,
	wordMeanings: WordMeanings,
): ListedDeployment {
	const running = runningIn(rows);
	const selectedRunning = running.find(({deployment}) => deployment.id === selected.deployment.id);
	const other = hasFailed(selected.deployment, wordMeanings) ? selected : rows[0];
	return selectedRunning ?? running[0] ?? other ?? selected;
}
