import type {Project} from '../../api/types.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {confirmationOf, isConfirmed, projectTitle} from '../../project-title.ts';
import {plain, type SafeText} from '../../text.ts';
import {CommandError} from '../headless/command-error.ts';
import type {CommandContext} from '../headless/context.ts';
import {linesOf} from '../headless/input-lines.ts';
import {orInterrupted} from '../headless/interruption.ts';

/** Whether the user can be asked. */
export const canAsk = ({input, output}: CommandContext): boolean => input.isTTY === true && output.canAsk;

/** Returns the next line that the user types. Empty at the end of the input. */
async function nextLine(input: CommandContext['input']): Promise<string> {
	for await (const line of linesOf(input)) return line;
	return '';
}

/** Asks the user to type the name of a project, as the screens do. `what`: what then happens to it. Throws `CommandError` unless the user does. */
export async function confirm(context: CommandContext, project: Project, what: SafeText): Promise<void> {
	const title = projectTitle(project);
	const confirmation = confirmationOf(title, project.id);
	context.output.ask(plain`${what} Type ${confirmation} to confirm:`);
	const typed = await orInterrupted(context, nextLine(context.input)).catch(error => {
		// The cursor is still behind the question.
		context.output.complain(plain``);
		throw error;
	});
	if (isConfirmed(typed, confirmation)) return;
	throw new CommandError(exitCodes.notGood, plain`That does not match, so nothing was sent.`);
}
