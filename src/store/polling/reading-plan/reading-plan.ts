import {bestRead} from './best-read.ts';
import {
	type DeploymentAnswer,
	type ListAnswer,
	observeDeployment,
	observeList,
	recallDurations,
} from './deployment-answers.ts';
import {createExploration} from './exploration.ts';
import {observePage, type PageAnswer} from './page-answers.ts';
import type {DeploymentFacts} from './project-reading.ts';
import {secondsSince} from './project-value.ts';
import type {Read} from './read.ts';
import {
	createReadingKnowledge,
	forgetDeployment,
	forgetFailures,
	forgetProject,
	postpone,
	projectOf,
	type ReadingKnowledge,
	setBack,
} from './reading-knowledge.ts';
import {meanSeconds, stateSeconds} from './team-statistics.ts';
import {initialWeights, noViews, type Views, type ViewWeights, viewOf, weightsAfter} from './view-weights.ts';

/**
Chooses the next read from what the answers so far have revealed. Give it every answer, even to reads that it did not choose.

The pace (`read-pace.ts`) decides when a read may be made.
*/
export type ReadingPlan = {
	readonly observePage: (answer: PageAnswer) => void;
	readonly observeList: (answer: ListAnswer) => void;
	readonly observeDeployment: (answer: DeploymentAnswer) => void;
	/** Records a failed read, which is not tried again before `retryAt`. The rows of a list that failed are read one by one. */
	readonly observeFailure: (read: Read, retryAt: number) => void;
	/** Allows whatever has failed to be tried again at once. */
	readonly forgetFailures: () => void;
	/** Forgets all other pages: the list was read again from its start, or has become shorter. */
	readonly keepPages: (cursors: ReadonlySet<string | undefined>) => void;
	readonly forgetProject: (projectId: string) => void;
	readonly forgetDeployment: (projectId: string, deploymentId: string) => void;
	/** Learns how long earlier deployments of a project took, which are not all of them. */
	readonly recall: (projectId: string, deployments: readonly DeploymentFacts[]) => void;
	/** Adapts to a clock that was set to `now`: nothing counts as read later than that. */
	readonly setBack: (now: number) => void;
	/** Returns the most valuable read. Undefined if all were made within the last second, are in flight or failing. Unless `isWide`, only what is in progress or looked at is read. */
	readonly nextRead: (now: number, views: Views, isWide?: boolean) => Read | undefined;
	/** Records that a read was started, whether or not the plan chose it, so that it is not started twice. */
	readonly started: (read: Read, now: number, views: Views) => void;
	/** Records that a read has ended, even if the plan got neither an answer nor a failure. */
	readonly finished: (read: Read) => void;
};

const targetOf = ({pages, projects}: ReadingKnowledge, read: Read) =>
	read.kind === 'page' ? pages.get(read.cursor) : projects.get(read.projectId);

function block(knowledge: ReadingKnowledge, read: Read, until: number) {
	const target = targetOf(knowledge, read);
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
	const {statistics, pages} = knowledge;
	const exploration = createExploration(knowledge);
	let weights: ViewWeights = initialWeights;
	/** What people looked at when a read was last chosen. */
	let looked: Views = noViews;

	return {
		observePage: answer => observePage(knowledge, answer),
		observeList: answer => observeList(knowledge, answer, exploration.takeSample(answer.projectId)),
		observeDeployment: answer => observeDeployment(knowledge, answer),
		observeFailure: (read, retryAt) => noteFailure(knowledge, read, retryAt),
		forgetFailures: () => forgetFailures(knowledge),

		keepPages(cursors) {
			for (const cursor of pages.keys()) if (!cursors.has(cursor)) pages.delete(cursor);
		},

		forgetProject(projectId) {
			// A project that is looked at would become known again at once, without its failure.
			if (viewOf(projectId, looked) === 'rest') forgetProject(knowledge, projectId);
		},

		forgetDeployment: (projectId, deploymentId) => forgetDeployment(knowledge, projectId, deploymentId),
		recall: (projectId, deployments) => recallDurations(knowledge, projectId, deployments),
		setBack: now => setBack(knowledge, now),

		nextRead(now, views, isWide = true) {
			looked = views;
			return (isWide ? exploration.next(now) : undefined) ?? bestRead(knowledge, {now, views, weights, isWide});
		},

		started(read, now, views) {
			const known = read.kind === 'page' ? undefined : projectOf(knowledge, read.projectId);
			const project = read.kind === 'list' ? known : undefined;
			if (project) {
				// The weights adapt to the time since the last read of these rows.
				const duration = meanSeconds(statistics, project.durations);
				const view = viewOf(project.id, views);
				for (const row of project.rows.values()) {
					const since = secondsSince(row.readAt, now);
					weights = weightsAfter(weights, {view, since, stateDuration: stateSeconds(statistics, row, duration)});
				}
			}

			block(knowledge, read, Number.POSITIVE_INFINITY);
		},

		finished(read) {
			if (targetOf(knowledge, read)?.blockedUntil === Number.POSITIVE_INFINITY) block(knowledge, read, 0);
		},
	};
}
