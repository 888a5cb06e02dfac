import type {Deployment, Project} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import {newestFirst} from './deployment-list.ts';
import {isOutdated} from './newer-answer.ts';

/** The newest deployment of a project, as far as it was read. */
export type Latest = {
	/** Undefined if the project has none. */
	readonly deployment: Deployment | undefined;
	/** When it was asked for, by the local clock. */
	readonly askedAt: LocalTime;
	/** What the project said then: once it says something else, there may be a newer one. */
	readonly hint: string;
	/** Whether the list may have lacked newer ones. */
	readonly isPartial?: boolean;
};

/** So many projects are remembered. */
const maxRemembered = 3000;

export const hintOf = (project: Project | undefined): string =>
	`${project?.updatedAt ?? ''} ${project?.latestUploadVersion ?? ''}`;

/** The newest of some deployments, by when they were created; ties are settled by id. */
export function newestOf(deployments: readonly Deployment[]): Deployment | undefined {
	return deployments.reduce<Deployment | undefined>(
		(newest, deployment) => (newest && newestFirst({deployment: newest}, {deployment}) < 0 ? newest : deployment),
		undefined,
	);
}

export type LatestByProject = ReadonlyMap<string, Latest>;

/** Takes in what was read. What was asked for earlier than what is known changes nothing. */
export function withLatest(all: LatestByProject, projectId: string, latest: Latest): LatestByProject {
	const before = all.get(projectId);
	if (isOutdated(latest.askedAt, before)) return all;
	const next = new Map(all);
	next.delete(projectId);
	next.set(projectId, latest);
	const [oldest] = next.keys();
	if (next.size > maxRemembered && oldest !== undefined) next.delete(oldest);
	return next;
}

/** Takes in one deployment that was read by itself or has just been made. */
export function withDeployment(all: LatestByProject, deployment: Deployment, askedAt: LocalTime): LatestByProject {
	const before = all.get(deployment.projectId);
	const known = before?.deployment;
	if (known && known.id !== deployment.id && newestOf([known, deployment]) === known) return all;
	if (!before || isOutdated(askedAt, before)) return all;
	return withLatest(all, deployment.projectId, {...before, deployment, askedAt});
}
