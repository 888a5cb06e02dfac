import {type Deployment, type DeploymentList, isConcluded} from '../../../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../../../clock.ts';
import type {Observation} from '../../../journal/sighting.ts';
import type {SafeText} from '../../../text.ts';
import {type DeploymentOrder, isComplete, type ListRequest, listLimit, provesAbsence} from './deployment-order.ts';
import {isOutdated} from './newer-answer.ts';

/** A deployment from the latest response that contained it. The local times of that request and response ensure that an older response never replaces a newer one. */
export type SeenDeployment = {
	readonly deployment: Deployment;
	readonly askedAt: LocalTime;
	readonly heardAt: LocalTime;
};

/** A deployment that is missing from the last list but was seen earlier. */
type RememberedDeployment = {
	readonly deployment: Deployment;
	/** When the service last reported it, by the service's clock. */
	readonly seenAt: ServiceTime;
	/** When it was requested and when it arrived, by the local clock. Undefined if it was seen in an earlier run. */
	readonly askedAt: LocalTime | undefined;
	readonly heardAt: LocalTime | undefined;
	/** Whether the service omitted it from a list that should contain it. */
	readonly isGone: boolean;
};

/** The known deployments of one project. The service lists at most `listLimit` of them. */
export type ProjectDeployments = {
	/** Newest first. */
	readonly seen: readonly SeenDeployment[];
	/** When the list was last requested, by the local clock. Undefined before the first response. */
	readonly readAt: LocalTime | undefined;
	/** When the longest possible list was last requested, by the local clock. */
	readonly wholeAt: LocalTime | undefined;
	/** Whether the service may have more deployments than it listed. */
	readonly isFull: boolean;
	/** How many records were unreadable, and why the first of them was. */
	readonly unreadable: number;
	readonly flaw?: SafeText | undefined;
	/** Deployments that were seen earlier, newest first. Undefined until the journal has been read. */
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

/** How many of the newest deployments are requested between two full reads. */
const shortLimit = 30;

/** The interval between full reads. */
const fullReadIntervalMs = 60_000;

/** Returns how many deployments to request. A short list is enough only if the service sends the newest first, and it must reach every deployment in progress. */
export function requestLimit({seen, wholeAt}: ProjectDeployments, order: DeploymentOrder, at: LocalTime): number {
	if (order !== 'newest first' || wholeAt === undefined || at - wholeAt >= fullReadIntervalMs) return listLimit;
	const lastRunning = seen.findLastIndex(({deployment}) => !isConcluded(deployment));
	return Math.min(listLimit, Math.max(shortLimit, lastRunning + 1 + shortLimit / 2));
}

type Dated = {readonly deployment: Pick<Deployment, 'id' | 'createdAt'>};

/** Compares by creation date, because the service documents no order. Deployments without a date come last, and ties are broken by id. */
export function newestFirst({deployment: a}: Dated, {deployment: b}: Dated): number {
	const [atA, atB] = [a.createdAt ?? Number.NEGATIVE_INFINITY, b.createdAt ?? Number.NEGATIVE_INFINITY];
	if (atA !== atB) return atB > atA ? 1 : -1;
	return b.id > a.id ? 1 : -1;
}

/** When a response was requested and when it arrived, by the local clock. */
type Arrival = {
	readonly askedAt: LocalTime;
	readonly at: LocalTime;
	/** The service's clock minus the local one. */
	readonly skewMs: number;
};

/**
Merges a list that was read for this project.

A known deployment that the list lacks stays listed if it was reported after the list was requested, because it may have started in between. So does one that is too old for a short list to reach.
*/
export function deploymentsArrived(
	known: ProjectDeployments,
	list: DeploymentList,
	{askedAt, at, skewMs, limit, order}: Arrival & ListRequest,
): ProjectDeployments {
	if (askedAt < (known.readAt ?? 0)) return known;
	const isFullRead = limit >= listLimit || isComplete(list, {limit});
	const isProvenAbsent = provesAbsence(list, {limit, order});
	const seen = new Map<string, SeenDeployment>();
	for (const deployment of list.deployments) seen.set(deployment.id, {deployment, askedAt, heardAt: at});
	const dropped: RememberedDeployment[] = [];
	for (const before of known.seen) {
		const {deployment} = before;
		const isListed = seen.has(deployment.id);
		const isNewer = isListed ? isOutdated(askedAt, before) : before.heardAt >= askedAt;
		const isGone = isProvenAbsent(deployment);
		if (isNewer || !(isListed || isFullRead || isGone)) seen.set(deployment.id, before);
		else if (!isListed) dropped.push({...before, seenAt: toServiceTime(before.askedAt, skewMs), isGone});
	}

	const remembered = known.older?.map(before => {
		const wasBefore = (before.heardAt ?? toLocalTime(before.seenAt, skewMs)) < askedAt;
		return !before.isGone && wasBefore && isProvenAbsent(before.deployment) ? {...before, isGone: true} : before;
	});
	return {
		...known,
		seen: [...seen.values()].sort(newestFirst),
		readAt: askedAt,
		wholeAt: isFullRead ? askedAt : known.wholeAt,
		isFull: isFullRead ? !isComplete(list, {limit}) : known.isFull,
		unreadable: isFullRead ? list.unreadable : known.unreadable,
		flaw: isFullRead ? list.flaw : known.flaw,
		older: dropped.length === 0 ? unlisted(seen, remembered) : unlisted(seen, [...dropped, ...(remembered ?? [])]),
	};
}

/** Merges deployments from a list that was read for another purpose. Says nothing about deployments that it lacks. */
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

	return {...known, seen: [...seen.values()].sort(newestFirst), older: unlisted(seen, known.older)};
}

/** Merges one deployment that was read individually or just triggered. One that was no longer listed stays so: being readable does not mean being listed. */
export function deploymentArrived(
	known: ProjectDeployments,
	deployment: Deployment,
	{askedAt, at, skewMs}: Arrival,
): ProjectDeployments {
	const isSame = (other: Dated) => other.deployment.id === deployment.id;
	const before = known.seen.find(isSame) ?? known.older?.find(isSame);
	if (isOutdated(askedAt, before)) return known;
	const older = known.older?.map(other =>
		isSame(other) ? {...other, deployment, askedAt, heardAt: at, seenAt: toServiceTime(askedAt, skewMs)} : other,
	);
	if (older?.some(isSame)) return {...known, older: older.sort(newestFirst)};
	const others = known.seen.filter(seen => !isSame(seen));
	return {...known, seen: [...others, {deployment, askedAt, heardAt: at}].sort(newestFirst)};
}

/** The most earlier deployments that are remembered per project. */
export const maxRemembered = 2000;

/** Returns the remembered deployments that are not listed, newest first. */
function unlisted(
	seen: ReadonlyMap<string, unknown>,
	remembered: readonly RememberedDeployment[] | undefined,
): readonly RememberedDeployment[] | undefined {
	const unlisted = remembered?.filter(({deployment}) => !seen.has(deployment.id)).sort(newestFirst);
	return unlisted?.slice(0, maxRemembered);
}

/** Merges sightings from earlier runs. */
export function deploymentsRecalled(known: ProjectDeployments, sightings: readonly Observation[]): ProjectDeployments {
	const seen = new Map(known.seen.map(before => [before.deployment.id, before]));
	const older = new Map<string, RememberedDeployment>();
	for (const {deployment, seenAt} of sightings)
		older.set(deployment.id, {deployment, seenAt, askedAt: undefined, heardAt: undefined, isGone: false});
	for (const before of known.older ?? []) older.set(before.deployment.id, before);
	return {...known, older: unlisted(seen, [...older.values()])};
}
