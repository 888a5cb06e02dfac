import {type Deployment, isConcluded} from '../../api/types.ts';
import {validTime} from '../../deployment-times.ts';
import {type Outcome, outcomeOf} from '../../status-words.ts';
import {plain, type SafeText} from '../../text.ts';
import type {Context} from '../column.ts';
import {countOrMore} from '../format.ts';
import type {Line, SafeSpan} from '../line.ts';
import {shapeOf} from '../outcome.ts';
import {countsOverTime, fittingParts, sparkline} from './drawing.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const sparklineWidth = 12;

type Counts = {
	readonly good: number;
	readonly bad: number;
	/** Whether there may have been more that are not known. */
	readonly isAtLeast?: boolean;
};

/** The statistics of all known deployments. */
export type DeploymentSummary = {
	readonly running: number;
	/** Whether more may be running. */
	readonly isRunningAtLeast?: boolean;
	readonly lastHour: Counts;
	readonly lastDay: Counts;
	/** How many concluded in each twelfth of the last hour, the newest last. */
	readonly rate: readonly number[];
};

export function deploymentSummary(
	deployments: readonly Deployment[],
	{now, pins}: Pick<Context, 'now' | 'pins'>,
): DeploymentSummary {
	const concluded = deployments.filter(isConcluded);
	const countSince = (sinceMs: number): Counts => {
		const outcomes = concluded
			.filter(deployment => (validTime(deployment.concludedAt) ?? Number.NaN) > now - sinceMs)
			.map(deployment => outcomeOf(deployment, pins));
		return {good: countOf(outcomes, 'good'), bad: countOf(outcomes, 'bad')};
	};
	return {
		running: deployments.length - concluded.length,
		lastHour: countSince(hourMs),
		lastDay: countSince(dayMs),
		rate: countsOverTime(
			concluded.map(({concludedAt}) => concludedAt),
			{now, spanMs: hourMs, width: sparklineWidth},
		),
	};
}

const countOf = (outcomes: readonly Outcome[], outcome: Outcome): number =>
	outcomes.filter(other => other === outcome).length;

/** `◐ 4 running   ✔ 31  ✖ 2 in the last hour   ▁▂▅▃▂▁▁▃▇▅▂▁   ✔ 212  ✖ 9 in the last day`, as much as fits. */
export function summaryLine(
	{running, isRunningAtLeast = false, lastHour, lastDay, rate}: DeploymentSummary,
	width: number,
	context: Context,
): Line {
	const counted = (outcome: Outcome, value: number, isAtLeast: boolean, words: SafeText): Line => {
		const shape = shapeOf(outcome, context);
		const text: SafeSpan = {
			text: plain` ${countOrMore(value, isAtLeast)}${words}`,
			tone: value > 0 ? 'plain' : 'quiet',
		};
		return [value > 0 ? shape : {...shape, tone: 'quiet'}, text];
	};
	const both = ({good, bad, isAtLeast = false}: Counts, words: SafeText): Line => [
		...counted('good', good, isAtLeast, plain`  `),
		...counted('bad', bad, isAtLeast, plain``),
		{text: words, tone: 'quiet'},
	];
	return fittingParts(
		[
			{spans: counted('running', running, isRunningAtLeast, plain` running`), keep: 4},
			{spans: both(lastHour, plain` in the last hour`), keep: 3},
			{spans: [sparkline(rate, context)], keep: 1},
			{spans: both(lastDay, plain` in the last day`), keep: 2},
		],
		width,
	);
}
