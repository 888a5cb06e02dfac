import type {Project} from '../../api/types.ts';
import {createdEvent} from '../../store/effects/write-events.ts';
import {eachPage} from '../headless/pages.ts';
import {projectFound} from './found-project.ts';
import type {Outcome} from './outcome.ts';
import {sendWrite} from './send-write.ts';
import type {WriteSession} from './write-session.ts';

/** The maximum number of pages that are searched for projects of the same name. A lost creation is not looked for on more. */
const maxPages = 40;

/** Adds a project. If the answer is lost, the new project must not be confused with earlier ones of the same name, so these are looked for first. */
export async function createProject(run: WriteSession, name: string): Promise<Outcome<Project>> {
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
