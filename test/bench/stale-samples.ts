import type {Clock} from '../../src/clock.ts';
import {viewsOf} from '../../src/store/polling/wants.ts';
import {runningDeployments} from '../../src/store/state/deployments/read-times.ts';
import type {Store} from '../../src/store/store.ts';

/** What a deployment was, and since when. */
export type Look = {readonly word: string; readonly at: number};

const places = ['live', 'watched', 'board'] as const;

export const at = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`.padStart(9);

type StaleSamples = {
	/** Looks at everything that is in progress or shown so. */
	readonly take: () => void;
	/** How stale rows in progress were, in milliseconds, by where they are; and all that is in progress, found or not. */
	readonly byPlace: ReadonlyMap<string, readonly number[]>;
	readonly all: readonly number[];
	/** The deployments that were shown before they were over. */
	readonly seen: ReadonlySet<string>;
};

/** Compares what is shown with the truth, which is how each deployment was over time. What was there `before` counts only once it is shown. */
export function createStaleSamples({
	store,
	clock,
	truth,
	overAt,
	mine,
	before,
}: {
	readonly store: Store;
	readonly clock: Clock;
	readonly truth: ReadonlyMap<string, readonly Look[]>;
	readonly overAt: ReadonlyMap<string, number>;
	readonly mine: ReadonlySet<string>;
	readonly before: ReadonlySet<string>;
}): StaleSamples {
	const byPlace = new Map<string, number[]>(places.map(place => [place, []]));
	const all: number[] = [];
	const seen = new Set<string>();

	function take() {
		const now = clock.now();
		const state = store.get();
		const {open} = viewsOf(state, true);
		const rows = new Map(runningDeployments(state).map(({deployment}) => [deployment.id, deployment] as const));
		for (const [id, history] of truth) {
			const row = rows.get(id);
			const isOver = overAt.has(id);
			const beganAt = history[0]?.at ?? now;
			if (!row) {
				if (!isOver && !before.has(id)) all.push(now - beganAt);
				continue;
			}

			const word = (row.conclusion ?? row.status)?.exact ?? '';
			const shown = history.findIndex(look => look.word === word);
			const age = now - (history[shown + 1]?.at ?? now);
			if (!isOver) {
				all.push(age);
				seen.add(id);
			}

			const place = open.has(row.projectId) ? 'live' : mine.has(row.projectId) ? 'watched' : 'board';
			byPlace.get(place)?.push(age);
		}
	}

	return {take, byPlace, all, seen};
}

export function staleLines({byPlace, all}: StaleSamples): readonly string[] {
	const lines = places.map(place => {
		const sorted = (byPlace.get(place) ?? []).toSorted((a, b) => a - b);
		return `  staleness in progress, ${place.padEnd(13)} p95 ${seconds(at(sorted, 0.95))}  n ${sorted.length}`;
	});
	const mean = all.reduce((sum, age) => sum + age, 0) / Math.max(1, all.length);
	return [...lines, `  the same, all in progress, found or not    mean ${seconds(mean)}`];
}
