import {isTexts} from '../base/json.ts';
import {type SafeText, safe} from '../base/text.ts';
import type {Conclusion} from './deployment-changes.ts';
import type {Outcome} from './status-words.ts';

/** Which conclusions cause a notification. `mine` are deployments triggered from this landfall. */
export type NotificationScope = 'off' | 'mine' | 'watched' | 'any';

export type NotificationRules = {
	readonly scope: NotificationScope;
	readonly isOnlyBad: boolean;
	readonly hasBell: boolean;
	/** Whether the terminal shows a notification, if it is known to, instead of ringing the bell. */
	readonly hasTerminalNotification: boolean;
	/** A program and its arguments, run for each conclusion. Empty for none. */
	readonly command: readonly string[];
};

export const defaultRules: NotificationRules = {
	scope: 'watched',
	isOnlyBad: false,
	hasBell: true,
	hasTerminalNotification: true,
	command: [],
};

export const notificationScopes: readonly NotificationScope[] = ['off', 'mine', 'watched', 'any'];

/** Whether to notify the user of a conclusion. */
export function isNotified(
	rules: NotificationRules,
	{isWatched, isMine}: Pick<Conclusion, 'isWatched' | 'isMine'>,
	outcome: Outcome,
): boolean {
	if (rules.isOnlyBad && outcome === 'good') return false;
	const isInScope: Readonly<Record<NotificationScope, boolean>> = {
		off: false,
		mine: isMine,
		watched: isWatched,
		any: true,
	};
	return isInScope[rules.scope];
}

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
	const {scope, isOnlyBad, hasBell, hasNotices, command} = saved;
	return {
		scope: notificationScopes.find(known => known === scope) ?? defaultRules.scope,
		isOnlyBad: isOnlyBad === true,
		hasBell: hasBell !== false,
		hasTerminalNotification: hasNotices !== false,
		command: isTexts(command) ? command : [],
	};
}

export const toSavedRules = ({hasTerminalNotification, ...rules}: NotificationRules): SavedRules => ({
	...rules,
	hasNotices: hasTerminalNotification,
});
