import {type SafeText, safe} from '../base/text.ts';
import type {Conclusion} from './deployment-changes.ts';
import type {Outcome} from './status-words.ts';

/** `mine`: deployments started from this landfall. `@` begins the name of a saved filter. */
type NotificationScope = (typeof notificationScopes)[number] | `@${string}`;

export type NotificationRules = {
	readonly scope: NotificationScope;
	readonly failuresOnly: boolean;
	readonly bell: boolean;
	/** Shows notifications instead of ringing the bell, in terminals known to show them. */
	readonly notifications: boolean;
	readonly command: readonly string[];
};

export const defaultRules: NotificationRules = {
	scope: 'watched',
	failuresOnly: false,
	bell: true,
	notifications: true,
	command: [],
};

export const notificationScopes = ['off', 'mine', 'watched', 'any'] as const;

const isNotificationScope = (saved: unknown): saved is NotificationScope =>
	notificationScopes.some(known => known === saved) || (typeof saved === 'string' && /^@./.test(saved));

export const filterOfRules = ({scope}: Pick<NotificationRules, 'scope'>): string | undefined =>
	scope.startsWith('@') ? scope.slice(1) : undefined;

export const notifiesOfOthers = (rules: NotificationRules): boolean =>
	rules.scope === 'any' || filterOfRules(rules) !== undefined;

/** `isInFilter`: undefined if the service has no filter of that name. In that case watched deployments count. */
export function isNotified(
	rules: NotificationRules,
	{isWatched, isMine}: Pick<Conclusion, 'isWatched' | 'isMine'>,
	outcome: Outcome,
	isInFilter?: boolean,
): boolean {
	if (rules.failuresOnly && outcome === 'good') return false;
	const fixed = notificationScopes.find(known => known === rules.scope);
	return fixed ? {off: false, mine: isMine, watched: isWatched, any: true}[fixed] : (isInFilter ?? isWatched);
}

/** Quotes group words. No other character is special, because no shell runs the command. */
export const parseCommand = (text: string): readonly string[] =>
	[...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

export const commandText = ({command}: Pick<NotificationRules, 'command'>): SafeText =>
	safe(
		command
			.map(word => (word === '' || /["'\s]/.test(word) ? (word.includes('"') ? `'${word}'` : `"${word}"`) : word))
			.join(' '),
		500,
	);

export const rulesFrom = ({scope, ...saved}: Readonly<Record<string, unknown>>): NotificationRules => ({
	...defaultRules,
	...saved,
	...(isNotificationScope(scope) && {scope}),
});
