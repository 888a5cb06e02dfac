import {blanks, fit, plain, type SafeText, safe, wrapped} from '../base/text.ts';
import {commonWords, type Outcome, outcomeNames, outcomes} from '../model/status-words.ts';
import type {Line} from './line.ts';
import {shapeOf} from './outcome.ts';
import {type SignName, signText} from './signs.ts';
import type {RowContext} from './table.ts';

type LegendEntry = readonly [sign: SafeText, meaning: string];

function legendSigns(context: RowContext): Readonly<Record<string, readonly LegendEntry[]>> {
	const sign = (name: SignName) => signText(name, context);
	const watched: LegendEntry = [sign('watched'), 'watched'];
	const notRead: LegendEntry = [sign('not read'), 'deployments not read yet'];
	const readMeaning = 'how long ago landfall last read the row';
	const slow: LegendEntry = [plain`2.2${sign('times')}`, 'has taken 2.2 times as long as usual so far'];
	const overtime: LegendEntry = [sign('bar, slow'), 'in a bar: longer than usual'];
	return {
		projects: [
			watched,
			[sign('marked'), 'marked'],
			[sign('no deployment read'), 'no deployment read yet'],
			notRead,
			[plain`READ`, `${readMeaning}, project or deployments, whichever is older`],
			[sign('gone'), 'the project is gone'],
		],
		board: [
			watched,
			slow,
			overtime,
			[plain`${sign('bad')}2`, 'two earlier failures in the same environment'],
			[plain`500+`, 'at least 500: the board shows no more'],
			[plain`READ`, readMeaning],
		],
		deployments: [
			slow,
			[plain`3–9s`, 'a stage that lasted at least 3 and at most 9 seconds'],
			[sign('next, unobserved'), 'the next stage began during 10 seconds or more without a read'],
			[plain`OTHER`, 'cancelled or unknown: neither succeeded nor failed'],
			overtime,
			[sign('bar, unobserved'), 'in a bar: time that was not observed'],
			[sign('selected above'), 'in the chart: the selected deployment'],
			[plain`+9`, 'in the chart: nine older deployments are not shown'],
			[sign('no longer listed'), 'no longer listed by the service'],
		],
		versions: [
			[plain`${sign('minus')}3`, 'three uploads behind the latest'],
			[plain`4h ago`, 'how long ago that version was deployed'],
			[plain`${sign('running')}v10`, 'v10 is being deployed'],
			[plain`${sign('bad')}v31`, 'v31 failed last, after the live version'],
			[plain`${sign('times')}2`, 'failed twice since the live version'],
			[sign('nothing'), 'nothing was deployed there'],
			[plain`?`, 'unknown: not among the deployments that were read'],
			notRead,
			[sign('selected here'), 'the selected environment'],
			[plain`${sign('more before')} ${sign('more after')}`, 'more environments on that side'],
		],
	};
}

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
			entries: (legendSigns(context)[screen] ?? []).map(([sign, meaning]) => row(sign, safe(meaning))),
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
