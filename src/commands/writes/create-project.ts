import type {Project} from '../../api/types.ts';
import {createdEvent} from '../../store/effects/write-events.ts';
import {eachPage} from '../headless/pages.ts';
import {projectFound} from './found-project.ts';
import type {WriteOutcome} from './outcome.ts';
import {sendWrite} from './send-write.ts';
import type {WriteSession} from './write-session.ts';

/** The maximum number of pages that are searched for projects of the same name. The search for a lost creation reads no more either. */
const maxPages = 40;

/** Adds a project. Looks for projects of the same name first, so that they are not mistaken for the new one if the answer is lost. */
export async function createProject(run: WriteSession, name: string): Promise<WriteOutcome<Project>> {
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
		send: (write, requestOptions) => session.writes.create(write, name, {known, ...requestOptions}),
		toEvent: createdEvent(name),
		toValue: projectFound,
	});
}
