import type {Deployment} from '../api/types.ts';
import {validTime} from '../deployment-times.ts';
import {type Outcome, outcomeOf} from '../status-words.ts';
import {plain, type SafeText} from '../text.ts';
import type {Context} from './column.ts';
import {countsOverTime, fittingParts, sparkline} from './drawing.ts';
import {countOrMore} from './format.ts';
import type {Line, SafeSpan} from './line.ts';
import {shapeOf} from './outcome.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const sparklineWidth = 12;

type Counts = {
	readonly good: number;
	readonly bad: number;
};

/** A count to which some that are not known may have to be added. */
type Uncertain = {readonly isAtLeast: boolean};

/** The figures above the board. */
type DeploymentSummary = {
	readonly running: number;
	readonly isRunningAtLeast: boolean;
	readonly lastHour: Counts & Uncertain;
	readonly lastDay: Counts & Uncertain;
	/** How many concluded in each twelfth of the last hour, the newest last. */
	readonly rate: readonly number[];
};

/** Returns how many deployments ended well and badly lately, of those that concluded. */
export function conclusionCounts(
	concluded: readonly Deployment[],
	{now, pins}: Pick<Context, 'now' | 'pins'>,
): {readonly lastHour: Counts; readonly lastDay: Counts; readonly rate: readonly number[]} {
	const countSince = (sinceMs: number): Counts => {
		const outcomes = concluded
			.filter(deployment => (validTime(deployment.concludedAt) ?? Number.NaN) > now - sinceMs)
			.map(deployment => outcomeOf(deployment, pins));
		return {good: countOf(outcomes, 'good'), bad: countOf(outcomes, 'bad')};
	};
	return {
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
	{running, isRunningAtLeast, lastHour, lastDay, rate}: DeploymentSummary,
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
	const both = ({good, bad, isAtLeast}: Counts & Uncertain, words: SafeText): Line => [
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
