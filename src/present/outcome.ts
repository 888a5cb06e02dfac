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

/** Returns the tone of a status word beside the sign of its outcome. The sign has the colour already, so only failed and running words have one too. */
export const wordTone = (outcome: Outcome): Tone =>
	outcome === 'bad' || outcome === 'running' ? toneOf(outcome) : 'plain';

/** Returns the sign of an outcome, one cell wide. */
export const shapeOf = (outcome: Outcome, {isAscii}: {readonly isAscii: boolean}): SafeSpan => {
	const {shape, ascii, tone} = looks[outcome];
	return {text: safe(isAscii ? ascii : shape), tone};
};
