import {encodeProject} from '../api/decode/decode.ts';
import type {Project} from '../api/types.ts';
import {exitCodes} from '../command-line/exit-codes.ts';
import {projectTitle} from '../project-title.ts';
import {differencesFrom} from '../store/effects/write-events.ts';
import {isVisible, plain, safe} from '../text.ts';
import {CommandError} from './headless/command-error.ts';
import type {CommandContext, OptionsOf} from './headless/context.ts';
import {createProject} from './writes/create-project.ts';
import {type Description, reportOutcome} from './writes/report-outcome.ts';
import {withWriteSession} from './writes/write-session.ts';

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
