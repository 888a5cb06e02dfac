import type {LocalTime, ServiceTime} from '../../clock.ts';
import type {ProjectSnapshot} from '../../journal/journal-records.ts';

/** How much faster than the clock a replay can run. */
export const replaySpeeds: readonly number[] = [1, 10, 60, 300, 600];

/** What was observed, played back. Its own clock says which moment it shows. */
export type Replay = {
	readonly observed: ProjectSnapshot;
	readonly from: ServiceTime;
	readonly until: ServiceTime;
	/** The moment that it showed at `setAt`. */
	readonly shownAt: ServiceTime;
	readonly setAt: LocalTime;
	readonly speed: number;
	readonly isPaused: boolean;
};

/** Starts a replay of everything that was observed between two moments. */
export const startReplay = (
	observed: ProjectSnapshot,
	{from, until, now}: {readonly from: ServiceTime; readonly until: ServiceTime; readonly now: LocalTime},
): Replay => ({observed, from, until, shownAt: from, setAt: now, speed: 60, isPaused: false});

/** Returns the moment that a replay shows. It stops at its end. */
export function replayTime({from, until, shownAt, setAt, speed, isPaused}: Replay, now: LocalTime): ServiceTime {
	const passedMs = isPaused ? 0 : Math.max(0, now - setAt) * speed;
	return Math.max(from, Math.min(until, shownAt + passedMs));
}

/** Lets a replay go on at `now` with the moment that it showed at `before`, by a clock that was set since. */
export const setAgain = (replay: Replay, before: LocalTime, now: LocalTime): Replay => ({
	...replay,
	shownAt: replayTime(replay, before),
	setAt: now,
});

/** Pauses a replay or lets it go on. At its end, it starts again. */
export function toggled(replay: Replay, now: LocalTime): Replay {
	const set = setAgain(replay, now, now);
	if (set.shownAt >= set.until) return {...set, shownAt: set.from, isPaused: false};
	return {...set, isPaused: !set.isPaused};
}

/** Makes a replay faster or slower by one step. */
export function withSpeed(replay: Replay, by: 1 | -1, now: LocalTime): Replay {
	const index = replaySpeeds.indexOf(replay.speed) + by;
	const speed = replaySpeeds[Math.max(0, Math.min(replaySpeeds.length - 1, index))] ?? replay.speed;
	return {...setAgain(replay, now, now), speed};
}

/** Pauses a replay at a moment. */
export const pausedAt = (replay: Replay, shownAt: ServiceTime, now: LocalTime): Replay => ({
	...replay,
	shownAt,
	setAt: now,
	isPaused: true,
});
