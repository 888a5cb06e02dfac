import {maxPages} from '../api/whole-list.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {isVisible, plain, safe} from '../base/text.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './context.ts';
import {eachPage} from './find-project.ts';
import {sendWrite, type WriteOptions, type WriteResult, type WriteRun} from './send-write.ts';
import {runWrite, writeOne} from './write-command.ts';

export async function runCreate(
	options: WriteOptions & {readonly name: string},
	context: CommandContext,
): Promise<number> {
	const {name} = options;
	if (!isVisible(name)) throw new CommandError(exitCodes.usage, plain`A project needs a name.`);
	if (name === '-')
		throw new CommandError(
			exitCodes.usage,
			plain`landfall create takes a name, and reads nothing from standard input.`,
		);
	return runWrite(options, context, run =>
		writeOne(run, {project: undefined, title: safe(name)}, createProject(run, name)),
	);
}

/** Reads the list first: after a lost answer, an older project must not be mistaken for the new one. */
export async function createProject(run: WriteRun, name: string): Promise<WriteResult> {
	const known: string[] = [];
	for await (const {page} of eachPage(run.client, {maxPages})) known.push(...page.projects.map(({id}) => id));
	return sendWrite(run, {kind: 'create', name, known}, name);
}
