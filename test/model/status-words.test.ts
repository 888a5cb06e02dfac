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

const concluded = (word: string) =>
	outcomeOf({status: serviceText('completed'), conclusion: serviceText(word), concludedAt: 1}, noWordMeanings);
const inProgress = (word: string, meanings: WordMeanings) =>
	outcomeOf({status: serviceText(word), conclusion: undefined, concludedAt: undefined}, meanings);

test.each<[outcome: Outcome, words: readonly string[]]>([
	['good', ['success', 'SUCCEEDED', 'deploy_succeeded']],
	['bad', ['failure', 'build-failed', 'timed_out', 'timedOut', 'processing error', 'failed: not found']],
	['stopped', ['cancelled', 'canceled by user', 'skipped: no changes']],
	['unknown', ['pending', 'building', 'neutral', 'not ready', 'partial success', 'unsuccessful', 'fertig', '42']],
	['unknown', ['succeeded with errors', 'failed, then cancelled', 'constructor']],
])('the outcome is %s for a deployment that has concluded as any of %j', (outcome, words) => {
	expect(words.map(concluded)).toEqual(words.map(() => outcome));
});

test.each<[word: string, meaning: Outcome | undefined, outcome: Outcome]>([
	['queued', undefined, 'waiting'],
	['Waiting for runner', undefined, 'waiting'],
	['building', undefined, 'running'],
	['in_progress', undefined, 'running'],
	['inProgress', undefined, 'running'],
	['Failed!', 'bad', 'bad'],
	['Failed! ', 'good', 'good'],
	['Failed!', 'waiting', 'waiting'],
	['Failed!', 'unknown', 'running'],
])('the outcome of a deployment in progress with the status %s, classified as %s, is %s', (word, meaning, outcome) => {
	const meanings = meaning ? new Map([[meaningKey(word.trim().toLowerCase()), meaning]]) : noWordMeanings;
	expect(inProgress(word, meanings)).toBe(outcome);
});

test.each<[outcome: Outcome, words: ReadonlyArray<string | undefined>]>([
	['good', ['active']],
	['stopped', ['archived', 'paused']],
	['bad', ['error']],
	['running', ['provisioning']],
	['waiting', ['pending']],
	['unknown', ['vintage', undefined]],
])('the outcome is %s for a project with any status of %j', (outcome, words) => {
	expect(words.map(word => projectOutcome(word === undefined ? word : serviceText(word)))).toEqual(
		words.map(() => outcome),
	);
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
	fc.assert(fc.property(anyText(), text => outcomes.includes(concluded(text))));
});
