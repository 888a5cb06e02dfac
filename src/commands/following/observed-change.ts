import {type Deployment, isConcluded} from '../../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../../clock.ts';
import {deploymentKey, keyOfDeployment} from '../../store/model/deployments/detected-changes.ts';
import type {Event} from '../../store/reducers/reduce.ts';
import {listReadAt} from '../../store/state/deployments/read-times.ts';
import type {State} from '../../store/state/state.ts';

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

/** A deployment, and when it was requested, by the local clock. */
type ReadDeployment = {readonly deployment: Deployment; readonly askedAt: LocalTime};

/** A deployment created longer than this before the last read had been missing from it: services list some late. */
const maxDelayMs = 60_000;

/** Returns what the first read of a deployment means. Undefined if it had already concluded. */
function firstEvent(deployment: Deployment, hasConcluded: boolean, lastLook: ServiceTime | undefined) {
	if (hasConcluded) return 'concluded';
	if (isConcluded(deployment)) return undefined;
	const isLate = lastLook === undefined || (deployment.createdAt ?? lastLook) < lastLook - maxDelayMs;
	return isLate ? 'seen' : 'started';
}

/** Returns the changes of deployments that an event of the store reveals. */
export function observedChanges(event: Event, before: State, after: State): readonly ObservedChange[] {
	const {changes: detected} = after.deployments;
	if (detected === before.deployments.changes || !('at' in event)) return [];
	const {skewMs} = after.polling;
	const changes = new Map(
		detected.changes.map(change => [deploymentKey(change.projectId, change.deploymentId), change]),
	);
	const concluded = new Set(detected.conclusions.map(({deployment}) => deployment));
	return detected.deployments.flatMap((deployment): readonly ObservedChange[] => {
		const change = changes.get(keyOfDeployment(deployment));
		if (change) {
			const isOver = isConcluded(change.to);
			const kind = isConcluded(change.from) ? 'changed again' : isOver ? 'concluded' : 'changed';
			return [{event: kind, deployment, seenAfter: change.after, seenBy: change.before}];
		}

		const lookedAt = listReadAt(before, deployment.projectId);
		const seenAfter = lookedAt === undefined ? undefined : toServiceTime(lookedAt, skewMs);
		const kind = firstEvent(deployment, concluded.has(deployment), seenAfter);
		if (!kind) return [];
		const seenBy = toServiceTime(event.at, skewMs);
		return [{event: kind, deployment, seenAfter: kind === 'seen' ? undefined : seenAfter, seenBy}];
	});
}

/** A deployment that was in progress before anything was printed. */
export const seenChange = ({deployment, askedAt}: ReadDeployment, {polling: {skewMs}}: State): ObservedChange => ({
	event: 'seen',
	deployment,
	seenAfter: undefined,
	seenBy: toServiceTime(askedAt, skewMs),
});
