import type {Project} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import {isOutdated} from './deployment-table.ts';
import {type ProjectList, pageOfProject, rowWithId} from './project-list.ts';
import {projectTitle} from './project-title.ts';

/**
The records of single projects by id: of those that were opened, and the last answers to reads of one record and to writes. They are newer than a page that was requested before them, and stay when the list does not hold the project.

A project that the user deleted has no record.
*/
export type ProjectRecords = ReadonlyMap<string, ProjectRecord>;

/** `askedAt`: when it was requested. A page may have brought a newer record since. */
export type ProjectRecord = {readonly project: Project | undefined; readonly askedAt: LocalTime};

type WithProjects = {
	readonly projects: {
		readonly records: ProjectRecords;
		readonly list: ProjectList;
		readonly names: ReadonlyMap<string, SafeText>;
	};
};

/** Returns a project from its record or from its row in the list, whichever was requested later. Undefined if neither is known. */
export function knownProject({projects: {records, list}}: WithProjects, projectId: string): Project | undefined {
	const record = records.get(projectId);
	const row = rowWithId(list.rows, projectId);
	if (!row || !record?.project) return row ?? record?.project;
	return isOutdated(record.askedAt, pageOfProject(list, projectId)?.readAt) ? row : record.project;
}

/** Returns the title of a project, from its current data or else its last known name. */
export const projectNameOf = (state: WithProjects, projectId: string): SafeText =>
	projectTitle(knownProject(state, projectId) ?? {id: projectId}, state.projects.names.get(projectId));

export const isDeleted = (records: ProjectRecords, id: string): boolean =>
	records.has(id) && records.get(id)?.project === undefined;

/** Whether the user deleted a project after something about it was requested. */
export const isDeletedSince = (records: ProjectRecords, id: string, askedAt: LocalTime): boolean =>
	isDeleted(records, id) && isOutdated(askedAt, records.get(id)?.askedAt);
