import {encodeProject} from '../api/decode/decode.ts';
import type {Project} from '../api/types.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {projectTitle} from '../project-title.ts';
import {isProtected, protectedText} from '../store/model/guards.ts';
import {confirmationFor} from '../store/model/writes/confirmation.ts';
import {plain, type SafeText} from '../text.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {canAsk, confirm} from './writes/confirm.ts';
import {reportOutcome, type WriteOutcome} from './writes/outcome.ts';
import {sendWrite} from './writes/send-write.ts';
import {findTargets, isMany, writeToEach} from './writes/targets.ts';
import {type WriteSession, withWriteSession} from './writes/write-session.ts';

/** Deletes projects. Returns the exit code. */
export async function runDelete(options: OptionsOf<'delete'>, context: CommandContext): Promise<number> {
	const isOneOfMany = isMany(options.project);
	if (!options.isConfirmed && (isOneOfMany || !canAsk(context))) {
		throw new CommandError(
			exitCodes.usage,
			plain`Nothing was deleted. Where landfall can't ask you to type the name of the project, it needs --yes.`,
		);
	}

	return withWriteSession(options, context, async run => {
		const projects = await findTargets(run, options.project);
		return writeToEach(run, projects, async project => {
			const outcome = await deleteProject(run, project, options.isConfirmed);
			const subject = {projectId: project.id, title: projectTitle(project), isOneOfMany};
			return reportOutcome(run, subject, outcome, line => ({record: encodeProject(project), line}));
		});
	});
}

/** Deletes a project unless it is protected. Unless `isSure`, the user must confirm it first. Resolves to a sentence about it. */
async function deleteProject(run: WriteSession, project: Project, isSure: boolean): Promise<WriteOutcome<SafeText>> {
	const {guards, context} = run;
	const title = projectTitle(project);
	if (isProtected(guards, confirmationFor(project))) {
		return {kind: 'refused', exitCode: exitCodes.notGood, reason: protectedText(title)};
	}

	if (!isSure) await confirm(context, project, plain`This deletes ${title} permanently.`);
	return sendWrite(run, {write: {kind: 'delete', projectId: project.id}, title, toValue: ({remark}) => remark});
}
