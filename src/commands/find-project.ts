import {idsInLink} from '../api/endpoint.ts';
import {Aborted, ApiError, errorSentence} from '../api/errors.ts';
import {eachProjectPage} from '../api/project-pages.ts';
import type {Project} from '../api/types.ts';
import {didYouMean} from '../base/did-you-mean.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {Json} from '../base/json.ts';
import {comparable, looksLike, plain, type SafeText, safe} from '../base/text.ts';
import {isExact, notUtf8} from '../base/utf8.ts';
import {projectTitle} from '../model/project-title.ts';
import {CommandError, exitCodeFor, explain, isInterruption} from './command-error.ts';
import type {CommandContext} from './context.ts';
import type {RetryingClient} from './retrying-client.ts';

export function inputLines(input: CommandContext['input'], signal?: AbortSignal): AsyncIterable<string> {
	// Few commands read standard input, and this import would take 5 ms of every start.
	const {createInterface} = process.getBuiltinModule('node:readline');
	const {Readable} = process.getBuiltinModule('node:stream');
	return createInterface({input: Readable.from(input), crlfDelay: Number.POSITIVE_INFINITY, ...(signal && {signal})});
}

/** Yields the lines of standard input for `-`. Throws `Aborted` at a signal, because the next line may never come. */
async function* eachProjectName(
	argument: string,
	{input, signal}: Pick<CommandContext, 'input' | 'signal'>,
): AsyncGenerator<string> {
	if (argument !== '-') {
		yield argument;
		return;
	}

	for await (const line of inputLines(input, signal)) {
		const name = line.trim();
		if (!isExact(name)) throw new CommandError(exitCodes.usage, safe(notUtf8('Standard input')));
		if (name !== '') yield name;
	}

	if (signal.aborted) throw new Aborted('The input was not read to its end.');
}

/** Whether the error concerns one project: gone since it was listed, or forbidden for this key. */
export const isAboutOne = (error: unknown): error is ApiError =>
	error instanceof ApiError && ['not found', 'forbidden'].includes(error.kind);

function failureOfOne(error: unknown, name: string): CommandError | undefined {
	if (error instanceof CommandError) return error.exitCode === exitCodes.notFound ? error : undefined;
	if (!isAboutOne(error)) return undefined;
	return new CommandError(exitCodeFor(error), plain`${safe(name, 80)}: ${errorSentence(error)}`, {cause: error});
}

type Names = Pick<CommandContext, 'input' | 'output' | 'signal' | 'helpFor'> & {readonly client: RetryingClient};

/** Goes on after a project on standard input that is not found or forbidden. Returns the exit code of the first such project. */
async function visitProjects(
	names: readonly string[],
	{client, ...context}: Names,
	work: (found: FoundProject, name: string) => Promise<void>,
): Promise<number> {
	const {output} = context;
	let exitCode: number = exitCodes.done;
	for (const argument of names) {
		for await (const name of eachProjectName(argument, context)) {
			try {
				await work(await findProject(client, name, output.note), name);
			} catch (error) {
				const failure = argument === '-' ? failureOfOne(error, name) : undefined;
				if (!failure) throw error;
				const code = await explain(failure, context);
				exitCode ||= code;
			}
		}
	}

	return exitCode;
}

export async function forEachProject(
	argument: string,
	names: Names,
	work: (found: FoundProject, name: string) => Promise<void>,
): Promise<number> {
	try {
		return await visitProjects([argument], names, work);
	} catch (error) {
		if (!isInterruption(error, names)) throw error;
		names.output.note(plain`Interrupted before everything was read.`);
		return names.signal.reason;
	}
}

export async function findNamedProjects(
	wanted: readonly string[],
	names: Names,
): Promise<{readonly projects: readonly Project[]; readonly exitCode: number}> {
	const found = new Map<string, Project>();
	const exitCode = await visitProjects(wanted, names, async ({project}) => {
		found.set(project.id, project);
	});
	if (found.size === 0 && wanted.length > 0 && exitCode === exitCodes.done)
		throw new CommandError(exitCodes.usage, plain`No project was given on standard input.`);
	return {projects: [...found.values()], exitCode};
}

