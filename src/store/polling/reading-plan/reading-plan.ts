import {bestRead} from './best-read.ts';
import {type DeploymentAnswer, type ListAnswer, observeDeployment, observeList} from './deployment-answers.ts';
import {createExploration} from './exploration.ts';
import {observePage, type PageAnswer} from './page-answers.ts';
import {secondsSince} from './project-value.ts';
import type {Read} from './read.ts';
import {
	createReadingKnowledge,
	forgetDeployment,
	forgetProject,
	postpone,
	type ReadingKnowledge,
} from './reading-knowledge.ts';
import {meanSeconds, stateSeconds} from './team-statistics.ts';
import {initialWeights, type Views, type ViewWeights, viewOf, weightsAfter} from './view-weights.ts';

/**
Chooses the next read, from what the answers so far have told. Tell it every answer, also to reads that it did not choose.

When a read may be made is for the pace to say.
*/
export type ReadingPlan = {
	readonly observePage: (answer: PageAnswer) => void;
	readonly observeList: (answer: ListAnswer) => void;
	readonly observeDeployment: (answer: DeploymentAnswer) => void;
	/** A read has failed, and is not tried again before `retryAt`. The rows of a list that failed are read one by one. */
	readonly observeFailure: (read: Read, retryAt: number) => void;
	/** A page is gone: the list was read anew, or has become shorter. */
	readonly forgetPage: (cursor: string | undefined) => void;
	readonly forgetProject: (projectId: string) => void;
	readonly forgetDeployment: (projectId: string, deploymentId: string) => void;
	/** The read that is expected to tell the most. Undefined if all were made within the last second, are in flight or failing. */
	readonly nextRead: (now: number, views: Views) => Read | undefined;
	/** A read was started, whether the plan chose it or not: it is not started twice. */
	readonly started: (read: Read, now: number, views: Views) => void;
};

function block({pages, projects}: ReadingKnowledge, read: Read, until: number) {
	const target = read.kind === 'page' ? pages.get(read.cursor) : projects.get(read.projectId);
	if (target) target.blockedUntil = until;
}

function noteFailure(knowledge: ReadingKnowledge, read: Read, retryAt: number) {
	block(knowledge, read, read.kind === 'page' ? retryAt : 0);
	const project = read.kind === 'page' ? undefined : knowledge.projects.get(read.projectId);
	if (!project || read.kind === 'page') return;
	if (read.kind === 'list') {
		project.listRetryAt = retryAt;
		postpone(knowledge, project);
		return;
	}

	const row = project.rows.get(read.deploymentId);
	if (row) project.rows.set(read.deploymentId, {...row, retryAt});
}

export function createReadingPlan(): ReadingPlan {
	const knowledge = createReadingKnowledge();
	const {statistics, projects, pages} = knowledge;
	const exploration = createExploration(knowledge);
	let weights: ViewWeights = initialWeights;

	return {
		observePage: answer => observePage(knowledge, answer),
		observeList: answer => observeList(knowledge, answer, exploration.takeSample(answer.projectId)),
		observeDeployment: answer => observeDeployment(knowledge, answer),
		observeFailure: (read, retryAt) => noteFailure(knowledge, read, retryAt),
		forgetPage: cursor => pages.delete(cursor),
		forgetProject: projectId => forgetProject(knowledge, projectId),
		forgetDeployment: (projectId, deploymentId) => forgetDeployment(knowledge, projectId, deploymentId),
		nextRead: (now, views) => exploration.next(now) ?? bestRead(knowledge, {now, views, weights}),

		started(read, now, views) {
			const project = read.kind === 'list' ? projects.get(read.projectId) : undefined;
			if (project) {
				// The weights follow how long the rows were not read that are read now.
				const lasts = meanSeconds(statistics, project.durations);
				const view = viewOf(project.id, views);
				for (const row of project.rows.values()) {
					const since = secondsSince(row.readAt, now);
					weights = weightsAfter(weights, {view, since, stateLasts: stateSeconds(statistics, row, lasts)});
				}
			}

			block(knowledge, read, Number.POSITIVE_INFINITY);
		},
	};
}
