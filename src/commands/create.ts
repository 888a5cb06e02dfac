import {encodeProject} from '../api/decode/decode.ts';
import type {Project} from '../api/types.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {projectTitle} from '../project-title.ts';
import {createdEvent, differencesFrom} from '../store/effects/write-events.ts';
import {isVisible, plain, safe} from '../text.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {eachPage} from './headless/pages.ts';
import {projectFound} from './writes/found-project.ts';
import type {Outcome} from './writes/outcome.ts';
import {type Description, reportOutcome} from './writes/report-outcome.ts';
import {sendWrite} from './writes/send-write.ts';
import {type WriteSession, withWriteSession} from './writes/write-session.ts';

/** The maximum number of pages that are searched for projects of the same name. A lost creation is not looked for on more. */
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

/** Returns how a project is shown that was added with a name. */
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

/** Adds a project. If the answer is lost, the new project must not be confused with earlier ones of the same name, so these are looked for first. */
async function createProject(run: WriteSession, name: string): Promise<Outcome<Project>> {
	const {session, read} = run;
	const known: string[] = [];
	let pages = 0;
	for await (const {page} of eachPage(read)) {
		known.push(...page.projects.filter(project => project.name?.exact === name).map(({id}) => id));
		if (++pages >= maxPages) break;
	}

	return sendWrite(run, {
		projectId: '',
		title: name,
		send: (write, manner) => session.writes.create(write, name, {known, ...manner}),
		toEvent: createdEvent(name),
		toValue: projectFound,
	});
}
