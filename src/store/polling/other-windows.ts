import type {LocalTime} from '../../clock.ts';
import {readKey} from '../model/requests/read-request.ts';
import type {PlannedRead} from './planned-read.ts';
import {noViews, type Views} from './reading-plan/view-weights.ts';

/** What a window wants to have read. */
export type WindowNeeds = {
	/** Its `--rpm`. */
	readonly perMinute: number;
	/** Whether nobody looks at it. */
	readonly isAway: boolean;
	/** The project whose deployments are on its screen. */
	readonly openList: string | undefined;
	/** The projects that its user looks at. */
	readonly views: Views;
	/** What is due or missing on its screen. */
	readonly reads: readonly PlannedRead[];
};

/** What the other windows mean for what this one reads. */
export type OtherWindows = {
	/** Whether this window makes the reads that nobody waits for. */
	readonly isReader: boolean;
	/** Whether nobody looks at any of the others. */
	readonly areAway: boolean;
	/** The projects whose deployments are on their screens. */
	readonly openLists: ReadonlySet<string>;
	readonly views: Views;
	readonly reads: readonly PlannedRead[];
};

export const noOtherWindows: OtherWindows = {
	isReader: true,
	areAway: true,
	openLists: new Set(),
	views: noViews,
	reads: [],
};

const united = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> => new Set([...a, ...b]);

export const unitedViews = (a: Views, b: Views): Views => ({
	live: united(a.live, b.live),
	watched: united(a.watched, b.watched),
	visible: united(a.visible, b.visible),
});

/** The pause before a read for another window is made again: it may not have seen the last answer yet. */
const pauseMs = 500;

/** Returns what the other windows need together, each read once. `endedAt`: when a read last ended, by its key. */
export function unitedNeeds(
	all: Iterable<WindowNeeds>,
	endedAt: ReadonlyMap<string, LocalTime>,
): Omit<OtherWindows, 'isReader'> {
	const reads = new Map<string, PlannedRead>();
	const openLists = new Set<string>();
	let [areAway, views] = [true, noViews];
	for (const needs of all) {
		areAway = areAway && needs.isAway;
		views = unitedViews(views, needs.views);
		if (needs.openList !== undefined) openLists.add(needs.openList);
		for (const read of needs.reads) {
			const key = readKey(read.request);
			const ended = endedAt.get(key);
			const dueAt = ended === undefined ? read.dueAt : Math.max(read.dueAt, ended + pauseMs);
			if (dueAt < (reads.get(key)?.dueAt ?? Number.POSITIVE_INFINITY)) reads.set(key, {...read, dueAt});
		}
	}

	return {areAway, openLists, views, reads: [...reads.values()]};
}
