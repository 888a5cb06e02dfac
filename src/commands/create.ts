import {encodeProject} from '../api/decode/decode.ts';
import type {Project} from '../api/types.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {projectTitle} from '../project-title.ts';
import {differencesFrom} from '../store/effects/write-requests.ts';
import {isVisible, plain, safe} from '../text.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {eachPage} from './headless/pages.ts';
import {type Description, reportOutcome, type WriteOutcome} from './writes/outcome.ts';
import {projectOf, sendWrite} from './writes/send-write.ts';
import {type WriteSession, withWriteSession} from './writes/write-session.ts';

/** The maximum number of pages that are searched for projects of the same name. The search for a lost creation reads no more either. */
const maxPages = 40;

/** Adds a project. Returns the exit code. */
export async function runCreate(options: OptionsOf<'create'>, context: CommandContext): Promise<number> {
	const {name} = options;
	if (!isVisible(name)) throw new CommandError(exitCodes.usage, plain`A project needs a name.`);
	return withWriteSession(options, context, async run => {
		const outcome = await createProject(run, name);
		return reportOutcome(run, {projectId: '', title: safe(name), isOneOfMany: false}, outcome, describeCreated(name));
	});
}

/** Returns how to describe the project that was added with this name. */
const describeCreated =
	(name: string) =>
	(project: Project): Description => {
		const differences = differencesFrom(project, {name});
		return {
			record: encodeProject(project),
			line: plain`${projectTitle(project)} was added: ${safe(project.id)}`,
			remark: differences.length > 0 ? safe(differences.join(' · '), 500) : undefined,
		};
	};

/** Adds a project. Looks for projects of the same name first, so that they are not mistaken for the new one if the answer is lost. */
export async function createProject(run: WriteSession, name: string): Promise<WriteOutcome<Project>> {
	const known: string[] = [];
	let pages = 0;
	for await (const {page} of eachPage(run.read)) {
		known.push(...page.projects.filter(project => project.name?.exact === name).map(({id}) => id));
		if (++pages >= maxPages) break;
	}

	return sendWrite(run, {write: {kind: 'create', name, known}, title: name, toValue: projectOf});
}
