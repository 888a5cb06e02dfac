import {projectPath} from '../api/endpoint.ts';
import {pasteable, type SafeText, shellWord} from '../base/text.ts';
import {type Sort, typedSort} from './arrangement.ts';
import type {Connection} from './connection.ts';
import type {WatchedDeployment} from './watch.ts';

/** `true` is a flag. Leaves out an option without a value, or with an empty or a false one. */
export type CommandOptions = Readonly<Record<string, string | number | boolean | undefined>>;

const mayBeginWithMinus: readonly string[] = ['sort', 'json'];

function optionWords([name, value]: readonly [string, CommandOptions[string]]): readonly string[] {
	if (value === undefined || value === '' || value === false) return [];
	if (value === true) return [`--${name}`];
	// Joined with =, because a separate word with a minus would be taken for an option.
	const isJoined = String(value).startsWith('-') && !mayBeginWithMinus.includes(name);
	return [`--${name}${isJoined ? '=' : ' '}${shellWord(String(value))}`];
}

export function suggestedCommand(
	command: string,
	words: readonly string[],
	options: CommandOptions,
): SafeText | undefined {
	// An id may begin with a minus, but a single - means standard input.
	if (words.includes('') || words.includes('-')) return undefined;
	const hasMinus = words.some(word => word.startsWith('-'));
	const typed = words.map(shellWord);
	const others = Object.entries(options).flatMap(optionWords);
	const line = ['landfall', command, ...(hasMinus ? [...others, '--', ...typed] : [...typed, ...others])].join(' ');
	const text = pasteable(line);
	return text === line ? text : undefined;
}

type CommandTarget = Pick<Connection, 'baseUrl'> &
	Partial<Pick<Connection, 'profile' | 'isAtOtherAddress' | 'isDemo' | 'demoWorld'>>;

function targetOptions({profile, baseUrl, isAtOtherAddress, isDemo, demoWorld}: CommandTarget): CommandOptions {
	if (isDemo) return {demo: true, world: demoWorld};
	return {profile, ...((profile === undefined || isAtOtherAddress) && {'base-url': baseUrl})};
}

export const patchCommand = (projectId: string, file: string, target: CommandOptions): SafeText | undefined =>
	suggestedCommand('api', ['PATCH', projectPath(projectId)], {json: file, ...target});

export const listCommand = (target: CommandTarget, query: string, sort: Sort | undefined): SafeText | undefined =>
	suggestedCommand('ls', [], {filter: query.trim(), sort: sort && typedSort(sort), ...targetOptions(target)});

export const deploymentsCommand = (target: CommandTarget, projectId: string): SafeText | undefined =>
	suggestedCommand('ls', ['deployments', projectId], targetOptions(target));

/** Goes on with what is under way when landfall ends. One `wait` takes several projects. */
export function resumingCommands(
	{isWithoutJournal, ...target}: CommandTarget & Pick<Connection, 'isWithoutJournal'>,
	started: readonly WatchedDeployment[],
	isUnconfirmed: boolean,
): string {
	const options = targetOptions(target);
	const [first, ...others] = started;
	const projectIds = new Set(started.map(({projectId}) => shellWord(projectId)));
	const waitForAll = `printf '%s\\n' ${[...projectIds].join(' ')} | ${suggestedCommand('wait', [], {last: true, ...options})} -`;
	const wait = first && suggestedCommand('wait', [first.projectId, first.id], options);
	// Without a journal, nothing is known of the change.
	const reconcile = isUnconfirmed && !isWithoutJournal && suggestedCommand('reconcile', [], options);
	return [reconcile, others.length > 0 ? pasteable(waitForAll) : wait].filter(Boolean).join('; ');
}

export function recordCommand(
	target: CommandTarget,
	projectId: string,
	deploymentId: string | undefined,
	isWatched: boolean,
): SafeText | undefined {
	if (deploymentId !== undefined) return suggestedCommand('wait', [projectId, deploymentId], targetOptions(target));
	return suggestedCommand(isWatched ? 'watch' : 'get', [projectId], targetOptions(target));
}
