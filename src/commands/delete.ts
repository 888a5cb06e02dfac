import type {Project} from '../api/types.ts';
import {plain} from '../base/text.ts';
import {exitCodes} from '../cli/exit-codes.ts';
import {confirmationFor} from '../model/confirmation.ts';
import {isProtected, protectedText} from '../model/connection.ts';
import {projectTitle} from '../model/project-title.ts';
import type {CommandContext, OptionsOf} from './context.ts';
import {CommandError} from './errors.ts';
import {canAsk, confirm, isMany, sendWrite, type WriteRun, withWriteRun, writeToEach} from './write.ts';
import type {WriteOutcome} from './write-report.ts';

/** Deletes projects. Returns the exit code. */
export async function runDelete(options: OptionsOf<'delete'>, context: CommandContext): Promise<number> {
	if (!options.isConfirmed && (isMany(options.project) || !canAsk(context))) {
		throw new CommandError(
			exitCodes.usage,
			plain`Nothing was deleted. Where landfall can't ask you to type the name of the project, it needs --yes.`,
		);
	}

	return withWriteRun(options, context, run =>
		writeToEach(run, options.project, project => deleteProject(run, project, options.isConfirmed)),
	);
}

/** Deletes a project unless it is protected. Unless `isSure`, the user must confirm it first. */
async function deleteProject(run: WriteRun, project: Project, isSure: boolean): Promise<WriteOutcome> {
	const {guards, context} = run;
	const title = projectTitle(project);
	if (isProtected(guards, confirmationFor(project))) {
		throw new CommandError(exitCodes.notGood, protectedText(title));
	}

	if (!isSure) await confirm(context, project, plain`This deletes ${title} permanently.`);
	return sendWrite(run, {kind: 'delete', projectId: project.id}, title);
}
