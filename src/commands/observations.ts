import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import {type DetectedChanges, deploymentKey, keyOfDeployment} from '../model/deployment-changes.ts';
import type {ProjectSnapshot} from '../model/journal-snapshot.ts';

/** What was observed of a deployment: in progress at the first read, started since the last read, another status, concluded, or changed after its conclusion. */
type ObservedEvent = 'seen' | 'started' | 'changed' | 'concluded' | 'changed again';

/** An observed change of a deployment. It happened between two reads, whose times are by the service's clock. */
export type ObservedChange = {
	readonly event: ObservedEvent;
	readonly deployment: Deployment;
	/** Undefined for the first read. */
	readonly seenAfter: ServiceTime | undefined;
	readonly seenBy: ServiceTime;
};

function changeEvent(from: Parameters<typeof isConcluded>[0], to: typeof from): ObservedEvent {
	if (isConcluded(from)) return 'changed again';
	return isConcluded(to) ? 'concluded' : 'changed';
}

/** A deployment created longer than this before the last read had been missing from it: services list some late. */
const maxListingDelayMs = 60_000;

/** Returns what an answer about a project shows of its deployments. `lastLook` is when the list before was requested. */
export function changesIn(
	{deployments, changes, conclusions}: DetectedChanges,
	lastLook: ServiceTime | undefined,
	seenBy: ServiceTime,
): readonly ObservedChange[] {
	const changed = new Map(changes.map(change => [change.deploymentId, change]));
	const concluded = new Set(conclusions.map(({deployment}) => deployment));
	return deployments.flatMap((deployment): ObservedChange | [] => {
		const change = changed.get(deployment.id);
		if (change) {
			const event = changeEvent(change.from, change.to);
			return {event, deployment, seenAfter: change.after, seenBy: change.before};
		}

		if (concluded.has(deployment)) return {event: 'concluded', deployment, seenAfter: lastLook, seenBy};
		if (isConcluded(deployment)) return [];
		const isLate = lastLook === undefined || (deployment.createdAt ?? lastLook) < lastLook - maxListingDelayMs;
		return isLate
			? {event: 'seen', deployment, seenAfter: undefined, seenBy}
			: {event: 'started', deployment, seenAfter: lastLook, seenBy};
	});
}

/** Returns what was observed before this run, earliest first: each change, and what was in progress when it was last seen. */
export function pastChanges({
	observations,
	changes,
}: ProjectSnapshot): ReadonlyArray<{readonly change: ObservedChange; readonly project: SafeText}> {
	const known = new Map(observations.map(each => [keyOfDeployment(each.deployment), each]));
	const changed = new Set<string>();
	const changedBefore = changes.flatMap(({projectId, deploymentId, from, to, after, before}) => {
		const key = deploymentKey(projectId, deploymentId);
		const observation = known.get(key);
		if (!observation) return [];
		changed.add(key);
		const deployment = {...observation.deployment, ...to};
		const change = {event: changeEvent(from, to), deployment, seenAfter: after, seenBy: before};
		return [{change, project: observation.project}];
	});
	const seen = observations.flatMap(({deployment, project, seenAt}) => {
		if (isConcluded(deployment) || changed.has(keyOfDeployment(deployment))) return [];
		return [{change: {event: 'seen' as const, deployment, seenAfter: undefined, seenBy: seenAt}, project}];
	});
	return [...changedBefore, ...seen].sort((a, b) => a.change.seenBy - b.change.seenBy);
}
