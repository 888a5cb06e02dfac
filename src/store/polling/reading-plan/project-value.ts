import type {ProjectReading, Row} from './project-reading.ts';
import {discoveryValue, hintValue, rowValue} from './read-value.ts';
import {meanSeconds, precisionOf, recallOf, stateSeconds, type TeamStatistics} from './team-statistics.ts';
import type {View, ViewWeights} from './view-weights.ts';

/** How much more it counts to discover a deployment where people look. */
const discoveryWeights: Readonly<Record<View, number>> = {live: 16, watched: 16, visible: 4, rest: 1};

export const secondsSince = (at: number, now: number): number => Math.max(0, now - at) / 1000;

/** What it is worth to read the list of a project: how stale its rows may be, and what may have begun. */
export function listValue(
	project: ProjectReading,
	{now, view, weights, statistics}: {now: number; view: View; weights: ViewWeights; statistics: TeamStatistics},
): number {
	const {listReadAt, pageReadAt, rows, rate, hintedAt, wasBusyAtHint} = project;
	const lasts = meanSeconds(statistics, project.durations);
	let stale = 0;
	for (const row of rows.values()) {
		if (!row.isUnlisted) stale += rowValue(secondsSince(row.readAt, now), stateSeconds(statistics, row, lasts));
	}

	// What hints tell of would have been hinted at when the page was read; the rest may have begun since the list was read.
	const recall = pageReadAt === undefined ? 0 : recallOf(statistics);
	const sinceList = listReadAt === undefined ? Number.POSITIVE_INFINITY : secondsSince(listReadAt, now);
	let begun = (1 - recall) * discoveryValue(sinceList, rate, lasts);
	if (pageReadAt !== undefined) {
		begun += recall * discoveryValue(Math.min(sinceList, secondsSince(pageReadAt, now)), rate, lasts);
	}

	if (hintedAt !== undefined) {
		begun += hintValue(secondsSince(hintedAt, now), lasts, precisionOf(statistics, wasBusyAtHint));
	}

	return weights[view] * stale + discoveryWeights[view] * begun;
}

/** Whether a row has to be read by its own record, because the list of its project does not have it or cannot be read. */
export const needsOwnRecord = ({listRetryAt}: ProjectReading, {isUnlisted, retryAt}: Row, now: number): boolean =>
	(isUnlisted || listRetryAt > now) && retryAt <= now;
