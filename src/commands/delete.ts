import type {Project} from '../api/types.ts';
import {exitCodes} from '../base/exit-codes.ts';
import {confirmationFor, unaskedText} from '../model/confirmation.ts';
import {isProtected} from '../model/connection.ts';
import {CommandError} from './command-error.ts';
import type {CommandContext} from './context.ts';
import type {confirmation, Values} from './options.ts';
import {sendWrite, type WriteOptions, type WriteResult, type WriteRun} from './send-write.ts';
import {canAsk, confirm, runWrite, writeTo} from './write-command.ts';

type DeleteOptions = WriteOptions & Values<readonly [typeof confirmation]> & {readonly project: string};

export async function runDelete(options: DeleteOptions, context: CommandContext): Promise<number> {
	if (!options.isConfirmed && !canAsk(context)) throw new CommandError(exitCodes.usage, unaskedText('delete'));
	return runWrite(options, context, run =>
		writeTo(run, options.project, project => deleteProject(run, project, options.isConfirmed)),
	);
}

/** Asks unless `isSure`. Does not ask about a protected project, because it is never deleted. */
async function deleteProject(run: WriteRun, project: Project, isSure: boolean): Promise<WriteResult> {
	const {service, context} = run;
	const question = confirmationFor(project);
	if (!isSure && !isProtected(service.guards, question)) await confirm(context, 'delete', question, false);
	return sendWrite(run, {kind: 'delete', projectId: project.id}, question.title, {labels: question.labels});
}
