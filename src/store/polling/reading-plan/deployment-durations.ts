/** How many durations were seen, and their sum in seconds. */
export type Durations = {readonly count: number; readonly sum: number};

/** What is known about how long deployments and their states last, over all projects. */
export type DurationKnowledge = {
	readonly team: Durations;
	/** By the state of a row: how many changes were seen in how much time. `exposure` is that time in mean durations of a deployment. */
	readonly changes: ReadonlyMap<string, {readonly count: number; readonly exposure: number}>;
};

/** The assumption before anything is known: deployments last a minute, in which their state changes a few times. */
const prior = {seconds: 60, count: 3};
const priorChanges = {count: 5, exposure: 2};

/** A project's own durations count as much as the team's once this many are known. */
const teamCount = 3;

/** Older durations fade once `maxCount` are known. Of the states, the latest `maxStates` are kept. */
const maxCount = 500;
const maxStates = 50;

/** Reading cannot tell shorter durations apart. */
const minSeconds = 2;

export const noDurations: Durations = {count: 0, sum: 0};

export const initialDurations: DurationKnowledge = {
	team: {count: prior.count, sum: prior.count * prior.seconds},
	changes: new Map(),
};

function plus({count, sum}: Durations, added: Durations): Durations {
	const kept = Math.min(1, maxCount / Math.max(1, count + added.count));
	return {count: (count + added.count) * kept, sum: (sum + added.sum) * kept};
}

export const withDurations = (known: DurationKnowledge, added: Durations): DurationKnowledge =>
	added.count === 0 ? known : {...known, team: plus(known.team, added)};

const meanOf = ({count, sum}: Durations): number => Math.max(minSeconds, sum / count);

/** Returns how many seconds deployments of a project last on average, from its own durations and the team's. */
export const meanDuration = ({team}: DurationKnowledge, {count, sum}: Durations): number =>
	Math.max(minSeconds, (teamCount * meanOf(team) + sum) / (teamCount + count));

/** Returns how many seconds a deployment stays in a state on average, in a project whose deployments last `duration` seconds. */
export function meanStateDuration({changes}: DurationKnowledge, state: string, duration: number): number {
	const {count, exposure} = changes.get(state) ?? {count: 0, exposure: 0};
	return Math.max(minSeconds, (duration * (priorChanges.exposure + exposure)) / (priorChanges.count + count));
}

/** Returns what is known after a row in this state was read again after `since` seconds. */
export function withReading(
	known: DurationKnowledge,
	{state, since, duration, hasChanged}: {state: string; since: number; duration: number; hasChanged: boolean},
): DurationKnowledge {
	const before = known.changes.get(state) ?? {count: 0, exposure: 0};
	const stateDuration = meanStateDuration(known, state, duration);
	const x = since / stateDuration;
	// The moment of the change is unknown, so its expected value is used.
	const seconds = hasChanged ? (x < 1e-3 ? since / 2 : stateDuration * (1 - x / Math.expm1(x))) : since;
	const kept = before.exposure > maxCount ? 0.5 : 1;
	const changes = new Map(known.changes);
	changes.delete(state);
	changes.set(state, {
		count: before.count * kept + (hasChanged ? 1 : 0),
		exposure: before.exposure * kept + seconds / duration,
	});
	const [oldest] = changes.keys();
	if (changes.size > maxStates && oldest !== undefined) changes.delete(oldest);
	return {...known, changes};
}
