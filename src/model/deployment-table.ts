import {isDeepStrictEqual} from 'node:util';
import {type EnvironmentNames, withEnvironmentName} from '../api/environment-names.ts';
import {type Deployment, type DeploymentList, isConcluded, listLimit} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {isSameList, memo} from '../base/memo.ts';
import type {SafeText} from '../base/text.ts';
import type {Rhythm} from './rhythm.ts';
import {outcomeWord, type WordMeanings} from './status-words.ts';

/** Whether an answer is older than what is known: it was requested earlier, whenever it arrived. Of two requested at the same moment, the one that arrives last wins. */
export const isOlderThan = (requestedAt: LocalTime, knownAt: LocalTime | undefined): boolean =>
	knownAt !== undefined && knownAt > requestedAt;

/** Whether a list holds every deployment: it is shorter than the requested limit. Of a longer one, older deployments may be missing. */
export const isComplete = ({deployments, unreadable}: DeploymentList): boolean =>
	deployments.length + unreadable < listLimit;

/** Returns the moment since when a list shows every deployment that was created. Minus infinity if it shows all there are. */
const completeSince = (list: DeploymentList): ServiceTime =>
	isComplete(list)
		? Number.NEGATIVE_INFINITY
		: Math.min(...list.deployments.map(({createdAt}) => createdAt ?? Number.POSITIVE_INFINITY));

/** Whether what is complete since a moment would show this deployment. */
export const isCoveredSince = (since: ServiceTime, {createdAt}: Pick<Deployment, 'createdAt'>): boolean =>
	since === Number.NEGATIVE_INFINITY || (createdAt !== undefined && createdAt > since);

/** A deployment as in the answer that was requested last. */
export type KnownDeployment = {
	readonly deployment: Deployment;
	/** When that answer was requested and when it arrived, by the local clock. Undefined for one seen in an earlier run. */
	readonly requestedAt: LocalTime | undefined;
	readonly arrivedAt: LocalTime | undefined;
	/** When the service last reported it, by the service's clock. */
	readonly seenAt: ServiceTime;
	/** The request id of that answer. `deployment` has an earlier one if an earlier answer said the same. */
	readonly requestId: Deployment['requestId'];
	/** `seenAt` if the last list lacks it and it was not reported since. Undefined while the service lists it. */
	readonly asOf: ServiceTime | undefined;
	/** Whether that list proves that the service no longer lists it. */
	readonly isGone: boolean;
};

export type ProjectDeployments = {
	/** Newest first. What a list leaves out stays. */
	readonly rows: readonly KnownDeployment[];
	readonly byId: ReadonlyMap<string, KnownDeployment>;
	/** The deployments read in this run that are not gone, newest first. The same array until one of them changes, so that what is drawn from it stays. */
	readonly recent: readonly Deployment[];
	/** When the last list was requested, by the local clock. Undefined before the first. */
	readonly requestedAt: LocalTime | undefined;
	/** The moment since when no deployment is missing that was created: the list may have been cut, and older rows dropped since, to save memory. Infinity before the first list. */
	readonly completeSince: ServiceTime;
	/** What that list showed of how the project deploys. */
	readonly rhythm?: Rhythm | undefined;
	/** How many records of that list were unreadable, and why the first of them was. */
	readonly unreadable: number;
	readonly flaw?: SafeText | undefined;
};

export const noDeployments: ProjectDeployments = {
	rows: [],
	byId: new Map(),
	recent: [],
	requestedAt: undefined,
	completeSince: Number.POSITIVE_INFINITY,
	unreadable: 0,
};

/** When an answer was requested and when it arrived, by the local clock. */
export type Arrival = {
	readonly requestedAt: LocalTime;
	readonly at: LocalTime;
	/** The service's clock minus the local one. */
	readonly skewMs: number;
};

/** The most deployments that are remembered per project although the last list lacks them. */
const maxUnlistedDeployments = 2000;

/** Compares by creation date, because the service documents no order. Deployments without a date come last, and ties are broken by id. */
export function newestFirst(
	{deployment: a}: {readonly deployment: Pick<Deployment, 'id' | 'createdAt'>},
	{deployment: b}: {readonly deployment: Pick<Deployment, 'id' | 'createdAt'>},
): number {
	const [atA, atB] = [a.createdAt ?? Number.NEGATIVE_INFINITY, b.createdAt ?? Number.NEGATIVE_INFINITY];
	if (atA !== atB) return atB > atA ? 1 : -1;
	return b.id > a.id ? 1 : -1;
}

