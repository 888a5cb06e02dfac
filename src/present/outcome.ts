import type {Outcome} from '../status-words.ts';
import {safe} from '../text.ts';
import type {SafeSpan, Tone} from './line.ts';

const looks: Readonly<Record<Outcome, {readonly shape: string; readonly ascii: string; readonly tone: Tone}>> = {
	waiting: {shape: '◌', ascii: '.', tone: 'quiet'},
	running: {shape: '◐', ascii: 'o', tone: 'busy'},
	good: {shape: '✔', ascii: '+', tone: 'good'},
	bad: {shape: '✖', ascii: 'x', tone: 'bad'},
	stopped: {shape: '⊘', ascii: '-', tone: 'stopped'},
	unknown: {shape: '◇', ascii: '?', tone: 'plain'},
};

export const toneOf = (outcome: Outcome): Tone => looks[outcome].tone;

/** The tone of a word beside the sign of its outcome, which has the colour already: only what runs or failed stands out. */
export const wordTone = (outcome: Outcome): Tone =>
	outcome === 'bad' || outcome === 'running' ? toneOf(outcome) : 'plain';

/** The one cell that stands for an outcome. */
export const shapeOf = (outcome: Outcome, {isAscii}: {readonly isAscii: boolean}): SafeSpan => {
	const {shape, ascii, tone} = looks[outcome];
	return {text: safe(isAscii ? ascii : shape), tone};
};
