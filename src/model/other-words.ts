import {caseless, plain, type SafeText} from '../base/text.ts';
import {type CommandId, labelOf} from './commands.ts';
import {rankOf} from './query.ts';

const otherWords: Partial<Readonly<Record<CommandId, string>>> = {
	deploy: 'redeploy release ship publish trigger start restart retry rerun run',
	edit: 'rename change modify update',
	delete: 'remove rm destroy',
	add: 'create new init',
	watch: 'follow notify subscribe',
	'raw-record': 'describe inspect yaml json',
	copy: 'yank clipboard',
	'open-url': 'browse visit web',
	profiles: 'context cluster login account connect switch',
	notifications: 'alerts bell',
	compare: 'diff',
	versions: 'environments matrix',
	activity: 'events history',
	refresh: 'reload sync',
	filter: 'find grep',
	quit: 'exit',
};

export const missingThings: ReadonlyArray<{readonly words: string; readonly reason: SafeText}> = [
	{words: 'logs tail output console', reason: plain`The service has no logs`},
	{words: 'rollback undo revert promote', reason: plain`The service chooses the version of each deployment`},
	{words: 'kill cancel abort stop', reason: plain`The service cannot stop a deployment`},
	{words: 'shell exec ssh attach', reason: plain`The service gives no access to what runs`},
	{words: 'secrets variables scale replicas', reason: plain`The service has no such settings`},
];

export const wordFor = (words: string, typed: string): string | undefined =>
	words.split(' ').find(word => word === typed || (typed.length > 2 && word.startsWith(typed)));

/** A match in the other words ranks just below the same match in the name or label. */
export function rankOfCommand(id: CommandId | undefined, name: string, typed: string): number {
	if (id === undefined) return rankOf(name, typed);
	const word = wordFor(otherWords[id] ?? '', typed);
	const ofWord = word === undefined ? Number.POSITIVE_INFINITY : rankOf(word, typed) + 0.5;
	return Math.min(rankOf(name, typed), rankOf(caseless(labelOf(id)), typed), ofWord);
}
