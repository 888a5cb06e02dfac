import {blanks, fit, plain, type SafeText, safe, wrapped} from '../base/text.ts';
import {commonWords, type Outcome, outcomeNames, outcomes} from '../model/status-words.ts';
import type {Line} from './line.ts';
import {shapeOf} from './outcome.ts';
import type {RowContext} from './table.ts';

/** A sign in a list besides those of outcomes. */
type LegendSign = {readonly unicode: string; readonly ascii: string; readonly meaning: string};

const watched: LegendSign = {unicode: '◉', ascii: '@', meaning: 'watched'};
const notRead: LegendSign = {unicode: '…', ascii: '...', meaning: 'deployments not read yet'};
const readSign: LegendSign = {unicode: 'READ', ascii: 'READ', meaning: 'how long ago landfall last read the row'};
const slow: LegendSign = {unicode: '2.2×', ascii: '2.2x', meaning: 'has taken 2.2 times as long as usual so far'};
const overtime: LegendSign = {unicode: '▓', ascii: '!', meaning: 'in a bar: longer than usual'};

const legendSigns: Readonly<Record<string, readonly LegendSign[]>> = {
	projects: [
		watched,
		{unicode: '•', ascii: '*', meaning: 'marked'},
		{unicode: '·', ascii: ':', meaning: 'no deployment read yet'},
		notRead,
		{...readSign, meaning: `${readSign.meaning}, project or deployments, whichever is older`},
		{unicode: '×', ascii: 'x', meaning: 'the project is gone'},
	],
	board: [
		watched,
		slow,
		overtime,
		{unicode: '✖2', ascii: 'x2', meaning: 'two earlier failures in the same environment'},
		{unicode: '500+', ascii: '500+', meaning: 'at least 500: the board has room for no more'},
		readSign,
	],
	deployments: [
		slow,
		{unicode: '3–9s', ascii: '3-9s', meaning: 'a stage that lasted at least 3 and at most 9 seconds'},
		{unicode: '··→', ascii: '..>', meaning: 'the next stage began at some time in 10 seconds or more without a read'},
		{unicode: 'OTHER', ascii: 'OTHER', meaning: 'cancelled or unknown: neither succeeded nor failed'},
		overtime,
		{unicode: '▒', ascii: '?', meaning: 'in a bar: time that was not observed'},
		{unicode: '▲', ascii: '^', meaning: 'in the chart: the selected deployment'},
		{unicode: '+9', ascii: '+9', meaning: 'in the chart: nine older deployments have no column'},
		{unicode: '↺', ascii: '%', meaning: 'no longer listed by the service'},
	],
	versions: [
		{unicode: '−3', ascii: '-3', meaning: 'three uploads behind the latest'},
		{unicode: '4h ago', ascii: '4h ago', meaning: 'when the deployment of that version ended'},
		{unicode: '◐v10', ascii: 'ov10', meaning: 'v10 is being deployed'},
		{unicode: '✖v31', ascii: 'xv31', meaning: 'v31 failed last, after the version that is live'},
		{unicode: '×2', ascii: 'x2', meaning: 'failed twice since what is live'},
		{unicode: '–', ascii: '-', meaning: 'nothing was deployed there'},
		{unicode: '?', ascii: '?', meaning: 'unknown: not among the deployments that were read'},
		notRead,
		{unicode: '▸', ascii: '>', meaning: 'the selected environment'},
		{unicode: '‹ ›', ascii: '< >', meaning: 'more environments on that side'},
	],
};

/** Returns what the signs in the lists of a screen mean, and which status words landfall takes for which outcome, in sections of entries. */
export function legendOf(
	screen: string,
	width: number,
	context: RowContext,
): ReadonlyArray<{readonly title: SafeText; readonly entries: ReadonlyArray<readonly Line[]>}> {
	const row = (sign: SafeText, text: SafeText): readonly Line[] =>
		wrapped(text, Math.max(1, width - signWidth)).map((part, index) => [
			{text: index === 0 ? fit(sign, signWidth) : blanks(signWidth), tone: 'accent'},
			{text: part, tone: 'plain'},
		]);
	const meanings = (outcome: Outcome, words: readonly string[]): SafeText =>
		safe(`${outcomeNames[outcome]}: ${words.join(', ')}`, 2000);
	const deploymentRow = (outcome: Outcome) => {
		const common = wordsIn('deployment', outcome).filter(word => !context.wordMeanings.has(word));
		const own = [...context.wordMeanings].flatMap(([word, meaning]) => (meaning === outcome ? [word] : []));
		const words = [...own, ...common, ...(outcome === 'unknown' ? ['any other word'] : [])];
		return row(shapeOf(outcome, context).text, meanings(outcome, words));
	};
	const projectRow = (outcome: Outcome) => {
		const asDeployment = wordsIn('deployment', outcome);
		const words = wordsIn('project', outcome).filter(word => !asDeployment.includes(word));
		return words.length > 0 ? row(plain``, meanings(outcome, words)) : [];
	};
	return [
		{
			title: plain`Signs`,
			entries: (legendSigns[screen] ?? []).map(({unicode, ascii, meaning}) =>
				row(safe(context.isAscii ? ascii : unicode), safe(meaning)),
			),
		},
		{title: plain`Status words of deployments`, entries: outcomes.map(deploymentRow)},
		{
			title: plain`Status words that mean something else for projects`,
			entries: outcomes.map(projectRow).filter(lines => lines.length > 0),
		},
	].filter(({entries}) => entries.length > 0);
}

const signWidth = 8;

const wordsIn = (kind: keyof typeof commonWords, outcome: Outcome): readonly string[] =>
	commonWords[kind][outcome]?.split(' ') ?? [];
