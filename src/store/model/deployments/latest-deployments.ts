import type {Deployment, Project} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import {newestFirst} from './deployment-list.ts';
import {isOutdated} from './newer-answer.ts';

/** The newest known deployment of a project. */
export type Latest = {
	/** Undefined if the project has none. */
	readonly deployment: Deployment | undefined;
	/** When it was requested, by the local clock. */
	readonly askedAt: LocalTime;
	/** The project's `hintOf` at that time: once it differs, there may be a newer deployment. */
	readonly hint: string;
	/** Whether the list may have lacked newer deployments. */
	readonly isPartial?: boolean;
};

/** How many projects are remembered. */
const maxRemembered = 3000;

export const hintOf = (project: Project | undefined): string =>
	`${project?.updatedAt ?? ''} ${project?.latestUploadVersion ?? ''}`;

/** Returns the newest of these deployments by creation date. Ties are broken by id. */
export function newestOf(deployments: readonly Deployment[]): Deployment | undefined {
	return deployments.reduce<Deployment | undefined>(
		(newest, deployment) => (newest && newestFirst({deployment: newest}, {deployment}) < 0 ? newest : deployment),
		undefined,
	);
}

export type LatestByProject = ReadonlyMap<string, Latest>;

/** Records a newest deployment. Returns the same map if it was requested earlier than the known one. */
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

/** Records a deployment that was read individually or just triggered, if it is the newest of its project. Returns the same map otherwise. */
export function withDeployment(all: LatestByProject, deployment: Deployment, askedAt: LocalTime): LatestByProject {
	const before = all.get(deployment.projectId);
	const known = before?.deployment;
	if (known && known.id !== deployment.id && newestOf([known, deployment]) === known) return all;
	if (!before || isOutdated(askedAt, before)) return all;
	return withLatest(all, deployment.projectId, {...before, deployment, askedAt});
}
