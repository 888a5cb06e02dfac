import {isVisible, plain, safe} from '../base/text.ts';
import {exitCodes} from '../cli/exit-codes.ts';
import type {CommandContext, OptionsOf} from './context.ts';
import {CommandError} from './errors.ts';
import {eachPage} from './find-project.ts';
import {sendWrite, type WriteRun, withWriteRun, writeOne} from './write.ts';
import type {WriteOutcome} from './write-report.ts';

/** The maximum number of pages that are searched for projects of the same name. The search for a lost creation reads no more either. */
const maxPages = 40;

/** Adds a project. Returns the exit code. */
export async function runCreate(options: OptionsOf<'create'>, context: CommandContext): Promise<number> {
	const {name} = options;
	if (!isVisible(name)) throw new CommandError(exitCodes.usage, plain`A project needs a name.`);
	return withWriteRun(options, context, run =>
		writeOne(run, {project: undefined, title: safe(name), isOneOfMany: false}, createProject(run, name)),
	);
}

/** Adds a project. Looks for projects of the same name first, so that they are not mistaken for the new one if the answer is lost. */
export async function createProject(run: WriteRun, name: string): Promise<WriteOutcome> {
	const known: string[] = [];
	let pages = 0;
	for await (const {page} of eachPage(run.client)) {
		known.push(...page.projects.filter(project => project.name?.exact === name).map(({id}) => id));
		if (++pages >= maxPages) break;
	}

	return sendWrite(run, {kind: 'create', name, known}, name);
}
