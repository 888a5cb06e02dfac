import type {Project, ProjectPage} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import {projectTitle} from '../../../project-title.ts';
import type {SafeText} from '../../../text.ts';
import {isOutdated} from '../deployments/newer-answer.ts';
import {type ProjectList, rowWithId} from './project-list.ts';

type WithProjects = {
	readonly projects: {
		readonly opened: ReadonlyMap<string, {readonly project: Project}>;
		readonly list: ProjectList;
		readonly names: ReadonlyMap<string, SafeText>;
	};
};

/** Returns a project from its own screen or from the list. Undefined if neither has loaded it. */
export function knownProject({projects: {opened, list}}: WithProjects, projectId: string): Project | undefined {
	return opened.get(projectId)?.project ?? rowWithId(list.rows, projectId);
}

/** Returns the title of a project, from its current data or else its last known name. */
export const projectNameOf = (state: WithProjects, projectId: string): SafeText =>
	projectTitle(knownProject(state, projectId) ?? {id: projectId}, state.projects.names.get(projectId));

/** The last answers about single projects, by id: reads of their records, and writes. They are newer than a page that was requested before them. A project that the user deleted has no record. */
export type ProjectAnswers = ReadonlyMap<string, ProjectAnswer>;

type ProjectAnswer = {readonly project: Project | undefined; readonly askedAt: LocalTime};

/** More than there are while a page is read. */
const maxAnswers = 100;

export function withProjectAnswer(answers: ProjectAnswers, id: string, answer: ProjectAnswer): ProjectAnswers {
	const others = [...answers].filter(([other]) => other !== id);
	return new Map([...others.slice(1 - maxAnswers), [id, answer]]);
}

/** Whether the user deleted a project. */
export const isDeleted = (answers: ProjectAnswers, id: string): boolean =>
	answers.has(id) && answers.get(id)?.project === undefined;

/** Whether the user deleted a project after something about it was requested. */
export const isDeletedSince = (answers: ProjectAnswers, id: string, askedAt: LocalTime): boolean =>
	isDeleted(answers, id) && isOutdated(askedAt, answers.get(id)?.askedAt);

/** Returns a page with what is known since it was requested. The same page if nothing is. */
export function upToDate(page: ProjectPage, answers: ProjectAnswers, askedAt: LocalTime): ProjectPage {
	const later = new Map([...answers].filter(([, answer]) => isOutdated(askedAt, answer.askedAt)));
	if (!page.projects.some(({id}) => later.has(id))) return page;
	const projects = page.projects.flatMap(project => {
		const answer = later.get(project.id);
		return answer ? (answer.project ?? []) : project;
	});
	return {...page, projects};
}
