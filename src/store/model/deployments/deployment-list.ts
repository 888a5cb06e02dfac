import {type Deployment, type DeploymentList, isConcluded} from '../../../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../../../clock.ts';
import type {Observation} from '../../../journal/sighting.ts';
import type {SafeText} from '../../../text.ts';
import {type DeploymentOrder, isComplete, type ListRequest, listLimit, provesAbsence} from './deployment-order.ts';
import {isOutdated} from './newer-answer.ts';

/** A deployment as last described, and when that description was asked for and when it came, by the local clock: an older answer never replaces a newer one. */
export type SeenDeployment = {
	readonly deployment: Deployment;
	readonly askedAt: LocalTime;
	readonly heardAt: LocalTime;
};

/** A deployment that the last list did not hold. */
type RememberedDeployment = {
	readonly deployment: Deployment;
	/** When the service last told of it, by its clock. */
	readonly seenAt: ServiceTime;
	/** When that was asked for and when it came, by the local clock. Undefined for what is known from an earlier run. */
	readonly askedAt: LocalTime | undefined;
	readonly heardAt: LocalTime | undefined;
	/** Whether the service is known to have left it out of a list that would hold it. */
	readonly isGone: boolean;
};

/** The deployments of one project. The service lists at most `listLimit` of them. */
export type ProjectDeployments = {
	/** Newest first. */
	readonly seen: readonly SeenDeployment[];
	/** When the list was last asked for, by the local clock. Undefined before the first answer. */
	readonly readAt: LocalTime | undefined;
	/** When it was last asked for as long as the service gives it. */
	readonly wholeAt: LocalTime | undefined;
	/** Whether the service may have more than it listed. */
	readonly isFull: boolean;
	/** How many records could not be read, and why the first of them could not. */
	readonly unreadable: number;
	readonly flaw?: SafeText | undefined;
	/** Those that were seen earlier, newest first. Undefined until somebody has looked for them. */
	readonly older: readonly RememberedDeployment[] | undefined;
};

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
export function requestLimit({seen, wholeAt}: ProjectDeployments, order: DeploymentOrder, at: LocalTime): number {
	if (order !== 'newest first' || wholeAt === undefined || at - wholeAt >= wholeEveryMs) return listLimit;
	const lastRunning = seen.findLastIndex(({deployment}) => !isConcluded(deployment));
	return Math.min(listLimit, Math.max(shortLimit, lastRunning + 1 + shortLimit / 2));
}

type Dated = {readonly deployment: Pick<Deployment, 'id' | 'createdAt'>};

/** By when they were created, because the service documents no order; those without a date come last, and ties are settled by id. */
export function newestFirst({deployment: a}: Dated, {deployment: b}: Dated): number {
	const [atA, atB] = [a.createdAt ?? Number.NEGATIVE_INFINITY, b.createdAt ?? Number.NEGATIVE_INFINITY];
	if (atA !== atB) return atB > atA ? 1 : -1;
	return b.id > a.id ? 1 : -1;
}

/** When something was asked for and when it came, by the local clock. */
type Arrival = {
	readonly askedAt: LocalTime;
	readonly at: LocalTime;
	/** The service's clock minus the local one. */
	readonly skewMs: number;
};