/** Returns the row of a deployment after an answer. One that is the same except for the id of the request stays the same object, so that nothing is drawn again. */
function answeredRow(
	before: KnownDeployment | undefined,
	arrived: Deployment,
	{requestedAt, at, skewMs}: Arrival,
): KnownDeployment {
	const isSame =
		before && isDeepStrictEqual({...before.deployment, requestId: undefined}, {...arrived, requestId: undefined});
	const seenAt = toServiceTime(requestedAt, skewMs);
	return {
		deployment: isSame ? before.deployment : arrived,
		requestedAt,
		arrivedAt: at,
		seenAt,
		requestId: arrived.requestId,
		asOf: before?.asOf === undefined ? undefined : seenAt,
		isGone: before?.isGone ?? false,
	};
}

function withoutSurplus(sorted: readonly KnownDeployment[]): readonly KnownDeployment[] {
	if (sorted.length <= maxUnlistedDeployments) return sorted;
	let remembered = 0;
	return sorted.filter(({asOf}) => asOf === undefined || ++remembered <= maxUnlistedDeployments);
}

export function withRows(known: ProjectDeployments, unsorted: readonly KnownDeployment[]): ProjectDeployments {
	const rows = withoutSurplus(unsorted.toSorted(newestFirst));
	const recent = rows.flatMap(({deployment, requestedAt, isGone}) =>
		requestedAt === undefined || isGone ? [] : deployment,
	);
	return {
		...known,
		rows,
		byId: new Map(rows.map(row => [row.deployment.id, row])),
		recent: isSameList(known.recent, recent) ? known.recent : recent,
	};
}

/** Merges a list of the project's deployments. One requested before the last says nothing. A listed deployment that it lacks stays listed if it was reported after the list was requested, because it may have started in between, and if it `mayLack` it. */
export function withListRead(
	known: ProjectDeployments,
	list: DeploymentList,
	arrival: Arrival,
	mayLack: (deploymentId: string) => boolean = () => false,
): ProjectDeployments {
	const {requestedAt, skewMs} = arrival;
	if (isOlderThan(requestedAt, known.requestedAt)) return known;
	// It may be among the unreadable records.
	const provesAbsence = isComplete(list) && list.unreadable === 0;
	const arrived = new Map(list.deployments.map(deployment => [deployment.id, deployment]));
	const rows = known.rows.map((row): KnownDeployment => {
		const {id} = row.deployment;
		const answer = arrived.get(id);
		arrived.delete(id);
		if (answer) {
			const latest = isOlderThan(requestedAt, row.requestedAt) ? row : answeredRow(row, answer, arrival);
			return {...latest, asOf: undefined, isGone: false};
		}

		const wasBefore = (row.arrivedAt ?? toLocalTime(row.seenAt, skewMs)) < requestedAt;
		if (!wasBefore || row.isGone || mayLack(id)) return row;
		return {...row, asOf: row.seenAt, isGone: provesAbsence};
	});
	const added = [...arrived.values()].map(deployment => answeredRow(undefined, deployment, arrival));
	const {unreadable, flaw} = list;
	return {
		...withRows(known, [...rows, ...added]),
		requestedAt,
		completeSince: completeSince(list),
		unreadable,
		flaw,
	};
}

/** Merges one deployment that was read individually or just triggered. One that was no longer listed stays so: being readable does not mean being listed. */
export function withOneRead(known: ProjectDeployments, deployment: Deployment, arrival: Arrival): ProjectDeployments {
	const before = known.byId.get(deployment.id);
	if (isOlderThan(arrival.requestedAt, before?.requestedAt)) return known;
	const row = answeredRow(before, deployment, arrival);
	return withRows(known, [...known.rows.filter(other => other !== before), row]);
}

/** A deployment as it was last read. Times are by the service's clock, in milliseconds since the epoch. */
export type Observation = {
	readonly deployment: Deployment;
	/** The project's name at that time. */
	readonly project: SafeText;
	readonly seenAt: ServiceTime;
};

/** The journal has only the ids of environments. */
export const namedObservations = (
	observations: readonly Observation[],
	names: EnvironmentNames | undefined,
): readonly Observation[] =>
	observations.map(observation => ({
		...observation,
		deployment: withEnvironmentName(observation.deployment, names),
	}));

