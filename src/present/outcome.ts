import type {Deployment} from '../api/types.ts';
import {type Outcome, outcomeNames, outcomeOf, outcomeWord} from '../model/status-words.ts';
import {blankRow, drawnLine, put} from './drawing.ts';
import type {Line, SafeSpan, Tone} from './line.ts';
import {type Column, type RowContext, signIn, textOrNothing} from './table.ts';

const looks: Readonly<Record<Outcome, {readonly unicode: string; readonly ascii: string; readonly tone: Tone}>> = {
	waiting: {unicode: '◌', ascii: '.', tone: 'quiet'},
	running: {unicode: '◐', ascii: 'o', tone: 'busy'},
	good: {unicode: '✔', ascii: '+', tone: 'good'},
	bad: {unicode: '✖', ascii: 'x', tone: 'bad'},
	stopped: {unicode: '⊘', ascii: '-', tone: 'stopped'},
	unknown: {unicode: '◇', ascii: '?', tone: 'plain'},
};

export const toneOf = (outcome: Outcome): Tone => looks[outcome].tone;

/** Returns the tone of a status word beside the sign of its outcome. The sign has the colour already, so only failed and running words have one too. */
export const wordTone = (outcome: Outcome): Tone =>
	outcome === 'bad' || outcome === 'running' ? toneOf(outcome) : 'plain';

/** Returns the sign of an outcome, one cell wide, or its name for a screen reader. */
export const shapeOf = (outcome: Outcome, context: Pick<RowContext, 'isAscii' | 'isSpoken'>): SafeSpan => {
	const {unicode, ascii, tone} = looks[outcome];
	return {text: signIn({unicode, ascii, spoken: outcomeNames[outcome]}, context), tone};
};

export const signOf = (deployment: Deployment, context: RowContext): SafeSpan =>
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
	title: 'LAST 12',
	width: columnWidth,
	keep,
	align: 'right',
	cell: ({recent}, context) => (context.isSpoken ? [] : outcomeStrip(recent, context)),
});
