import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cells, serviceText} from '../../src/base/text.ts';
import {
	meaningKey,
	noWordMeanings,
	type Outcome,
	outcomeOf,
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

test.each<[string, Outcome]>([
	['success', 'good'],
	['SUCCEEDED', 'good'],
	['deploy_succeeded', 'good'],
	['failure', 'bad'],
	['build-failed', 'bad'],
	['timed_out', 'bad'],
	['timedOut', 'bad'],
	['processing error', 'bad'],
	['failed: not found', 'bad'],
	['cancelled', 'stopped'],
	['canceled by user', 'stopped'],
	['skipped: no changes', 'stopped'],
	['pending', 'unknown'],
	['neutral', 'unknown'],
	['not ready', 'unknown'],
	['partial success', 'unknown'],
	['succeeded with errors', 'unknown'],
	['unsuccessful', 'unknown'],
	['fertig', 'unknown'],
	['constructor', 'unknown'],
	['42', 'unknown'],
])('the outcome of a deployment concluded as "%s" is %s', (word, outcome) => {
	expect(concluded(word)).toBe(outcome);
});

test.each<[word: string, meaning: Outcome | undefined, outcome: Outcome]>([
	['queued', undefined, 'waiting'],
	['Waiting for runner', undefined, 'waiting'],
	['building', undefined, 'running'],
	['in_progress', undefined, 'running'],
	['inProgress', undefined, 'running'],
	['Failed!', 'bad', 'bad'],
	['Failed!', 'good', 'good'],
	['Failed!', 'waiting', 'waiting'],
	['Failed!', 'unknown', 'running'],
])('the outcome of a deployment in progress with the status %s, classified as %s, is %s', (word, meaning, outcome) => {
	const meanings = meaning ? new Map([[meaningKey(word.toLowerCase()), meaning]]) : noWordMeanings;
	expect(inProgress(word, meanings)).toBe(outcome);
});

test.each<[string, Outcome]>([
	['active', 'good'],
	['archived', 'stopped'],
	['paused', 'stopped'],
	['error', 'bad'],
	['provisioning', 'running'],
	['pending', 'waiting'],
	['vintage', 'unknown'],
])('the outcome of a project with the status "%s" is %s', (word, outcome) => {
	expect(projectOutcome(serviceText(word))).toBe(outcome);
});

const outcomes: readonly Outcome[] = ['waiting', 'running', 'good', 'bad', 'stopped', 'unknown'];

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
