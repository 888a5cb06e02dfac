import {encodeChanges} from '../../../api/decode/decode.ts';
import {shellWord} from '../../../shell-word.ts';
import type {Connection} from '../../../store/model/connection.ts';
import {type Sort, typedSort} from '../../../store/model/deployments/arrangement.ts';
import {emptyBody} from '../../../store/model/writes/confirmation.ts';
import type {Done} from '../../../store/model/writes/write-intent.ts';
import {pasteable} from '../../../text.ts';

/** The service that a command talks to. */
type Target = Pick<Connection, 'baseUrl'> & Partial<Pick<Connection, 'profile' | 'isDemo'>>;

/** An option with its value. */
type Option = readonly [name: string, value: string];

/** The options whose value may begin with a minus. */
const takesMinus: readonly string[] = ['sort', 'json'];

function optionWords([name, value]: Option): string {
	// As a separate word, a value that begins with a minus would be taken for an option.
	return value.startsWith('-') && !takesMinus.includes(name)
		? `--${name}=${shellWord(value)}`
		: `--${name} ${shellWord(value)}`;
}

function targetOption({profile, baseUrl, isDemo}: Target): string {
	if (isDemo) return '--demo';
	return optionWords(profile === undefined ? ['base-url', baseUrl] : ['profile', profile]);
}

/** Builds a command that does the same on any machine with the key. Undefined if an argument or value cannot be written in a line. */
function commandLine(
	target: Target,
	[command, ...given]: readonly string[],
	options: readonly Option[] = [],
): string | undefined {
	// An id may begin with a minus, and - would be standard input.
	if (given.includes('') || given.includes('-') || options.some(([, value]) => value === '')) return undefined;
	const hasMinus = given.some(word => word.startsWith('-'));
	const words = given.map(shellWord);
	const others = [...options.map(optionWords), targetOption(target)];
	const line = ['landfall', command, ...(hasMinus ? [...others, '--', ...words] : [...words, ...others])].join(' ');
	return pasteable(line) === line ? line : undefined;
}

/** Returns the command that lists the same projects in the same order. */
export function listCommand(target: Target, query: string, sort: Sort | undefined): string | undefined {
	const options: Option[] = [];
	if (query.trim() !== '') options.push(['filter', query.trim()]);
	if (sort) options.push(['sort', typedSort(sort)]);
	return commandLine(target, ['ls'], options);
}

/** Returns the command that lists the deployments of a project. */
export const deploymentsCommand = (target: Target, projectId: string): string | undefined =>
	commandLine(target, ['ls', 'deployments', projectId]);

/** Returns the command that waits for a deployment, follows a watched project, or prints a project. */
export function subjectCommand(
	target: Target,
	{
		projectId,
		deploymentId,
		isWatched,
	}: {
		readonly projectId: string;
		readonly deploymentId: string | undefined;
		readonly isWatched: boolean;
	},
): string | undefined {
	if (deploymentId !== undefined) return commandLine(target, ['wait', projectId, deploymentId]);
	return commandLine(target, [isWatched ? 'watch' : 'get', projectId]);
}

/** Prints a text into the command that follows. */
const piped = (text: string, command: string | undefined): string | undefined =>
	command === undefined || pasteable(text) !== text ? undefined : `printf %s ${shellWord(text)} | ${command}`;

/** Returns the command that makes a change again. */
export function writeCommand(target: Target, done: Done): string | undefined {
	const {projectId} = done.ref;
	switch (done.kind) {
		case 'created':
			return commandLine(target, ['create', done.name]);
		case 'deleted':
			return commandLine(target, ['delete', projectId]);
		case 'saved': {
			const {name, slug, url, uploadMode} = done.sent;
			const changes = {name, slug, url, 'upload-mode': uploadMode};
			const options = Object.entries(changes).flatMap(([key, value]): Option[] =>
				value === undefined ? [] : [[key, value]],
			);
			if (!options.some(([, value]) => value === '')) return commandLine(target, ['edit', projectId], options);
			const body = JSON.stringify(encodeChanges(done.sent));
			return piped(body, commandLine(target, ['edit', projectId], [['json', '-']]));
		}

		case 'deployed': {
			if (done.body === emptyBody) return commandLine(target, ['deploy', projectId]);
			// Its input is the body, so it cannot ask: for a protected project, the user has to add --yes.
			return piped(done.body, commandLine(target, ['deploy', projectId], [['json', '-']]));
		}

		case 'executed':
			return undefined;
	}
}
