import {type SafeText, safe} from '../base/text.ts';
import type {Conclusion} from './deployment-changes.ts';
import type {Outcome} from './status-words.ts';

/** Which conclusions cause a notification: a saved filter can say it, after `@`. `mine` are deployments triggered from this landfall. */
type NotificationScope = (typeof notificationScopes)[number] | `@${string}`;

export type NotificationRules = {
	readonly scope: NotificationScope;
	readonly isOnlyBad: boolean;
	readonly hasBell: boolean;
	/** Whether the terminal shows a notification, if it is known to, instead of ringing the bell. */
	readonly hasNotices: boolean;
	/** A program and its arguments, run for each conclusion. Empty for none. */
	readonly command: readonly string[];
};

export const defaultRules: NotificationRules = {
	scope: 'watched',
	isOnlyBad: false,
	hasBell: true,
	hasNotices: true,
	command: [],
};

export const notificationScopes = ['off', 'mine', 'watched', 'any'] as const;

const isNotificationScope = (saved: unknown): saved is NotificationScope =>
	notificationScopes.some(known => known === saved) || (typeof saved === 'string' && /^@./.test(saved));

/** Returns the saved filter that says what causes a notification. Undefined if none does. */
export const filterOfRules = ({scope}: Pick<NotificationRules, 'scope'>): string | undefined =>
	scope.startsWith('@') ? scope.slice(1) : undefined;

/** Whether deployments cause a notification that nobody watches. */
export const notifiesOfOthers = (rules: NotificationRules): boolean =>
	rules.scope === 'any' || filterOfRules(rules) !== undefined;

/** Whether to notify the user of a conclusion. `isInFilter` is undefined if the service has no filter of that name: then what is watched counts. */
export function isNotified(
	rules: NotificationRules,
	{isWatched, isMine}: Pick<Conclusion, 'isWatched' | 'isMine'>,
	outcome: Outcome,
	isInFilter?: boolean,
): boolean {
	if (rules.isOnlyBad && outcome === 'good') return false;
	const fixed = notificationScopes.find(known => known === rules.scope);
	return fixed ? {off: false, mine: isMine, watched: isWatched, any: true}[fixed] : (isInFilter ?? isWatched);
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

/** Completes saved rules, which have the right types. A scope that is not valid falls back to its default. */
export const rulesFrom = ({scope, ...saved}: Readonly<Record<string, unknown>>): NotificationRules => ({
	...defaultRules,
	...saved,
	...(isNotificationScope(scope) && {scope}),
});
