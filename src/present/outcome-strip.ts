import type {Deployment} from '../api/types.ts';
import {outcomeOf} from '../status-words.ts';
import {plain} from '../text.ts';
import type {Column, Context} from './column.ts';
import type {Line, SafeSpan} from './line.ts';
import {shapeOf} from './outcome.ts';

/** The outcomes of the newest deployments as one character each, the newest last. They are given newest first. */
export function outcomeStrip(deployments: readonly Deployment[], width: number, context: Context): Line {
	const spans: SafeSpan[] = [];
	for (const deployment of deployments.slice(0, Math.max(0, Math.floor(width) || 0)).reverse()) {
		const {text, tone} = shapeOf(outcomeOf(deployment, context.pins), context);
		const last = spans.at(-1);
		// Neighbours of the same tone are one span, because each span costs escape sequences.
		if (last?.tone === tone) spans[spans.length - 1] = {text: plain`${last.text}${text}`, tone};
		else spans.push({text, tone});
	}

	return spans;
}

/** How many deployments the column of a list shows. */
const columnWidth = 12;

/** A column with the outcomes of the newest deployments of a project, the newest at the right. */
export const outcomesColumn = (keep: number): Column<{readonly recent: readonly Deployment[]}> => ({
	title: 'LAST 12',
	width: columnWidth,
	keep,
	align: 'right',
	cell: ({recent}, context) => outcomeStrip(recent, columnWidth, context),
});
