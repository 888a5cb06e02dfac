import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	commandText,
	defaultRules,
	isNotified,
	notificationScopes,
	parseCommand,
	parseQuiet,
	quietText,
	rulesFrom,
	toSavedRules,
} from '../../src/model/notification-rules.ts';
import {wordMeaningsFrom} from '../../src/model/status-words.ts';

const at = (hour: number, minute = 0) => hour * 60 + minute;
const watched = {isWatched: true, isMine: false};

test.each([
	['22:00-7:00', at(22), at(7)],
	['22-7', at(22), at(7)],
	[' 9:30 – 17:05 ', at(9, 30), at(17, 5)],
])('"%s" is parsed as quiet hours', (text, from, until) => {
	expect(parseQuiet(text)).toEqual({quiet: {from, until}});
	expect(parseQuiet(quietText({quiet: {from, until}}))).toEqual({quiet: {from, until}});
});

test('blank text means no quiet hours, and any other is rejected', () => {
	expect(parseQuiet(' ')).toEqual({quiet: undefined});
	for (const text of ['24-7', '7', '7:60-8', 'at night', '-1-5', '22:00-7:00-8:00'])
		expect(parseQuiet(text), text).toBeUndefined();
});

test.each([
	[{from: at(22), until: at(7)}, at(23), false],
	[{from: at(22), until: at(7)}, at(6, 59), false],
	[{from: at(22), until: at(7)}, at(7), true],
	[{from: at(22), until: at(7)}, at(21, 59), true],
	[{from: at(9), until: at(17)}, at(12), false],
	[{from: at(9), until: at(17)}, at(8, 59), true],
	[{from: at(9), until: at(9)}, at(9), true],
])('with the quiet hours %o, a conclusion at minute %i is notified: %s', (quiet, minute, expected) => {
	expect(isNotified({...defaultRules, quiet}, watched, 'bad', minute)).toBe(expected);
});

test.each([
	['off', {isWatched: true, isMine: true}, false],
	['mine', {isWatched: true, isMine: false}, false],
	['mine', {isWatched: true, isMine: true}, true],
	['watched', {isWatched: false, isMine: false}, false],
	['watched', {isWatched: true, isMine: false}, true],
	['any', {isWatched: false, isMine: false}, true],
] as const)('with the scope %s, a conclusion with %o is notified: %s', (scope, what, expected) => {
	expect(isNotified({...defaultRules, scope}, what, 'good', 0)).toBe(expected);
});

test('notifying failures only includes every outcome that is not known to be good', () => {
	const rules = {...defaultRules, isOnlyBad: true};
	expect(['good', 'bad', 'stopped', 'unknown'].map(outcome => isNotified(rules, watched, outcome as never, 0))).toEqual(
		[false, true, true, true],
	);
});

test('a notification command is split into words, and only quotes are special', () => {
	expect(parseCommand(`notify-send "it landed" 'as $HOME' | rm *`)).toEqual([
		'notify-send',
		'it landed',
		'as $HOME',
		'|',
		'rm',
		'*',
	]);
	expect(parseCommand('  ')).toEqual([]);
});

const words = fc.array(fc.stringMatching(/^[a-z $'-]{1,12}$/), {maxLength: 4});

test('a notification command is displayed so that typing it gives the same command', () => {
	fc.assert(
		fc.property(words, command => {
			expect(parseCommand(commandText({command}))).toEqual(command);
		}),
	);
});

test('notification rules survive saving and restoring', () => {
	const rules = fc.record({
		scope: fc.constantFrom(...notificationScopes),
		isOnlyBad: fc.boolean(),
		quiet: fc.option(fc.record({from: fc.nat(1439), until: fc.nat(1439)}), {nil: undefined}),
		hasBell: fc.boolean(),
		hasTerminalNotification: fc.boolean(),
		command: fc.array(fc.string()),
	});
	fc.assert(
		fc.property(rules, saved => {
			expect(rulesFrom(JSON.parse(JSON.stringify(toSavedRules(saved))))).toEqual(saved);
		}),
	);
});

test('saved rules that switch off terminal notifications are understood', () => {
	expect(rulesFrom({hasNotices: false}).hasTerminalNotification).toBe(false);
	expect(toSavedRules({...rulesFrom({}), hasTerminalNotification: false})).toMatchObject({hasNotices: false});
});

test('any saved content gives valid notification rules and status meanings', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.anything()), saved => {
			expect(notificationScopes).toContain(rulesFrom(saved).scope);
			expect(Array.isArray(rulesFrom(saved).command)).toBe(true);
			wordMeaningsFrom(new Map(Object.entries(saved)));
		}),
	);
	const saved = new Map<string, unknown>([
		['fertig', 'good'],
		['kaputt', 'awful'],
		['x', 5],
		['__proto__', 'bad'],
	]);
	expect([...wordMeaningsFrom(saved)]).toEqual([
		['fertig', 'good'],
		['__proto__', 'bad'],
	]);
});
