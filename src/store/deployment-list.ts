import {type Deployment, type DeploymentList, isConcluded} from '../api/types.ts';
import type {Sighting} from '../journal/sighting.ts';
import type {SafeText} from '../text.ts';
import type {DeploymentOrder} from './latest.ts';

/** A deployment as last described, and when that description was asked for: an older answer never replaces a newer one. */
type SeenDeployment = {readonly deployment: Deployment; readonly askedAt: number};

/** A deployment that the service does not list, and when it last told of it, by its clock. */
type Remembered = Pick<Sighting, 'deployment' | 'seenAt'>;

/** The deployments of one project, newest first. The service lists at most `listLimit` of them. */
export type ProjectDeployments = {
	readonly seen: readonly SeenDeployment[];
	/** When the list was last asked for, by the local clock. Undefined before the first answer. */
	readonly readAt: number | undefined;
	/** When it was last asked for as long as the service gives it. */
	readonly wholeAt: number | undefined;
	/** Whether the service sent as many as it ever does, so that there may be older ones. */
	readonly isFull: boolean;
	/** How many records could not be read, and why the first of them could not. */
	readonly unreadable: number;
	readonly flaw?: SafeText | undefined;
	/** Those that the service does not list, but that were seen earlier, newest first. Undefined until somebody has looked for them. */
	readonly older: readonly Remembered[] | undefined;
};

/** One line of the live view. */
export type DeploymentRow = {
	readonly deployment: Deployment;
	/** When the service last told of it, by the service's clock. Undefined for one that it lists. */
	readonly rememberedAt: number | undefined;
};

/** The most that the service gives in one list, and the list of deployments has no second page. */
export const listLimit = 100;

export const noDeployments: ProjectDeployments = {
	seen: [],
	readAt: undefined,
	wholeAt: undefined,
	isFull: false,
	unreadable: 0,
	older: undefined,
};

/** How many of the newest are asked for between two looks at all of them. */
const shortLimit = 30;

/** How often all that the service lists is asked for, where less would do in between. */
const wholeEveryMs = 60_000;

/** How many deployments are asked for: fewer than all only where the service is known to send the newest first, and then all that go on. */
export function limitOf({seen, wholeAt}: ProjectDeployments, order: DeploymentOrder, at: number): number {
	if (order !== 'newest first' || wholeAt === undefined || at - wholeAt >= wholeEveryMs) return listLimit;
	const lastRunning = seen.findLastIndex(({deployment}) => !isConcluded(deployment));
	return Math.min(listLimit, Math.max(shortLimit, lastRunning + 1 + shortLimit / 2));
}

/** By when they were created, because the service documents no order; those without a date come last. */
function newestFirst({deployment: a}: SeenDeployment, {deployment: b}: SeenDeployment): number {
	const [atA, atB] = [a.createdAt ?? Number.NEGATIVE_INFINITY, b.createdAt ?? Number.NEGATIVE_INFINITY];
	if (atA !== atB) return atB > atA ? 1 : -1;
	return b.id > a.id ? 1 : -1;
}

/**
Takes in a list of at most `limit`.

A deployment that was seen after the list was asked for stays as it was seen, and stays listed when the list does not hold it yet. So does one that is older than all of a list that did not ask for it.
*/
export function deploymentsArrived(
	known: ProjectDeployments,
	list: DeploymentList,
	askedAt: number,
	limit = listLimit,
): ProjectDeployments {
	if (askedAt < (known.readAt ?? 0)) return known;
	const isWhole = limit >= listLimit || list.deployments.length + list.unreadable < limit;
	const listed = new Map(list.deployments.map(deployment => [deployment.id, {deployment, askedAt}]));
	const oldest = [...listed.values()].sort(newestFirst).at(-1);
	const stays = (seen: SeenDeployment) =>
		seen.askedAt > askedAt || (!isWhole && !listed.has(seen.deployment.id) && oldest && newestFirst(oldest, seen) < 0);
	const kept = new Map(known.seen.filter(stays).map(seen => [seen.deployment.id, seen]));
	const seen = [...new Map([...listed, ...kept]).values()].sort(newestFirst);
	return {
		seen,
		readAt: askedAt,
		wholeAt: isWhole ? askedAt : known.wholeAt,
		isFull: isWhole ? list.deployments.length >= listLimit : known.isFull,
		unreadable: isWhole ? list.unreadable : known.unreadable,
		flaw: isWhole ? list.flaw : known.flaw,
		older: older(withDropped(known, seen), seen),
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
	const seen = [...others, {deployment, askedAt}].sort(newestFirst);
	return {...known, seen, older: older(known.older, seen)};
}

/** What is remembered, and what was listed until now and no longer is. */
const withDropped = ({seen: before, older: known}: ProjectDeployments, seen: readonly SeenDeployment[]) => {
	const dropped = before.filter(({deployment}) => !seen.some(({deployment: {id}}) => id === deployment.id));
	if (dropped.length === 0) return known;
	return [...dropped.map(({deployment, askedAt}) => ({deployment, seenAt: askedAt})), ...(known ?? [])];
};

/** What is remembered besides what is listed. */
function older(sightings: readonly Remembered[] | undefined, seen: readonly SeenDeployment[]) {
	if (!sightings || sightings.length === 0) return sightings;
	const listed = new Set(seen.map(({deployment}) => deployment.id));
	return sightings.filter(({deployment}) => !listed.has(deployment.id));
}

/** Takes in what is known from earlier, newest first. */
export const deploymentsRecalled = (
	known: ProjectDeployments,
	sightings: readonly Remembered[],
): ProjectDeployments => ({...known, older: older(sightings, known.seen)});

export const rowCount = ({seen, older}: ProjectDeployments): number => seen.length + (older?.length ?? 0);

/** The row at `index` of the live view: what the service lists, then what it no longer does. */
export function rowAt({seen, older}: ProjectDeployments, index: number): DeploymentRow | undefined {
	const listed = seen[index]?.deployment;
	if (listed) return {deployment: listed, rememberedAt: undefined};
	const sighting = older?.[index - seen.length];
	return sighting && {deployment: sighting.deployment, rememberedAt: sighting.seenAt};
}

/** Where a deployment stands in the live view. */
export function indexOfDeployment({seen, older}: ProjectDeployments, id: string | undefined): number | undefined {
	const at = seen.findIndex(({deployment}) => deployment.id === id);
	if (at >= 0) return at;
	const olderAt = older?.findIndex(({deployment}) => deployment.id === id) ?? -1;
	return olderAt < 0 ? undefined : seen.length + olderAt;
}
