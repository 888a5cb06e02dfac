import {Aborted} from '../../api/errors.ts';
import type {Project} from '../../api/types.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {confirmationOf, isConfirmed, projectTitle} from '../../project-title.ts';
import {plain, type SafeText} from '../../text.ts';
import {CommandError} from '../headless/command-error.ts';
import type {CommandContext} from '../headless/context.ts';
import {linesOf} from '../headless/input-lines.ts';
import {onInterrupt} from './interruption.ts';

/** Whether the user can be asked. */
export const canAsk = ({input, output}: CommandContext): boolean => input.isTTY === true && output.canAsk;

/** Returns the next line that the user types. Empty at the end of the input. */
function typedLine(context: CommandContext): Promise<string> {
	return new Promise((resolve, reject) => {
		const stopListening = onInterrupt(context, () => reject(new Aborted('The question was not answered.')));
		const lines = linesOf(context.input)[Symbol.asyncIterator]();
		lines
			.next()
			.finally(stopListening)
			.then(({value = ''}) => resolve(value), reject);
	});
}

/** Asks the user to type the name of a project, as the screens do. `what`: what then happens to it. Throws `CommandError` unless the user does. */
export async function confirm(context: CommandContext, project: Project, what: SafeText): Promise<void> {
	const title = projectTitle(project);
	const confirmation = confirmationOf(title, project.id);
	context.output.ask(plain`${what} Type ${confirmation} to confirm:`);
	const typed = await typedLine(context).catch(error => {
		// The cursor is still behind the question.
		context.output.complain(plain``);
		throw error;
	});
	if (isConfirmed(typed, confirmation)) return;
	throw new CommandError(exitCodes.notGood, plain`That does not match, so nothing was sent.`);
}