/** Returns the row of a deployment seen in an earlier run. With a time, it counts as read then. */
export const recalledRow = ({deployment, seenAt}: Observation, requestedAt?: LocalTime): KnownDeployment => ({
	deployment,
	requestedAt,
	arrivedAt: requestedAt,
	seenAt,
	requestId: deployment.requestId,
	asOf: seenAt,
	isGone: false,
});

/** Adds deployments seen in an earlier run. What is known already takes precedence. */
export function withRecalled(known: ProjectDeployments, observations: readonly Observation[]): ProjectDeployments {
	const others = observations.filter(({deployment}) => !known.byId.has(deployment.id));
	if (others.length === 0) return known;
	return withRows(known, [...known.rows, ...others.map(other => recalledRow(other))]);
}

export const hasReadAllDeployments = ({completeSince: since}: ProjectDeployments): boolean =>
	since === Number.NEGATIVE_INFINITY;

/** Returns the newest deployment of a project. Undefined if it has none, or if its deployments were never read. */
export const newestOf = (known: ProjectDeployments | undefined): Deployment | undefined =>
	known?.requestedAt === undefined ? undefined : known.recent[0];

export const rowIn = (known: ProjectDeployments | undefined, deploymentId: string): KnownDeployment | undefined =>
	known?.byId.get(deploymentId);

/**
The one table of deployments: what is known about those of each project.

Grouped by project, because an answer is about one project. The project with the most recent answer comes last.
*/
export type DeploymentTable = ReadonlyMap<string, ProjectDeployments>;

/** How many of the projects read last keep all their deployments: about 50 MB with full lists. The others keep what their rows and the versions need. */
const maxWhole = 500;

export const deploymentIn = (
	table: DeploymentTable,
	projectId: string,
	deploymentId: string,
): KnownDeployment | undefined => rowIn(table.get(projectId), deploymentId);

export const environmentKey = ({environmentId}: Pick<Deployment, 'environmentId'>): string =>
	environmentId?.exact ?? '';

/** Returns a function that returns what `make` says about each environment of deployments, by its key. It is kept for as long as the deployments are. */
export function perEnvironment<Result>(make: (own: readonly Deployment[], wordMeanings: WordMeanings) => Result) {
	return memo((deployments: readonly Deployment[], wordMeanings: WordMeanings): ReadonlyMap<string, Result> => {
		const environments = Map.groupBy(deployments, environmentKey);
		return new Map([...environments].map(([key, own]) => [key, make(own, wordMeanings)]));
	});
}

/** Returns what stays of a project that was not read for long: what is in progress, and in each environment the newest deployment of each outcome, of which one is live. */
function trimmed(known: ProjectDeployments): ProjectDeployments {
	const rows = known.rows.filter(({requestedAt, isGone}) => requestedAt !== undefined && !isGone);
	const seen = new Set<string>();
	const kept = rows.filter(({deployment}) => {
		if (!isConcluded(deployment)) return true;
		const key = JSON.stringify([environmentKey(deployment), outcomeWord(deployment)]);
		const isNewest = !seen.has(key);
		seen.add(key);
		return isNewest;
	});
	const shortened = withRows(known, kept);
	const dropped = rows.find((row, index) => row !== kept[index]);
	if (!dropped) return shortened;
	const since = dropped.deployment.createdAt ?? Number.POSITIVE_INFINITY;
	return {...shortened, completeSince: Math.max(known.completeSince, since)};
}

/** Stores what is known about the deployments of a project. Shortens the one that was read too long ago to be kept whole, of those that are not pinned. */
export function withProjectDeployments(
	table: DeploymentTable,
	projectId: string,
	known: ProjectDeployments,
	pinnedProjects: () => ReadonlySet<string>,
): DeploymentTable {
	if (table.get(projectId) === known) return table;
	const next = new Map(table);
	next.delete(projectId);
	next.set(projectId, known);
	if (next.size <= maxWhole) return next;
	const pinned = pinnedProjects();
	const old = [...next].filter(([id]) => id !== projectId && !pinned.has(id)).at(-maxWhole);
	// A `Map` keeps the place of an entry that is replaced.
	if (old) next.set(old[0], trimmed(old[1]));
	return next;
}
