import {ApiError} from '../../api/errors.ts';
import type {Project} from '../../api/types.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {projectTitle} from '../../project-title.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import {CommandError} from './command-error.ts';
import {eachPage} from './pages.ts';
import type {Reader} from './reader.ts';

/** How many matches the error about an ambiguous name lists. */
const maxNamed = 10;

/** Reads the project with this id. Undefined if there is none. */
async function projectWithId(read: Reader, id: string): Promise<Project | undefined> {
	try {
		return await read((client, signal, requestOptions) => client.readProject(id, signal, requestOptions));
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		// A service may also answer a slug with a record of another id, or refuse what cannot be an id.
		const isOther = error.code === 'E_MISMATCH' || error.code === 'E_INVALID' || error.code === 'E_REFUSED';
		if (error.details.missing !== undefined || isOther) return undefined;
		throw error;
	}
}

const named = (projects: readonly Project[]): SafeText =>
	projects
		.slice(0, maxNamed)
		.reduce((all, project) => plain`${all}\n  ${safe(project.id)}  ${projectTitle(project)}`, plain``);

/** Rejects the only match if another one may be missing in what could be read: a write must not guess. */
export function rejectDoubt(doubt: SafeText): never {
	throw new CommandError(exitCodes.unusable, plain`${doubt} Name it by its id.`);
}

/**
Finds the project with this id, otherwise the only one with this slug or name.

An id takes precedence, because it is what scripts use. Slugs and names are compared exactly, on all pages. Throws `CommandError` if there is none or more than one, or if the only one may be missing in what could be read. Calls `onDoubt` if another one may be missing.
*/
export async function findProject(read: Reader, text: string, onDoubt: (doubt: SafeText) => void): Promise<Project> {
	if (text === '') throw new CommandError(exitCodes.usage, plain`The project is empty. Name one by id, slug or name.`);
	const withId = await projectWithId(read, text);
	if (withId) return withId;
	const matches = new Map<string, Project>();
	let isWhole = true;
	for await (const {page, isStopped} of eachPage(read)) {
		isWhole &&= page.unreadable === 0 && !isStopped;
		for (const project of page.projects) {
			if (project.slug?.exact === text || project.name?.exact === text) matches.set(project.id, project);
		}
	}

	const [match, ...others] = matches.values();
	const shown = safe(text, 80);
	if (!match && isWhole)
		throw new CommandError(exitCodes.notFound, plain`There is no project with the id, slug or name ${shown}.`);
	if (!match)
		throw new CommandError(
			exitCodes.unusable,
			plain`No project with the id, slug or name ${shown} was found, but not all projects could be read. Name it by its id.`,
		);
	if (others.length === 0) {
		if (!isWhole) {
			onDoubt(
				plain`Not all projects could be read, so ${safe(match.id, 80)} may not be the only one with the slug or name ${shown}.`,
			);
		}

		return match;
	}

	const all = [...matches.values()];
	const more = all.length > maxNamed ? plain`\n  and ${all.length - maxNamed} more` : plain``;
	throw new CommandError(
		exitCodes.usage,
		plain`${all.length} projects are called ${shown}. Name one by its id:${named(all)}${more}`,
	);
}
