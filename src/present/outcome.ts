import type {Deployment} from '../api/types.ts';
import {type Outcome, outcomeOf, outcomeWord} from '../model/status-words.ts';
import {blankRow, drawnLine, put} from './drawing.ts';
import type {Line, SafeSpan, Tone} from './line.ts';
import {signSpan} from './signs.ts';
import {type Column, type RowContext, textOrNothing} from './table.ts';

const outcomeTones: Readonly<Record<Outcome, Tone>> = {
	waiting: 'quiet',
	running: 'busy',
	good: 'good',
	bad: 'bad',
	stopped: 'stopped',
	unknown: 'plain',
};

export const toneOf = (outcome: Outcome): Tone => outcomeTones[outcome];

/** Returns the tone of a status word beside the sign of its outcome. The sign has the colour already, so only failed and running words have one too. */
export const wordTone = (outcome: Outcome): Tone =>
	outcome === 'bad' || outcome === 'running' ? toneOf(outcome) : 'plain';

export const shapeOf = (outcome: Outcome, context: Pick<RowContext, 'isAscii'>) =>
	signSpan(outcome, toneOf(outcome), context);

export const signOf = (deployment: Deployment, context: RowContext) =>
	shapeOf(outcomeOf(deployment, context.wordMeanings), context);

export const wordSpan = (deployment: Deployment, context: RowContext): SafeSpan =>
	textOrNothing(outcomeWord(deployment), context, wordTone(outcomeOf(deployment, context.wordMeanings)));

const columnWidth = 12;

/** The outcomes of the newest deployments as one character each, the newest last. They are given newest first. */
function outcomeStrip(deployments: readonly Deployment[], context: RowContext): Line {
	const signs = deployments.slice(0, columnWidth).map(deployment => signOf(deployment, context));
	const row = blankRow(signs.length);
	for (const [at, {text, tone}] of signs.reverse().entries()) put(row, at, text, tone);
	return drawnLine(row);
}

export const outcomesColumn = (keep: number): Column<{readonly recent: readonly Deployment[]}> => ({
	name: 'last 12',
	width: columnWidth,
	keep,
	align: 'right',
	cell: ({recent}, context) => outcomeStrip(recent, context),
});
