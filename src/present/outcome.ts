import type {Deployment} from '../api/types.ts';
import {plain, safe} from '../base/text.ts';
import {type Outcome, outcomeNames, outcomeOf} from '../model/status-words.ts';
import type {Line, SafeSpan, Tone} from './line.ts';
import type {Column, RowContext} from './table.ts';

const looks: Readonly<Record<Outcome, {readonly shape: string; readonly ascii: string; readonly tone: Tone}>> = {
	waiting: {shape: '◌', ascii: '.', tone: 'quiet'},
	running: {shape: '◐', ascii: 'o', tone: 'busy'},
	good: {shape: '✔', ascii: '+', tone: 'good'},
	bad: {shape: '✖', ascii: 'x', tone: 'bad'},
	stopped: {shape: '⊘', ascii: '-', tone: 'stopped'},
	unknown: {shape: '◇', ascii: '?', tone: 'plain'},
};

export const toneOf = (outcome: Outcome): Tone => looks[outcome].tone;

/** Returns the tone of a status word beside the sign of its outcome. The sign has the colour already, so only failed and running words have one too. */
export const wordTone = (outcome: Outcome): Tone =>
	outcome === 'bad' || outcome === 'running' ? toneOf(outcome) : 'plain';

/** Returns the sign of an outcome, one cell wide, or its name for a screen reader. */
export const shapeOf = (outcome: Outcome, {isAscii, isSpoken}: Pick<RowContext, 'isAscii' | 'isSpoken'>): SafeSpan => {
	const {shape, ascii, tone} = looks[outcome];
	return {text: isSpoken ? outcomeNames[outcome] : safe(isAscii ? ascii : shape), tone};
};

/** The outcomes of the newest deployments as one character each, the newest last. They are given newest first. */
export function outcomeStrip(deployments: readonly Deployment[], width: number, context: RowContext): Line {
	const spans: SafeSpan[] = [];
	for (const deployment of deployments.slice(0, Math.max(0, Math.floor(width) || 0)).reverse()) {
		const {text, tone} = shapeOf(outcomeOf(deployment, context.wordMeanings), context);
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
	cell: ({recent}, context) => (context.isSpoken ? [] : outcomeStrip(recent, columnWidth, context)),
});
