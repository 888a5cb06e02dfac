import {createProjectReading, type PageReading, type ProjectReading} from './project-reading.ts';
import {createReadQueue, type ReadQueue} from './read-queue.ts';
import {createTeamStatistics, meanSeconds, type TeamStatistics, teamRate} from './team-statistics.ts';

/**
What the answers have revealed so far: when each page and project was read, what is in progress, and where there may be more.

It is changed in place, by `page-answers.ts` and `deployment-answers.ts`: copying it for every answer would be too slow. It has no clock; answers bring their time with them.
*/
export type ReadingKnowledge = {
	readonly statistics: TeamStatistics;
	readonly projects: Map<string, ProjectReading>;
	readonly pages: Map<string | undefined, PageReading>;
	/** Projects with a deployment in progress, or with a hint that has not been followed yet. */
	readonly active: Set<ProjectReading>;
	/** Projects with a hint that was not followed in time, oldest first: a few of those deployments never end. */
	readonly missed: Set<ProjectReading>;
	/** Projects whose lists were never read. */
	readonly unread: ReadQueue<ProjectReading>;
	/** Projects whose lists were read. */
	readonly readBefore: ReadQueue<ProjectReading>;
};

export const createReadingKnowledge = (): ReadingKnowledge => ({
	statistics: createTeamStatistics(),
	projects: new Map(),
	pages: new Map(),
	active: new Set(),
	missed: new Set(),
	unread: createReadQueue(),
	readBefore: createReadQueue(),
});

export function setActive({active}: ReadingKnowledge, project: ProjectReading): void {
	if (project.rows.size > 0 || project.hintedAt !== undefined) active.add(project);
	else active.delete(project);
}

export function setRate({unread, readBefore, statistics}: ReadingKnowledge, project: ProjectReading, rate: number) {
	project.rate = rate;
	const queue = project.listReadAt === undefined ? unread : readBefore;
	queue.append(project, rate * meanSeconds(statistics, project.durations) ** 3);
}

/** Lets projects of the same value go first, because its list could not be read: however many lists fail, the first in the bucket is seldom one of them. */
export const postpone = (knowledge: ReadingKnowledge, project: ProjectReading): void =>
	setRate(knowledge, project, project.rate);

export function projectOf(knowledge: ReadingKnowledge, id: string): ProjectReading {
	const known = knowledge.projects.get(id);
	if (known) return known;
	const project = createProjectReading(id);
	knowledge.projects.set(id, project);
	setRate(knowledge, project, teamRate(knowledge.statistics));
	return project;
}

/** Drops a hint that is too old to be worth following soon. */
export function dropHint(knowledge: ReadingKnowledge, project: ProjectReading): void {
	project.hintedAt = undefined;
	knowledge.missed.add(project);
	setActive(knowledge, project);
}

/** Forgets a deployment that is gone. */
export function forgetDeployment(knowledge: ReadingKnowledge, projectId: string, deploymentId: string): void {
	const project = knowledge.projects.get(projectId);
	if (project?.rows.delete(deploymentId)) setActive(knowledge, project);
}

/** Forgets a project that is gone. One with deployments in progress is kept until it is known what became of them. */
export function forgetProject({projects, active, missed, unread, readBefore}: ReadingKnowledge, id: string): void {
	const project = projects.get(id);
	if (!project || project.rows.size > 0) return;
	projects.delete(id);
	active.delete(project);
	missed.delete(project);
	unread.remove(project);
	readBefore.remove(project);
}

/** Allows reads of whatever has failed. What is in flight stays blocked. */
export function forgetFailures({projects, pages}: ReadingKnowledge): void {
	for (const page of pages.values()) if (Number.isFinite(page.blockedUntil)) page.blockedUntil = 0;
	for (const project of projects.values()) {
		project.listRetryAt = 0;
		for (const [id, row] of project.rows) if (row.retryAt > 0) project.rows.set(id, {...row, retryAt: 0});
	}
}

/** Limits all times of reads to `now`, after the clock was set back. */
export function setBack({projects, pages}: ReadingKnowledge, now: number): void {
	const limited = (at: number | undefined) => (at === undefined ? undefined : Math.min(at, now));
	for (const [cursor, page] of pages) pages.set(cursor, {...page, readAt: Math.min(page.readAt, now)});
	for (const project of projects.values()) {
		project.pageReadAt = limited(project.pageReadAt);
		project.listReadAt = limited(project.listReadAt);
		project.hintedAt = limited(project.hintedAt);
		project.hintReadAt = Math.min(project.hintReadAt, now);
		project.hintSince = Math.min(project.hintSince, now);
		for (const [id, row] of project.rows) project.rows.set(id, {...row, readAt: Math.min(row.readAt, now)});
	}
}
