import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cells, serviceText} from '../../src/base/text.ts';
import {
	meaningKey,
	noWordMeanings,
	type Outcome,
	outcomeOf,
	outcomes,
	projectOutcome,
	unknownWord,
	type WordMeanings,
} from '../../src/model/status-words.ts';
import {shapeOf} from '../../src/present/outcome.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {bareDeployment} from '../present/records.ts';

const textOf = (word: string | undefined) => (word === undefined ? word : serviceText(word));

const inProgress = (word: string | undefined, meanings: WordMeanings) =>
	outcomeOf({status: textOf(word), conclusion: undefined, concludedAt: undefined}, meanings);

const outcomeIn = {
	concluded: (word: string | undefined) =>
		outcomeOf({status: serviceText('completed'), conclusion: textOf(word), concludedAt: 1}, noWordMeanings),
	'in progress': (word: string | undefined) => inProgress(word, noWordMeanings),
	project: (word: string | undefined) => projectOutcome(textOf(word)),
};

test.each<[what: keyof typeof outcomeIn, outcome: Outcome, words: ReadonlyArray<string | undefined>]>([
	['concluded', 'good', ['success', 'SUCCEEDED', 'deploy_succeeded']],
	['concluded', 'bad', ['failure', 'build-failed', 'timed_out', 'timedOut', 'processing error', 'failed: not found']],
	['concluded', 'stopped', ['cancelled', 'canceled by user', 'skipped: no changes']],
	['concluded', 'unknown', ['pending', 'building', 'neutral', 'not ready', 'unsuccessful', 'fertig', '42', undefined]],
	['concluded', 'unknown', ['partial success', 'succeeded with errors', 'failed, then cancelled', 'constructor']],
	['in progress', 'waiting', ['queued', 'Waiting for runner']],
	['in progress', 'running', ['building', 'in_progress', 'inProgress', undefined]],
	['project', 'good', ['active']],
	['project', 'stopped', ['archived', 'paused']],
	['project', 'bad', ['error']],
	['project', 'running', ['provisioning']],
	['project', 'waiting', ['pending']],
	['project', 'unknown', ['vintage', undefined]],
])('%s: the outcome is %s for each of %j', (what, outcome, words) => {
	expect(words.map(outcomeIn[what])).toEqual(words.map(() => outcome));
});

test.each<[word: string, meaning: Outcome, outcome: Outcome]>([
	['Failed!', 'bad', 'bad'],
	['Failed! ', 'good', 'good'],
	['Failed!', 'waiting', 'waiting'],
	['Failed!', 'unknown', 'running'],
])('a deployment in progress with the status %j, classified as %s, is %s', (word, meaning, outcome) => {
	expect(inProgress(word, new Map([[meaningKey('failed!'), meaning]]))).toBe(outcome);
});

test.each([true, false])('every outcome has its own symbol, one cell wide (ASCII: %s)', isAscii => {
	const shapes = outcomes.map(outcome => shapeOf(outcome, {isAscii}).text);
	expect(new Set(shapes).size).toBe(outcomes.length);
	expect(shapes.map(cells)).toEqual(outcomes.map(() => 1));
});

test.each(['', ' ', '\u200b', '\u2800'])('the user is not asked to classify an invisible word: %j', word => {
	const deployment = {...bareDeployment, conclusion: undefined, status: serviceText(word)};
	expect(unknownWord(deployment, noWordMeanings)).toBeUndefined();
	expect(unknownWord({...deployment, status: serviceText('Gefliest')}, noWordMeanings)).toBe('Gefliest');
});

test('any text has an outcome', {tags: ['fault-31']}, () => {
	fc.assert(fc.property(anyText(), text => outcomes.includes(outcomeIn.concluded(text))));
});
