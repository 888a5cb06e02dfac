import type {Deployment, DeploymentList} from '../api/types.ts';

/** A deployment as last described, and when that description was asked for: an older answer never replaces a newer one. */
type SeenDeployment = {readonly deployment: Deployment; readonly askedAt: number};

/** The deployments of one project, newest first. The service lists at most `listLimit` of them. */
export type ProjectDeployments = {
	readonly seen: readonly SeenDeployment[];
	/** When the list was last asked for, by the local clock. Undefined before the first answer. */
	readonly readAt: number | undefined;
	/** Whether the service sent as many as it ever does, so that there may be older ones. */
	readonly isFull: boolean;
	/** How many records could not be read. */
	readonly unreadable: number;
};

/** The most that the service gives in one list, and the list of deployments has no second page. */
export const listLimit = 100;

export const noDeployments: ProjectDeployments = {seen: [], readAt: undefined, isFull: false, unreadable: 0};

/** By when they were created, because the service documents no order; those without a date come last. */
function newestFirst({deployment: a}: SeenDeployment, {deployment: b}: SeenDeployment): number {
	const [atA, atB] = [a.createdAt ?? Number.NEGATIVE_INFINITY, b.createdAt ?? Number.NEGATIVE_INFINITY];
	if (atA !== atB) return atB > atA ? 1 : -1;
	return b.id > a.id ? 1 : -1;
}

/**
Takes in a list.

A deployment that was seen after the list was asked for stays as it was seen, and stays listed when the list does not hold it yet.
*/
export function deploymentsArrived(
	known: ProjectDeployments,
	list: DeploymentList,
	askedAt: number,
): ProjectDeployments {
	if (askedAt < (known.readAt ?? 0)) return known;
	const newer = new Map(known.seen.filter(seen => seen.askedAt > askedAt).map(seen => [seen.deployment.id, seen]));
	const listed = new Map(list.deployments.map(deployment => [deployment.id, {deployment, askedAt}]));
	return {
		seen: [...new Map([...listed, ...newer]).values()].sort(newestFirst),
		readAt: askedAt,
		isFull: list.deployments.length >= listLimit,
		unreadable: list.unreadable,
	};
}

/** Takes in one deployment, read by itself or just triggered. */
export function deploymentArrived(
	known: ProjectDeployments,
	deployment: Deployment,
	askedAt: number,
): ProjectDeployments {
	const before = known.seen.find(seen => seen.deployment.id === deployment.id);
	if (before && before.askedAt > askedAt) return known;
	const others = known.seen.filter(seen => seen !== before);
	return {...known, seen: [...others, {deployment, askedAt}].sort(newestFirst)};
}
