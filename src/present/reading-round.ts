import type {LocalTime} from '../clock.ts';
import {duration} from '../duration.ts';
import {plain, type SafeText, safe} from '../text.ts';
import {age, count} from './format.ts';

/** How many of all projects landfall has looked at. */
export type ReadingRound = {
	/** How many projects had their deployments read, of how many that are known. */
	readonly readCount: number;
	readonly projectCount: number;
	/** Shown after the number of projects: that there are more, or why no more can be read. */
	readonly end: string;
	/** When the oldest deployment in progress on the board was read, by the local clock. */
	readonly oldestAt: LocalTime | undefined;
	/** How many requests a minute may be made now. */
	readonly perMinute: number;
};

const minuteMs = 60_000;

/** The width from which the sentence is complete, the one from which it has the duration of a round, and the one from which it names what was looked at. */
const wideColumns = 110;
const usualColumns = 100;
const narrowColumns = 60;

/** Returns how many projects have been read, how old the oldest line is, and how long it takes to read every project once: `looked at 212 of 240 projects, a round takes 4m 00s, the oldest line 12s ago`. Shorter on a narrow screen. */
export function readingRoundText(round: ReadingRound, columns: number, localNow: LocalTime): SafeText {
	const {readCount, projectCount, end, oldestAt, perMinute} = round;
	const short = plain`looked at ${count(readCount)} of ${count(projectCount)}${safe(end)}`;
	if (columns < narrowColumns) return short;
	const looked = plain`${short} projects`;
	if (columns < usualColumns) return looked;
	const roundMs = (projectCount * minuteMs) / Math.max(1, perMinute);
	const takes = perMinute === 0 ? plain`reads on request only` : plain`a round takes ${duration(roundMs)}`;
	const withRound = projectCount === 0 ? looked : plain`${looked}, ${takes}`;
	if (columns < wideColumns || oldestAt === undefined) return withRound;
	return plain`${withRound}, the oldest line read ${age(oldestAt, localNow)}`;
}
