import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	commandText,
	defaultRules,
	isNotified,
	notificationScopes,
	notifiesOfOthers,
	parseCommand,
	rulesFrom,
} from '../../src/model/notification-rules.ts';
import {toSavedMeanings, wordMeaningsFrom} from '../../src/model/status-words.ts';

const scopes = [...notificationScopes, '@prod'] as const;
const watched = {isWatched: true, isMine: false};

test.each([
	['off', {isWatched: true, isMine: true}, false],
	['mine', {isWatched: true, isMine: false}, false],
	['mine', {isWatched: true, isMine: true}, true],
	['watched', {isWatched: false, isMine: false}, false],
	['watched', {isWatched: true, isMine: false}, true],
	['any', {isWatched: false, isMine: false}, true],
	['@prod', {isWatched: false, isMine: false, isInFilter: true}, true],
	['@prod', {isWatched: true, isMine: false, isInFilter: false}, false],
	['@prod', {isWatched: true, isMine: false, isInFilter: undefined}, true],
] as const)('with the scope %s, a conclusion with %o notifies: %s', (scope, what, expected) => {
	const isInFilter = 'isInFilter' in what ? what.isInFilter : undefined;
	expect(isNotified({...defaultRules, scope}, what, 'good', isInFilter)).toBe(expected);
});

test('follows unwatched deployments for the scopes any and @filter', () => {
	expect(scopes.filter(scope => notifiesOfOthers({...defaultRules, scope}))).toEqual(['any', '@prod']);
});

test('failures only means every outcome but a success', () => {
	const rules = {...defaultRules, failuresOnly: true};
	const outcomes = ['good', 'bad', 'stopped', 'unknown'] as const;
	expect(outcomes.filter(outcome => isNotified(rules, watched, outcome))).toEqual(['bad', 'stopped', 'unknown']);
});

test('splits a notification command into words, in which only quotes are special', () => {
	const words = ['notify-send', 'it landed', 'as $HOME', '|', 'rm', '*'];
	expect(parseCommand(`notify-send "it landed" 'as $HOME' | rm *`)).toEqual(words);
	expect(parseCommand('  ')).toEqual([]);
	expect(parseCommand(commandText({command: ['say', '']}))).toEqual(['say', '']);
});

const words = fc.array(fc.stringMatching(/^[a-z $'-]{1,12}$/), {maxLength: 4});

test('shows a notification command so that typing it gives the same command', () => {
	fc.assert(
		fc.property(words, command => {
			expect(parseCommand(commandText({command}))).toEqual(command);
		}),
	);
});

test('reads valid notification rules and status meanings from any saved content', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.anything()), saved => {
			const {scope} = rulesFrom(saved);
			expect(notificationScopes.some(known => known === scope) || /^@./.test(scope)).toBe(true);
			wordMeaningsFrom(new Map(Object.entries(saved)));
		}),
	);
	for (const scope of scopes) {
		const rules = {scope, failuresOnly: true, bell: false, notifications: false, command: ['say', 'it']};
		expect(rulesFrom(rules)).toEqual(rules);
	}

	for (const scope of [undefined, '', '@', 'prod', 'x@prod', ['@prod']])
		expect(rulesFrom({scope})).toEqual(defaultRules);
	const saved = '{"fertig": "succeeded", "bereit": "good", "kaputt": "awful", "x": 5, "__proto__": "bad"}';
	const meanings = wordMeaningsFrom(new Map(Object.entries(JSON.parse(saved))));
	expect([...meanings].join(' ')).toBe('fertig,good bereit,good __proto__,bad');
	expect(wordMeaningsFrom(toSavedMeanings(meanings))).toEqual(meanings);
});
