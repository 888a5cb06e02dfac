import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import {
	conclusionEvent,
	type DetectedChanges,
	deploymentKey,
	keyOfDeployment,
	maxListingDelayMs,
	type StatusChange,
} from '../model/deployment-changes.ts';
import type {ProjectSnapshot} from '../model/journal-snapshot.ts';
import type {WordMeanings} from '../model/status-words.ts';

/** `seen`: already in progress at the first read. `changed again`: after its conclusion. */
type ObservedEvent = 'seen' | 'started' | 'changed' | 'stuck' | 'concluded' | 'changed again';

/** A change between two reads. Their times are by the service's clock. */
export type ObservedChange = {
	readonly event: ObservedEvent;
	readonly deployment: Deployment;
	readonly seenAfter: ServiceTime | undefined;
	readonly seenBy: ServiceTime;
};

export function changesIn(
	{deployments, changes, conclusions, stuck}: DetectedChanges,
	previousListAt: ServiceTime | undefined,
	seenBy: ServiceTime,
): readonly ObservedChange[] {
	const changed = new Map(changes.map(change => [change.deploymentId, change]));
	const late = stuck.map(({deployment, after}) => ({event: 'stuck', deployment, seenAfter: after, seenBy}) as const);
	const others = deployments.flatMap((deployment): ObservedChange | [] => {
		const change = changed.get(deployment.id);
		const conclusion = conclusions.find(each => each.deployment === deployment);
		const event = conclusion && (conclusion.isAgain ? 'changed again' : 'concluded');
		if (change && (event || !isConcluded(deployment)))
			return {event: event ?? 'changed', deployment, seenAfter: change.after, seenBy: change.before};
		if (event) return {event, deployment, seenAfter: previousListAt, seenBy};
		if (isConcluded(deployment)) return [];
		const isLate =
			previousListAt === undefined || (deployment.createdAt ?? previousListAt) < previousListAt - maxListingDelayMs;
		return isLate
			? {event: 'seen', deployment, seenAfter: undefined, seenBy}
			: {event: 'started', deployment, seenAfter: previousListAt, seenBy};
	});
	return [...others, ...late];
}

export function pastChanges(
	{observations, changes}: ProjectSnapshot,
	wordMeanings: WordMeanings,
): ReadonlyArray<{readonly change: ObservedChange; readonly project: SafeText}> {
	const known = new Map(observations.map(each => [keyOfDeployment(each.deployment), each]));
	const changed = new Map<string, readonly StatusChange[]>();
	const changedBefore = changes.flatMap(change => {
		const {projectId, deploymentId, from, to, after, before} = change;
		const key = deploymentKey(projectId, deploymentId);
		const observation = known.get(key);
		if (!observation) return [];
		const earlier = changed.get(key) ?? [];
		changed.set(key, [...earlier, change]);
		const isLast = changes.findLast(each => each.deploymentId === deploymentId) === change;
		const then = {deployment: to, seenAt: isLast ? observation.seenAt : before};
		const last = {deployment: from, seenAt: after};
		const event = isConcluded(to) ? conclusionEvent(earlier, last, then, wordMeanings) : ('changed' as const);
		if (!event) return [];
		const deployment = {...observation.deployment, ...to};
		return [{change: {event, deployment, seenAfter: after, seenBy: before}, project: observation.project}];
	});
	const seen = observations.flatMap(({deployment, project, seenAt}) => {
		if (isConcluded(deployment) || changed.has(keyOfDeployment(deployment))) return [];
		return [{change: {event: 'seen' as const, deployment, seenAfter: undefined, seenBy: seenAt}, project}];
	});
	return [...changedBefore, ...seen].sort((a, b) => a.change.seenBy - b.change.seenBy);
}
