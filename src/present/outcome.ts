import type {Deployment} from '../api/types.ts';
import {plain, type SafeText} from '../base/text.ts';
import type {WindowCounts} from '../model/journal-snapshot.ts';
import {type Outcome, outcomeOf, outcomeWord} from '../model/status-words.ts';
import {blankDrawing, drawnLine, put} from './drawing.ts';
import {countOrMore} from './format.ts';
import type {Line, SafeSpan, Tone} from './line.ts';
import {signSpan} from './signs.ts';
import {type RowContext, textOrNothing} from './table.ts';

const outcomeTones: Readonly<Record<Outcome, Tone>> = {
	waiting: 'quiet',
	running: 'busy',
	good: 'good',
	bad: 'bad',
	stopped: 'stopped',
	unknown: 'plain',
};

export const toneOf = (outcome: Outcome): Tone => outcomeTones[outcome];

/** The tone of a status word beside its sign. The sign already has the colour, so only failed and running words have one, too. */
export const wordTone = (outcome: Outcome): Tone =>
	outcome === 'bad' || outcome === 'running' ? toneOf(outcome) : 'plain';

export const shapeOf = (outcome: Outcome, context: Pick<RowContext, 'isAscii'>) =>
	signSpan(outcome, toneOf(outcome), context);

/** `✖2 ◐4 `, with a plus where there may be more. Empty if none has failed or is in progress. */
export function countsText({failed, running, isComplete}: WindowCounts, style: Pick<RowContext, 'isAscii'>): SafeText {
	const part = (outcome: 'bad' | 'running', count: number) =>
		count > 0 ? plain`${shapeOf(outcome, style).text}${countOrMore(count, !isComplete)} ` : plain``;
	return plain`${part('bad', failed)}${part('running', running)}`;
}

export const signOf = (deployment: Deployment, context: RowContext) =>
	shapeOf(outcomeOf(deployment, context.wordMeanings), context);

export const wordSpan = (deployment: Deployment, context: RowContext): SafeSpan =>
	textOrNothing(outcomeWord(deployment), context, wordTone(outcomeOf(deployment, context.wordMeanings)));

const stripWidth = 12;

/** One character per deployment. Takes them newest first and shows the newest last. */
function outcomeStrip(deployments: readonly Deployment[], context: RowContext): Line {
	const signs = deployments.slice(0, stripWidth).map(deployment => signOf(deployment, context));
	const drawing = blankDrawing(signs.length);
	for (const [at, {text, tone}] of signs.reverse().entries()) put(drawing, at, text, tone);
	return drawnLine(drawing);
}

export const outcomesColumn = {
	name: 'last 12',
	width: stripWidth,
	align: 'right',
	cell: ({recent}: {readonly recent: readonly Deployment[]}, context: RowContext) => outcomeStrip(recent, context),
} as const;