export async function* eachPage(client: RetryingClient, options?: Parameters<typeof eachProjectPage>[1]) {
	const read = async (query: {readonly limit: number; readonly cursor?: string}) => {
		const {value, sent} = await client.listProjects(query);
		return {...value, sent};
	};
	try {
		for await (const {count, ...each} of eachProjectPage(read, options)) {
			client.progress(plain`Projects read: ${count}`);
			yield each;
		}
	} finally {
		client.progress(undefined);
	}
}

const maxListedMatches = 10;

type FoundProject = {readonly project: Project; readonly sent?: () => Json};

async function projectWithId(client: RetryingClient, id: string): Promise<FoundProject | undefined> {
	try {
		const {value: project, sent} = await client.readProject(id);
		return {project, sent};
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		// A service may answer a slug with a record of another id, or reject a text that cannot be an id.
		const isOther = error.code === 'E_MISMATCH' || error.code === 'E_INVALID' || error.code === 'E_REFUSED';
		if (error.details.notFound !== undefined || isOther) return undefined;
		throw error;
	}
}

const idAndTitleLines = (projects: readonly Project[]): SafeText =>
	projects
		.slice(0, maxListedMatches)
		.reduce((all, project) => plain`${all}\n  ${safe(project.id)}  ${projectTitle(project)}`, plain``);

/** Finds a project by id or link, otherwise by a unique slug, name or URL. Throws `CommandError` if none or several match. If some projects could not be read, throws without a match, and calls `onDoubt` for a match that may not be the only one. */
export async function findProject(
	client: RetryingClient,
	text: string,
	onDoubt: (doubt: SafeText) => void,
): Promise<FoundProject> {
	if (text === '')
		throw new CommandError(exitCodes.usage, plain`The PROJECT argument is empty. Give an id, a slug or a name.`);
	const {projectId = text, deploymentId} = idsInLink(text);
	if (deploymentId !== undefined)
		throw new CommandError(
			exitCodes.usage,
			plain`${safe(text, 200)} leads to a deployment. Name its project, and then its id.`,
		);
	const withId = await projectWithId(client, projectId);
	if (withId) return withId;
	const matches = new Map<string, Project>();
	const names: string[] = [];
	const isMeant = looksLike(text);
	let isWhole = true;
	for await (const {page, isStopped} of eachPage(client)) {
		isWhole &&= page.unreadable === 0 && !isStopped;
		for (const project of page.projects) {
			// The 404 for its record may have come from a proxy.
			if (project.id === projectId) return {project};
			for (const name of [project.slug, project.name, project.url]) {
				if (isMeant(name)) matches.set(project.id, project);
				if (name && name !== project.url) names.push(comparable(name.exact));
			}
		}
	}

	const all = [...matches.values()];
	const [match] = all;
	const shown = safe(text, 80);
	if (all.length > 1) {
		const more = all.length > maxListedMatches ? plain`\n  and ${all.length - maxListedMatches} more` : plain``;
		throw new CommandError(
			exitCodes.usage,
			plain`${all.length} projects are called ${shown}. Name one by its id:${idAndTitleLines(all)}${more}`,
		);
	}

	if (!match && isWhole) {
		const suggestion = safe(didYouMean(comparable(text), names), 100);
		throw new CommandError(exitCodes.notFound, plain`No project has the id, slug or name ${shown}.${suggestion}`);
	}

	if (!match)
		throw new CommandError(
			exitCodes.unusable,
			plain`No project with the id, slug or name ${shown} was found, but not all projects could be read. Name it by its id.`,
		);
	if (!isWhole)
		onDoubt(
			plain`Not all projects could be read, so ${safe(match.id, 80)} may not be the only one with the slug or name ${shown}.`,
		);
	return {project: match};
}
