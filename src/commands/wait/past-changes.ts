import {type Deployment, isConcluded} from '../../api/types.ts';
import type {ServiceTime} from '../../clock.ts';
import {deploymentKey} from '../../store/model/deployments/detected-changes.ts';
import type {Event} from '../../store/reducers/reduce.ts';
import type {SafeText} from '../../text.ts';
import type {ObservedChange} from './observations.ts';

type Recalled = Extract<Event, {readonly type: 'journal-recalled'}>['snapshot'];

/** What the journal has observed. */
type Observed = {
	readonly observations: Recalled['unfinished'];
	readonly changes: ReadonlyArray<
		Pick<Deployment, 'projectId'> & {
			readonly deploymentId: string;
			readonly from: Pick<Deployment, 'status' | 'conclusion' | 'concludedAt'>;
			readonly to: Pick<Deployment, 'status' | 'conclusion' | 'concludedAt'>;
			readonly after: ServiceTime;
			readonly before: ServiceTime;
		}
	>;
};

type PastChange = {readonly change: ObservedChange; readonly project: SafeText};

/** Returns what was observed before this run, earliest first. */
export function pastChanges(
	{observations, changes}: Observed,
	isWanted: (projectId: string) => boolean,
): readonly PastChange[] {
	const known = new Map(
		observations.map(observation => [
			deploymentKey(observation.deployment.projectId, observation.deployment.id),
			observation,
		]),
	);
	const changed = new Set<string>();
	const past: PastChange[] = [];
	for (const {projectId, deploymentId, from, to, after, before} of changes) {
		const key = deploymentKey(projectId, deploymentId);
		const observation = known.get(key);
		if (!observation) continue;
		changed.add(key);
		const event = isConcluded(from) ? 'changed again' : isConcluded(to) ? 'concluded' : 'changed';
		const deployment = {...observation.deployment, ...to};
		past.push({change: {event, deployment, seenAfter: after, seenBy: before}, project: observation.project});
	}

	for (const [key, {deployment, project, seenAt}] of known) {
		if (changed.has(key) || isConcluded(deployment)) continue;
		past.push({change: {event: 'seen', deployment, seenAfter: undefined, seenBy: seenAt}, project});
	}

	return past
		.filter(({change}) => isWanted(change.deployment.projectId))
		.sort((a, b) => a.change.seenBy - b.change.seenBy);
}

/** Returns the deployments that were in progress when they were last seen. With them, the session notices what has changed since. */
export const unfinishedIn = ({observations}: Observed, isWanted: (projectId: string) => boolean): Recalled => ({
	unfinished: observations.filter(({deployment}) => !isConcluded(deployment) && isWanted(deployment.projectId)),
	concluded: [],
	watches: [],
	lastReadAt: undefined,
	words: [],
	drafts: new Map(),
});
