import {isOutdated} from '../../model/deployments/newer-answer.ts';
import type {DeploymentFacts, ProjectReading} from './project-reading.ts';
import {projectOf, type ReadingKnowledge, setActive, setRate} from './reading-knowledge.ts';
import {learnDurations, learnList, learnState} from './team-learning.ts';
import {currentRate, rowState} from './team-statistics.ts';

/** An answer of endpoint 6. `isComplete` is whether there are no other deployments. */
export type ListAnswer = {
	readonly projectId: string;
	readonly deployments: readonly DeploymentFacts[];
	readonly isComplete: boolean;
	readonly askedAt: number;
};

/** An answer of endpoint 8. */
export type DeploymentAnswer = {
	readonly projectId: string;
	readonly deployment: DeploymentFacts;
	readonly askedAt: number;
};

function seeRow(
	{statistics}: ReadingKnowledge,
	project: ProjectReading,
	facts: DeploymentFacts,
	{askedAt, isUnlisted}: {askedAt: number; isUnlisted: boolean},
) {
	const {id, status, isConcluded} = facts;
	const row = project.rows.get(id);
	if (row) learnState(statistics, project, row, facts, askedAt);
	if (isConcluded) {
		project.rows.delete(id);
		return;
	}

	const state = rowState(statistics, project, facts, askedAt);
	project.rows.set(id, {status, state, readAt: askedAt, isUnlisted, retryAt: 0});
}

/** `isSample` is whether the list was read without any hint. */
export function observeList(knowledge: ReadingKnowledge, answer: ListAnswer, isSample: boolean): void {
	const {projectId, deployments, askedAt} = answer;
	const project = projectOf(knowledge, projectId);
	[project.blockedUntil, project.listRetryAt] = [0, 0];
	if (project.listReadAt !== undefined && askedAt <= project.listReadAt) return;
	learnList(knowledge.statistics, project, answer, isSample);
	const listed = new Set<string>();
	for (const deployment of deployments) {
		listed.add(deployment.id);
		const isShown = !deployment.isConcluded || project.rows.has(deployment.id);
		if (isShown) seeRow(knowledge, project, deployment, {askedAt, isUnlisted: false});
	}

	for (const [id, row] of project.rows) if (!listed.has(id)) project.rows.set(id, {...row, isUnlisted: true});
	knowledge.unread.remove(project);
	knowledge.missed.delete(project);
	project.listReadAt = askedAt;
	if (project.hintReadAt <= askedAt) project.hintedAt = undefined;
	setRate(knowledge, project, currentRate(knowledge.statistics, project, askedAt));
	setActive(knowledge, project);
}

export function observeDeployment(
	knowledge: ReadingKnowledge,
	{projectId, deployment, askedAt}: DeploymentAnswer,
): void {
	const project = projectOf(knowledge, projectId);
	project.blockedUntil = 0;
	const {isUnlisted = false, readAt} = project.rows.get(deployment.id) ?? {};
	if (isOutdated(askedAt, readAt)) return;
	seeRow(knowledge, project, deployment, {askedAt, isUnlisted});
	setActive(knowledge, project);
}

/** Learns how long deployments of an earlier run took. They are not complete, so they say nothing about how often a project deploys. */
export function recallDurations(
	knowledge: ReadingKnowledge,
	projectId: string,
	deployments: readonly DeploymentFacts[],
): void {
	const project = projectOf(knowledge, projectId);
	if (project.listReadAt !== undefined) return;
	learnDurations(knowledge.statistics, project, deployments);
	setRate(knowledge, project, project.rate);
}
