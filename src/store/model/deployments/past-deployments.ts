import {type Deployment, isConcluded} from '../../../api/types.ts';
import {type LocalTime, type ServiceTime, toLocalTime} from '../../../clock.ts';
import {validTime} from '../../../deployment-times.ts';
import type {Change, Observation, ObservedStatus, ProjectSnapshot} from '../../../journal/journal-records.ts';
import type {Replay} from '../replay.ts';
import {type DeploymentRecords, type KnownDeployment, newestIdFirst} from './deployment-records.ts';
import type {DeploymentTable} from './deployment-table.ts';
import {keyOfDeployment} from './detected-changes.ts';
import {noDeployments, type ProjectDeployments} from './project-deployments.ts';
import type {Board, TrackedDeployment} from './tracked-deployment.ts';

/** When a deployment was observed to have concluded: when the service says so, else when it was first seen. Undefined while it has not. */
function concludedAtOf({deployment, seenAt}: Observation, changes: readonly Change[]): ServiceTime | undefined {
	if (!isConcluded(deployment)) return undefined;
	const {concludedAt} = deployment;
	if (concludedAt !== undefined && Number.isFinite(concludedAt)) return Math.min(concludedAt, seenAt);
	return changes.find(({to}) => isConcluded(to))?.before ?? seenAt;
}

type ObservedDeployment = {
	readonly observation: Observation;
	/** Its changes, the oldest first. */
	readonly changes: readonly Change[];
	readonly concludedAt: ServiceTime | undefined;
};

/** Returns each observed deployment with its own changes. */
export function observedDeployments({observations, changes}: ProjectSnapshot): readonly ObservedDeployment[] {
	const byKey = Map.groupBy(changes, ({projectId, deploymentId}) => keyOfDeployment({projectId, id: deploymentId}));
	return observations.map(observation => {
		const own = (byKey.get(keyOfDeployment(observation.deployment)) ?? []).toSorted((a, b) => a.before - b.before);
		return {observation, changes: own, concludedAt: concludedAtOf(observation, own)};
	});
}

/** Returns when a deployment concluded next, or before, as seen from the moment that a replay shows. If none did, its end or its start. */
export function nextConclusion(
	observed: readonly ObservedDeployment[],
	{from, until}: Pick<Replay, 'from' | 'until'>,
	at: ServiceTime,
	by: 1 | -1,
): ServiceTime {
	const times = observed.flatMap(({concludedAt}) => concludedAt ?? []).filter(time => time >= from && time <= until);
	const isNext = (time: ServiceTime) => (by > 0 ? time > at : time < at);
	return times
		.filter(isNext)
		.reduce<ServiceTime>((next, time) => (by > 0 ? Math.min(next, time) : Math.max(next, time)), by > 0 ? until : from);
}

/** Returns the status in which a deployment in progress was last seen before a moment; before its first observed change, the one that it changed from. Undefined if nobody had seen it. */
function statusAt({observation, changes}: ObservedDeployment, at: ServiceTime): ObservedStatus | undefined {
	const {deployment, seenAt} = observation;
	const seen = changes.length === 0 && at >= seenAt ? deployment : changes[0]?.from;
	const status = changes.findLast(({before}) => before <= at)?.to ?? seen;
	return status && !isConcluded(status) ? status : undefined;
}

/** Returns a deployment as it was at a moment, and when that was read. Undefined if it had not begun. */
function knownAt(observed: ObservedDeployment, at: ServiceTime, skewMs: number): KnownDeployment | undefined {
	const {observation, changes, concludedAt} = observed;
	const {deployment, seenAt} = observation;
	const known = (shown: Deployment, readAt: ServiceTime | undefined): KnownDeployment => {
		const askedAt = readAt === undefined ? undefined : toLocalTime(readAt, skewMs);
		return {deployment: shown, askedAt, arrivedAt: askedAt, seenAt: readAt ?? at};
	};
	if (concludedAt !== undefined && at >= concludedAt) return known(deployment, at);
	// The service's clock may be ahead, but what was seen had begun.
	const beganAt = Math.min(validTime(deployment.createdAt) ?? seenAt, changes[0]?.after ?? seenAt, seenAt);
	if (at < beganAt) return undefined;
	const status = statusAt(observed, at);
	const running = {...deployment, status: status?.status, conclusion: undefined, concludedAt: undefined};
	// Nothing is known of it before it was seen, after it was last read, and between the two reads around a change.
	const lastSeenAt = changes.find(({before}) => before > at)?.after ?? seenAt;
	return known(running, status && Math.min(at, lastSeenAt));
}

/** What the board shows at a moment: the deployments that had begun by then, and their records. */
export type PastDeployments = {readonly board: Board; readonly table: DeploymentTable};

/** Returns the deployments of a project as if all of them had been listed. */
const pastDeployments = (records: DeploymentRecords, askedAt: LocalTime): ProjectDeployments => ({
	...noDeployments,
	records,
	newest: {ids: [...records.keys()].sort(newestIdFirst(records)), askedAt, hint: ''},
});

/** Returns the deployments as they were at a moment, including all that had concluded before. `skewMs` is the service's clock minus the local one. */
export function deploymentsAt(
	observed: readonly ObservedDeployment[],
	at: ServiceTime,
	skewMs: number,
): PastDeployments {
	const askedAt = toLocalTime(at, skewMs);
	const board = new Map<string, TrackedDeployment>();
	const records = new Map<string, Map<string, KnownDeployment>>();
	for (const one of observed) {
		const known = knownAt(one, at, skewMs);
		if (!known) continue;
		const {projectId, id} = known.deployment;
		const endedAt = one.concludedAt !== undefined && at >= one.concludedAt ? one.concludedAt : undefined;
		board.set(keyOfDeployment(known.deployment), {
			projectId,
			deploymentId: id,
			endedAt: endedAt === undefined ? undefined : toLocalTime(endedAt, skewMs),
		});
		const own = records.get(projectId) ?? new Map();
		records.set(projectId, own.set(id, known));
	}

	return {board, table: new Map([...records].map(([projectId, own]) => [projectId, pastDeployments(own, askedAt)]))};
}
