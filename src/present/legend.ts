import {blanks, fit, plain, type SafeText, safe} from '../base/text.ts';
import {commonWords, type Outcome, outcomeNames} from '../model/status-words.ts';
import {type Line, wrapped} from './line.ts';
import {shapeOf} from './outcome.ts';
import {type RowContext, signIn} from './table.ts';

/** A sign in a list besides those of outcomes. `spoken` is also what it means. */
type Sign = {readonly unicode: string; readonly ascii: string; readonly spoken: string};

const watched: Sign = {unicode: '◉', ascii: '@', spoken: 'watched'};
const notRead: Sign = {unicode: '…', ascii: '...', spoken: 'deployments not read yet'};
const slow: Sign = {unicode: '2.2×', ascii: '2.2x', spoken: 'has taken 2.2 times as long as usual so far'};

const signs: Readonly<Record<string, readonly Sign[]>> = {
	projects: [watched, notRead],
	board: [
		watched,
		slow,
		{unicode: '█▓▒░', ascii: '#%=-', spoken: 'stages on the time axis, the last one darkest'},
		{unicode: '┈', ascii: '.', spoken: 'time that was not observed'},
		{unicode: '‹', ascii: '<', spoken: 'began before the time axis'},
		{unicode: '~', ascii: '~', spoken: 'ended at an unknown time'},
	],
	deployments: [
		slow,
		{unicode: '┊', ascii: '|', spoken: 'in a bar: the median, and what 9 of 10 stay below'},
		{unicode: '▒', ascii: '?', spoken: 'in a bar: time that was not observed'},
	],
	versions: [
		{unicode: '−3', ascii: '-3', spoken: 'three uploads behind the latest'},
		{unicode: '×2', ascii: 'x2', spoken: 'failed twice since what is live'},
		{unicode: '?', ascii: '?', spoken: 'unknown: not among the deployments that were read'},
		notRead,
		{unicode: '‹ ›', ascii: '< >', spoken: 'more environments on that side'},
	],
};

/** Returns what the signs in the lists of a screen mean, and which status words landfall takes for which outcome, in sections. */
export function legendOf(
	screen: string,
	width: number,
	context: RowContext,
): ReadonlyArray<{readonly title: SafeText; readonly lines: readonly Line[]}> {
	const row = (sign: SafeText, text: SafeText): readonly Line[] =>
		wrapped(text, Math.max(1, width - signWidth)).map((part, index) => [
			{text: index === 0 ? fit(sign, signWidth) : blanks(signWidth), tone: 'accent'},
			{text: part, tone: 'plain'},
		]);
	const wordRows = (words: Partial<Readonly<Record<Outcome, string>>>) =>
		Object.entries(words).flatMap(([name, list]) => {
			const outcome = name as Outcome;
			return row(shapeOf(outcome, context).text, safe(`${outcomeNames[outcome]}: ${list.replaceAll(' ', ', ')}`, 2000));
		});
	const own = context.isSpoken ? [] : (signs[screen] ?? []);
	return [
		{title: plain`Signs`, lines: own.flatMap(sign => row(signIn(sign, context), safe(sign.spoken)))},
		{title: plain`Status words of deployments`, lines: wordRows(commonWords.deployment)},
		{title: plain`Status words of projects`, lines: wordRows(commonWords.project)},
	].filter(({lines}) => lines.length > 0);
}

const signWidth = 6;
