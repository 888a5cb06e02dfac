import {isTexts} from '../base/json.ts';
import {type SafeText, safe} from '../base/text.ts';
import type {Conclusion} from './deployment-changes.ts';
import type {Outcome} from './status-words.ts';

/** Which conclusions cause a notification. `mine` are deployments triggered from this landfall. */
export type NotificationScope = 'off' | 'mine' | 'watched' | 'any';

export type NotificationRules = {
	readonly scope: NotificationScope;
	readonly isOnlyBad: boolean;
	/** Quiet hours without notifications, in minutes after midnight by the local clock. They may span midnight. */
	readonly quiet: {readonly from: number; readonly until: number} | undefined;
	readonly hasBell: boolean;
	/** Whether the terminal shows a notification, if it is known to, instead of ringing the bell. */
	readonly hasTerminalNotification: boolean;
	/** A program and its arguments, run for each conclusion. Empty for none. */
	readonly command: readonly string[];
};

export const defaultRules: NotificationRules = {
	scope: 'watched',
	isOnlyBad: false,
	quiet: undefined,
	hasBell: true,
	hasTerminalNotification: true,
	command: [],
};

export const notificationScopes: readonly NotificationScope[] = ['off', 'mine', 'watched', 'any'];

const minutesPerDay = 24 * 60;

/** Whether a local time, in minutes after midnight, lies within the quiet hours. */
function isQuietAt({quiet}: Pick<NotificationRules, 'quiet'>, minute: number): boolean {
	if (!quiet || quiet.from === quiet.until) return false;
	const {from, until} = quiet;
	return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** Whether to notify the user of a conclusion. `minute` is the local time in minutes after midnight. */
export function isNotified(
	rules: NotificationRules,
	{isWatched, isMine}: Pick<Conclusion, 'isWatched' | 'isMine'>,
	outcome: Outcome,
	minute: number,
): boolean {
	if (rules.isOnlyBad && outcome === 'good') return false;
	if (isQuietAt(rules, minute)) return false;
	const isInScope: Readonly<Record<NotificationScope, boolean>> = {
		off: false,
		mine: isMine,
		watched: isWatched,
		any: true,
	};
	return isInScope[rules.scope];
}

/** Parses quiet hours such as `22:00-7:00`. Blank text gives `{quiet: undefined}`; invalid text gives undefined. */
export function parseQuiet(text: string): {readonly quiet: NotificationRules['quiet']} | undefined {
	if (text.trim() === '') return {quiet: undefined};
	const [, ...parts] = /^\s*(\d{1,2})(?::(\d\d))?\s*[-–]\s*(\d{1,2})(?::(\d\d))?\s*$/.exec(text) ?? [];
	if (parts.length === 0) return undefined;
	const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = parts.map(part => Number(part ?? 0));
	const quiet = {from: fromHour * 60 + fromMinute, until: untilHour * 60 + untilMinute};
	const isTime = (minuteOfDay: number, minutes: number) => minuteOfDay < minutesPerDay && minutes < 60;
	return isTime(quiet.from, fromMinute) && isTime(quiet.until, untilMinute) ? {quiet} : undefined;
}

const clock = (minute: number): string => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;

export const quietText = ({quiet}: Pick<NotificationRules, 'quiet'>): SafeText =>
	safe(quiet ? `${clock(quiet.from)}-${clock(quiet.until)}` : '');

/** Splits a command line into words. Quotes group words; nothing else is special, because no shell runs it. */
export const parseCommand = (text: string): readonly string[] =>
	[...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

export const commandText = ({command}: Pick<NotificationRules, 'command'>): SafeText =>
	safe(
		command
			.map(word => (word === '' || /["'\s]/.test(word) ? (word.includes('"') ? `'${word}'` : `"${word}"`) : word))
			.join(' '),
		500,
	);

/** The rules as they are saved. There, `hasTerminalNotification` is named `hasNotices`. */
type SavedRules = Readonly<Record<Exclude<keyof NotificationRules, 'hasTerminalNotification'> | 'hasNotices', unknown>>;

/** Restores saved rules. An invalid value falls back to its default. */
export function rulesFrom(saved: Partial<SavedRules>): NotificationRules {
	const {scope, isOnlyBad, quiet, hasBell, hasNotices, command} = saved;
	const {quiet: hours} = (typeof quiet === 'string' ? parseQuiet(quiet) : undefined) ?? {quiet: undefined};
	return {
		scope: notificationScopes.find(known => known === scope) ?? defaultRules.scope,
		isOnlyBad: isOnlyBad === true,
		quiet: hours,
		hasBell: hasBell !== false,
		hasTerminalNotification: hasNotices !== false,
		command: isTexts(command) ? command : [],
	};
}

export const toSavedRules = ({hasTerminalNotification, ...rules}: NotificationRules): SavedRules => ({
	...rules,
	quiet: quietText(rules),
	hasNotices: hasTerminalNotification,
});
