const minuteMs = 60_000;

/** The time spans that the lanes of the board can show. */
export const laneSpansMs: readonly number[] = [15, 60, 6 * 60, 24 * 60].map(minutes => minutes * minuteMs);

/** A quarter of an hour, in which a deployment of a minute is still a bar. */
export const defaultLaneSpanMs = 15 * minuteMs;

/** Returns the next shorter or longer time span. Undefined if there is none. */
export const laneSpanAfter = (spanMs: number, by: 1 | -1): number | undefined =>
	laneSpansMs[laneSpansMs.indexOf(spanMs) + by];
