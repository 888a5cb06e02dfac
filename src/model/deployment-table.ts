import {isDeepStrictEqual} from 'node:util';
import {type EnvironmentNames, nameEnvironment} from '../api/environment-names.ts';
import {type Deployment, type DeploymentList, isConcluded, listLimit} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {isSameList, memo} from '../base/memo.ts';
import type {SafeText} from '../base/text.ts';
import type {Rhythm} from './rhythm.ts';
import {outcomeWord, type WordMeanings} from './status-words.ts';

/** Compares answers by the time of their requests. Of two requests at the same moment, the last answer wins. */
export const isOlderThan = (readAt: LocalTime, knownAt: LocalTime | undefined): boolean =>
	knownAt !== undefined && knownAt > readAt;

export const isComplete = ({deployments, unreadable}: DeploymentList): boolean =>
	deployments.length + unreadable < listLimit;

const completeSince = (list: DeploymentList): ServiceTime =>
	isComplete(list)
		? Number.NEGATIVE_INFINITY
		: Math.min(...list.deployments.map(({createdAt}) => createdAt ?? Number.POSITIVE_INFINITY));

export const isCoveredSince = (since: ServiceTime, {createdAt}: Pick<Deployment, 'createdAt'>): boolean =>
	since === Number.NEGATIVE_INFINITY || (createdAt !== undefined && createdAt > since);

export type KnownDeployment = {
	readonly deployment: Deployment;
	/** Undefined if the deployment was only read in an earlier run. */
	readonly readAt: LocalTime | undefined;
	readonly arrivedAt: LocalTime | undefined;
	readonly seenAt: ServiceTime;
	/** The request id of the last answer. `deployment` has the id of the first answer with the same content. */
	readonly requestId: Deployment['requestId'];
	/** Equal to `seenAt` while the deployment is unlisted. */
	readonly asOf: ServiceTime | undefined;
	readonly isGone: boolean;
};

export type ProjectDeployments = {
	readonly rows: readonly KnownDeployment[];
	readonly byId: ReadonlyMap<string, KnownDeployment>;
	/** Deployments read in this run and not gone, newest first. The same array until one of them changes. */
	readonly recent: readonly Deployment[];
	readonly readAt: LocalTime | undefined;
	/** No deployment created later is missing. Older ones may be, because a list has a limit and old rows are dropped to save memory. Infinity before the first list. */
	readonly completeSince: ServiceTime;
	readonly rhythm?: Rhythm | undefined;
	readonly unreadable: number;
	readonly flaw?: SafeText | undefined;
};

export const noDeployments: ProjectDeployments = {
	rows: [],
	byId: new Map(),
	recent: [],
	readAt: undefined,
	completeSince: Number.POSITIVE_INFINITY,
	unreadable: 0,
};

export type Arrival = {
	readonly readAt: LocalTime;
	readonly at: LocalTime;
	readonly skewMs: number;
};

const maxUnlistedDeployments = 2000;

/** Sorts by creation, because the service documents no order. Deployments without a date come last, and ids break ties. */
export function newestFirst(
	{deployment: a}: {readonly deployment: Pick<Deployment, 'id' | 'createdAt'>},
	{deployment: b}: {readonly deployment: Pick<Deployment, 'id' | 'createdAt'>},
): number {
	const [atA, atB] = [a.createdAt ?? Number.NEGATIVE_INFINITY, b.createdAt ?? Number.NEGATIVE_INFINITY];
	if (atA !== atB) return atB > atA ? 1 : -1;
	return b.id > a.id ? 1 : -1;
}

/** A deployment that differs only by its request id stays the same object, so that nothing is drawn again. */
function answeredRow(
	before: KnownDeployment | undefined,
	arrived: Deployment,
	{readAt, at, skewMs}: Arrival,
): KnownDeployment {
	const isSame =
		before && isDeepStrictEqual({...before.deployment, requestId: undefined}, {...arrived, requestId: undefined});
	const seenAt = toServiceTime(readAt, skewMs);
	return {
		deployment: isSame ? before.deployment : arrived,
		readAt,
		arrivedAt: at,
		seenAt,
		requestId: arrived.requestId,
		asOf: before?.asOf === undefined ? undefined : seenAt,
		isGone: before?.isGone ?? false,
	};
}

function withoutOldUnlisted(sorted: readonly KnownDeployment[]): readonly KnownDeployment[] {
	if (sorted.length <= maxUnlistedDeployments) return sorted;
	let remembered = 0;
	return sorted.filter(({asOf}) => asOf === undefined || ++remembered <= maxUnlistedDeployments);
}

export function withRows(known: ProjectDeployments, unsorted: readonly KnownDeployment[]): ProjectDeployments {
	const rows = withoutOldUnlisted(unsorted.toSorted(newestFirst));
	const recent = rows.flatMap(({deployment, readAt, isGone}) => (readAt === undefined || isGone ? [] : deployment));
	return {
		...known,
		rows,
		byId: new Map(rows.map(row => [row.deployment.id, row])),
		recent: isSameList(known.recent, recent) ? known.recent : recent,
	};
}

