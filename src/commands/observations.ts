import {type Deployment, isConcluded} from '../api/types.ts';
import {type Clock, type ServiceTime, toServiceTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import type {Journal} from '../journal/journal.ts';
import {activityEntry, conclusionEntry} from '../model/activity-entry.ts';
import {type OpenedService, serviceOf} from '../model/connection.ts';
import {
	type AnsweredDeployment,
	changesBetween,
	deploymentKey,
	keyOfDeployment,
	worthSaving,
} from '../model/deployment-changes.ts';
import type {Arrival, ProjectDeployments} from '../model/deployment-table.ts';
import type {ProjectSnapshot} from '../model/journal-snapshot.ts';
import {watchKey, watchOf} from '../model/watches.ts';

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

const wasConcluded = ({before}: AnsweredDeployment): boolean => before !== undefined && isConcluded(before);

function changeEvent(from: Pick<Deployment, 'conclusion' | 'concludedAt'>, to: typeof from): ObservedEvent {
	if (isConcluded(from)) return 'changed again';
	return isConcluded(to) ? 'concluded' : 'changed';
}

/** A deployment created longer than this before the last read had been missing from it: services list some late. */
const maxDelayMs = 60_000;

/** Returns the change that an answer reveals. `lastLook` is when the list before was requested. */
function changeIn(
	{deployment, before, change, hasJustConcluded}: AnsweredDeployment,
	lastLook: ServiceTime | undefined,
	seenBy: ServiceTime,
): ObservedChange | undefined {
	if (change) {
		const event = changeEvent(change.from, change.to);
		return {event, deployment, seenAfter: change.after, seenBy: change.before};
	}

	if (before) return undefined;
	if (hasJustConcluded) return {event: 'concluded', deployment, seenAfter: lastLook, seenBy};
	if (isConcluded(deployment)) return undefined;
	const isLate = lastLook === undefined || (deployment.createdAt ?? lastLook) < lastLook - maxDelayMs;
	return isLate
		? {event: 'seen', deployment, seenAfter: undefined, seenBy}
		: {event: 'started', deployment, seenAfter: lastLook, seenBy};
}

/** Returns a function that compares what is known about a project before and after an answer, which arrived `at`. It returns the changes, and saves them in the journal, so that the screens know them. How something ends that the user watches is left to the screens, which report it. */
export function createObserver(journal: Journal, service: OpenedService, {wall}: Pick<Clock, 'wall'>) {
	const key = serviceOf(service);
	const watches = new Map(journal.snapshot(key).watches.map(watch => [watchKey(watch), watch]));

	return (
		before: ProjectDeployments,
		after: ProjectDeployments,
		{at, skewMs}: Pick<Arrival, 'at' | 'skewMs'>,
		project: SafeText,
	): readonly ObservedChange[] => {
		const answered = changesBetween(before, after, {at, skewMs});
		const seenBy = toServiceTime(at, skewMs);
		const isLeft = (each: AnsweredDeployment) =>
			watchOf(watches, each.deployment) !== undefined && (wasConcluded(each) || isConcluded(each.deployment));
		const own = answered.filter(each => !isLeft(each));
		const observations = worthSaving(own, after).map(({deployment}) => ({
			deployment,
			project,
			seenAt: Math.round(seenBy),
		}));
		const changes = own.flatMap(({change}) => change ?? []);
		if (observations.length > 0) journal.saveObservations(key, observations, changes);
		for (const each of own) {
			const entry = conclusionEntry({deployment: each.deployment, isAgain: wasConcluded(each)}, project);
			if (each.hasJustConcluded) journal.record(activityEntry(entry, service.name, wall()));
		}

		const lastLook = before.requestedAt === undefined ? undefined : toServiceTime(before.requestedAt, skewMs);
		return answered.flatMap(each => changeIn(each, lastLook, seenBy) ?? []);
	};
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