/**
Takes in a list.

A deployment of which something was heard after the list was asked for stays listed when the list does not hold it: it may have begun between the two. So does one that a list of the newest does not reach.
*/
export function deploymentsArrived(
	known: ProjectDeployments,
	list: DeploymentList,
	{askedAt, at, skewMs, limit, order}: Arrival & ListRequest,
): ProjectDeployments {
	if (askedAt < (known.readAt ?? 0)) return known;
	const isWhole = limit >= listLimit || isComplete(list, {limit});
	const isAbsent = provesAbsence(list, {limit, order});
	const seen = new Map<string, SeenDeployment>();
	for (const deployment of list.deployments) seen.set(deployment.id, {deployment, askedAt, heardAt: at});
	const dropped: RememberedDeployment[] = [];
	for (const before of known.seen) {
		const {deployment} = before;
		const isListed = seen.has(deployment.id);
		const isNewer = isListed ? isOutdated(askedAt, before) : before.heardAt >= askedAt;
		const isGone = isAbsent(deployment);
		if (isNewer || !(isListed || isWhole || isGone)) seen.set(deployment.id, before);
		else if (!isListed) dropped.push({...before, seenAt: toServiceTime(before.askedAt, skewMs), isGone});
	}

	const remembered = known.older?.map(before => {
		const wasBefore = (before.heardAt ?? toLocalTime(before.seenAt, skewMs)) < askedAt;
		return !before.isGone && wasBefore && isAbsent(before.deployment) ? {...before, isGone: true} : before;
	});
	return {
		...known,
		seen: [...seen.values()].sort(newestFirst),
		readAt: askedAt,
		wholeAt: isWhole ? askedAt : known.wholeAt,
		isFull: isWhole ? !isComplete(list, {limit}) : known.isFull,
		unreadable: isWhole ? list.unreadable : known.unreadable,
		flaw: isWhole ? list.flaw : known.flaw,
		older: dropped.length === 0 ? besides(seen, remembered) : besides(seen, [...dropped, ...(remembered ?? [])]),
	};
}

/** Takes in deployments of a list that was read for something else: they are listed, and nothing is said of the others. */
export function deploymentsListed(
	known: ProjectDeployments,
	{deployments}: DeploymentList,
	{askedAt, at}: Pick<Arrival, 'askedAt' | 'at'>,
): ProjectDeployments {
	if (deployments.length === 0 || known.readAt === undefined || askedAt < known.readAt) return known;
	const seen = new Map(known.seen.map(before => [before.deployment.id, before]));
	for (const deployment of deployments) {
		const before = seen.get(deployment.id);
		if (!isOutdated(askedAt, before)) seen.set(deployment.id, {deployment, askedAt, heardAt: at});
	}

	return {...known, seen: [...seen.values()].sort(newestFirst), older: besides(seen, known.older)};
}

/** Takes in one deployment, read by itself or just triggered. That it can be read does not say that it is listed. */
export function deploymentArrived(
	known: ProjectDeployments,
	deployment: Deployment,
	{askedAt, at, skewMs}: Arrival,
): ProjectDeployments {
	const isIt = (other: Dated) => other.deployment.id === deployment.id;
	const before = known.seen.find(isIt) ?? known.older?.find(isIt);
	if (isOutdated(askedAt, before)) return known;
	const older = known.older?.map(other =>
		isIt(other) ? {...other, deployment, askedAt, heardAt: at, seenAt: toServiceTime(askedAt, skewMs)} : other,
	);
	if (older?.some(isIt)) return {...known, older: older.sort(newestFirst)};
	const others = known.seen.filter(seen => !isIt(seen));
	return {...known, seen: [...others, {deployment, askedAt, heardAt: at}].sort(newestFirst)};
}

/** So many are remembered of a project. */
export const maxRemembered = 2000;

/** What is remembered besides what is listed, newest first. */
function besides(
	seen: ReadonlyMap<string, unknown>,
	remembered: readonly RememberedDeployment[] | undefined,
): readonly RememberedDeployment[] | undefined {
	const besides = remembered?.filter(({deployment}) => !seen.has(deployment.id)).sort(newestFirst);
	return besides?.slice(0, maxRemembered);
}

/** Takes in what is known from an earlier run. */
export function deploymentsRecalled(known: ProjectDeployments, sightings: readonly Observation[]): ProjectDeployments {
	const seen = new Map(known.seen.map(before => [before.deployment.id, before]));
	const older = new Map<string, RememberedDeployment>();
	for (const {deployment, seenAt} of sightings)
		older.set(deployment.id, {deployment, seenAt, askedAt: undefined, heardAt: undefined, isGone: false});
	for (const before of known.older ?? []) older.set(before.deployment.id, before);
	return {...known, older: besides(seen, [...older.values()])};
}
