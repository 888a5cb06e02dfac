import type {Outcome, Pins} from '../../../status-words.ts';
import {type SafeText, safe} from '../../../text.ts';
import type {Conclusion} from './detected-changes.ts';

/** Which conclusions somebody wants to be told of. `mine` are those of deployments that were triggered from here. */
export type Scope = 'off' | 'mine' | 'watched' | 'any';

/** When and how a person is told that a deployment has concluded. */
export type NotificationRules = {
	readonly scope: Scope;
	/** Not of those that went well. */
	readonly isOnlyBad: boolean;
	/** Minutes after midnight, by the local clock, between which nothing is told; it may go over midnight. */
	readonly quiet: {readonly from: number; readonly until: number} | undefined;
	readonly hasBell: boolean;
	/** Notices of the terminal: OSC 9 and OSC 777. */
	readonly hasNotices: boolean;
	/** A program and its arguments, run for each conclusion. Empty for none. */
	readonly command: readonly string[];
};

export const defaultRules: NotificationRules = {
	scope: 'watched',
	isOnlyBad: false,
	quiet: undefined,
	hasBell: true,
	hasNotices: true,
	command: [],
};

export const scopes: readonly Scope[] = ['off', 'mine', 'watched', 'any'];

const dayMinutes = 24 * 60;

/** Whether a moment of the local day, in minutes after midnight, lies in the quiet hours. */
function isQuietAt({quiet}: Pick<NotificationRules, 'quiet'>, minute: number): boolean {
	if (!quiet || quiet.from === quiet.until) return false;
	const {from, until} = quiet;
	return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** Whether somebody is to be told of a conclusion now. */
export function isNotified(
	rules: NotificationRules,
	{isWatched, isMine}: Pick<Conclusion, 'isWatched' | 'isMine'>,
	outcome: Outcome,
	minute: number,
): boolean {
	if (rules.isOnlyBad && outcome === 'good') return false;
	if (isQuietAt(rules, minute)) return false;
	const told: Readonly<Record<Scope, boolean>> = {off: false, mine: isMine, watched: isWatched, any: true};
	return told[rules.scope];
}

/** Quiet hours as they are typed: `22:00-7:00`; empty for none. Undefined for what is neither. */
export function parseQuiet(text: string): {readonly quiet: NotificationRules['quiet']} | undefined {
	if (text.trim() === '') return {quiet: undefined};
	const [, ...parts] = /^\s*(\d{1,2})(?::(\d\d))?\s*[-–]\s*(\d{1,2})(?::(\d\d))?\s*$/.exec(text) ?? [];
	if (parts.length === 0) return undefined;
	const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = parts.map(part => Number(part ?? 0));
	const quiet = {from: fromHour * 60 + fromMinute, until: untilHour * 60 + untilMinute};
	const isTime = (minute: number, minutes: number) => minute < dayMinutes && minutes < 60;
	return isTime(quiet.from, fromMinute) && isTime(quiet.until, untilMinute) ? {quiet} : undefined;
}

const clock = (minute: number): string => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

export const quietText = ({quiet}: Pick<NotificationRules, 'quiet'>): SafeText =>
	safe(quiet ? `${clock(quiet.from)}-${clock(quiet.until)}` : '');

/** A command as it is typed, in words; quotation marks hold words together. There is no shell: nothing else has a meaning. */
export const parseCommand = (text: string): readonly string[] =>
	[...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

export const commandText = ({command}: Pick<NotificationRules, 'command'>): SafeText =>
	safe(
		command
			.map(word => (word === '' || /["'\s]/.test(word) ? (word.includes('"') ? `'${word}'` : `"${word}"`) : word))
			.join(' '),
		500,
	);

/** The rules as they were kept. What makes no sense is as it is by default. */
export function rulesFrom(kept: Partial<Readonly<Record<keyof NotificationRules, unknown>>>): NotificationRules {
	const {scope, isOnlyBad, quiet, hasBell, hasNotices, command} = kept;
	const {quiet: hours} = (typeof quiet === 'string' ? parseQuiet(quiet) : undefined) ?? {quiet: undefined};
	const isCommand = Array.isArray(command) && command.every(word => typeof word === 'string');
	return {
		scope: scopes.find(known => known === scope) ?? defaultRules.scope,
		isOnlyBad: isOnlyBad === true,
		quiet: hours,
		hasBell: hasBell !== false,
		hasNotices: hasNotices !== false,
		command: isCommand ? command : [],
	};
}

/** The rules as they are kept: `rulesFrom` gives them back. */
export const keptRules = (rules: NotificationRules): Readonly<Record<keyof NotificationRules, unknown>> => ({
	...rules,
	quiet: quietText(rules),
});

const outcomes: readonly Outcome[] = ['waiting', 'running', 'good', 'bad', 'stopped', 'unknown'];

/** What words mean as it was kept, without what makes no sense. */
export const pinsFrom = (kept: ReadonlyMap<string, unknown>): Pins =>
	new Map(
		[...kept].flatMap(([word, meaning]) => {
			const outcome = outcomes.find(known => known === meaning);
			return outcome ? [[word, outcome] as const] : [];
		}),
	);