/** Ignores a list that was requested before the last one. A deployment missing from the list stays listed if it was read after the list was requested, or if the list `mayLack` it. */
export function withListRead(
	known: ProjectDeployments,
	list: DeploymentList,
	arrival: Arrival,
	mayLack: (deploymentId: string) => boolean = () => false,
): ProjectDeployments {
	const {readAt, skewMs} = arrival;
	if (isOlderThan(readAt, known.readAt)) return known;
	// The missing deployment may be among the unreadable records.
	const provesAbsence = isComplete(list) && list.unreadable === 0;
	const arrived = new Map(list.deployments.map(deployment => [deployment.id, deployment]));
	const rows = known.rows.map((row): KnownDeployment => {
		const {id} = row.deployment;
		const answer = arrived.get(id);
		arrived.delete(id);
		if (answer) {
			const latest = isOlderThan(readAt, row.readAt) ? row : answeredRow(row, answer, arrival);
			return {...latest, asOf: undefined, isGone: false};
		}

		const wasBefore = (row.arrivedAt ?? toLocalTime(row.seenAt, skewMs)) < readAt;
		if (!wasBefore || row.isGone || mayLack(id)) return row;
		return {...row, asOf: row.seenAt, isGone: provesAbsence};
	});
	const added = [...arrived.values()].map(deployment => answeredRow(undefined, deployment, arrival));
	const {unreadable, flaw} = list;
	return {
		...withRows(known, [...rows, ...added]),
		readAt,
		completeSince: completeSince(list),
		unreadable,
		flaw,
	};
}

/** An unlisted deployment stays unlisted, because one that can be read need not be listed. */
export function withOneRead(known: ProjectDeployments, deployment: Deployment, arrival: Arrival): ProjectDeployments {
	const before = known.byId.get(deployment.id);
	if (isOlderThan(arrival.readAt, before?.readAt)) return known;
	const row = answeredRow(before, deployment, arrival);
	return withRows(known, [...known.rows.filter(other => other !== before), row]);
}

export type Observation = {
	readonly deployment: Deployment;
	readonly project: SafeText;
	readonly seenAt: ServiceTime;
};

export const namedObservations = (
	observations: readonly Observation[],
	names: EnvironmentNames | undefined,
): readonly Observation[] =>
	observations.map(observation => ({
		...observation,
		deployment: nameEnvironment(observation.deployment, names),
	}));

/** With `readAt`, the row counts as read at that time. */
export const recalledRow = ({deployment, seenAt}: Observation, readAt?: LocalTime): KnownDeployment => ({
	deployment,
	readAt,
	arrivedAt: readAt,
	seenAt,
	requestId: deployment.requestId,
	asOf: seenAt,
	isGone: false,
});

export function withRecalled(known: ProjectDeployments, observations: readonly Observation[]): ProjectDeployments {
	const others = observations.filter(({deployment}) => !known.byId.has(deployment.id));
	if (others.length === 0) return known;
	return withRows(known, [...known.rows, ...others.map(other => recalledRow(other))]);
}

export const hasReadAllDeployments = ({completeSince: since}: ProjectDeployments): boolean =>
	since === Number.NEGATIVE_INFINITY;

/** Undefined if the project has none, or if its deployments were never read. */
export const newestOf = (known: ProjectDeployments | undefined): Deployment | undefined =>
	known?.readAt === undefined ? undefined : known.recent[0];

export const rowIn = (known: ProjectDeployments | undefined, deploymentId: string): KnownDeployment | undefined =>
	known?.byId.get(deploymentId);

/** Ordered by answer: the project with the most recent one comes last. */
export type DeploymentTable = ReadonlyMap<string, ProjectDeployments>;

/** The number of projects that keep all their deployments: about 50 MB with full lists. */
const maxWholeProjects = 500;

export const deploymentIn = (
	table: DeploymentTable,
	projectId: string,
	deploymentId: string,
): KnownDeployment | undefined => rowIn(table.get(projectId), deploymentId);

export const environmentKey = ({environmentId}: Pick<Deployment, 'environmentId'>): string =>
	environmentId?.exact ?? '';

export function perEnvironment<Result>(make: (own: readonly Deployment[], wordMeanings: WordMeanings) => Result) {
	return memo((deployments: readonly Deployment[], wordMeanings: WordMeanings): ReadonlyMap<string, Result> => {
		const environments = Map.groupBy(deployments, environmentKey);
		return new Map([...environments].map(([key, own]) => [key, make(own, wordMeanings)]));
	});
}

/** Keeps deployments in progress and, in each environment, the newest deployment of each outcome. One of these is live. */
function trimmed(known: ProjectDeployments): ProjectDeployments {
	const rows = known.rows.filter(({readAt, isGone}) => readAt !== undefined && !isGone);
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

/** Trims the least recently read project that is not pinned. */
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
	if (next.size <= maxWholeProjects) return next;
	const pinned = pinnedProjects();
	const old = [...next].filter(([id]) => id !== projectId && !pinned.has(id)).at(-maxWholeProjects);
	// A `Map` keeps the place of a replaced entry.
	if (old) next.set(old[0], trimmed(old[1]));
	return next;
}
