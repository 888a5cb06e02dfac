import type {ProjectReading} from './project-reading.ts';
import {discoveryValue, hintValue, rowValue} from './read-value.ts';
import type {Row} from './running-rows.ts';
import {meanSeconds, precisionOf, recallOf, stateSeconds, type TeamStatistics} from './team-statistics.ts';
import type {View, ViewWeights} from './view-weights.ts';

/** The weight of discovering a deployment, by where people look. */
const discoveryWeights: Readonly<Record<View, number>> = {live: 16, watched: 16, visible: 4, rest: 1};

export const secondsSince = (at: number, now: number): number => Math.max(0, now - at) / 1000;

/** Returns the value of reading the list of a project: for the staleness of its rows, and for deployments that may have begun. */
export function listValue(
	project: ProjectReading,
	{now, view, weights, statistics}: {now: number; view: View; weights: ViewWeights; statistics: TeamStatistics},
): number {
	const {listReadAt, pageReadAt, rows, rate, hintedAt, wasBusyAtHint} = project;
	const duration = meanSeconds(statistics, project.durations);
	let stale = 0;
	for (const {row, count} of rows.digest.listed) {
		const value = rowValue(secondsSince(row.readAt, now), stateSeconds(statistics, row, duration));
		for (let counted = 0; counted < count; counted++) stale += value;
	}

	// Deployments that hints reveal can only have begun since the page was read, the others since the list was read.
	const recall = pageReadAt === undefined ? 0 : recallOf(statistics);
	const sinceList = listReadAt === undefined ? Number.POSITIVE_INFINITY : secondsSince(listReadAt, now);
	let begun = (1 - recall) * discoveryValue(sinceList, rate, duration);
	if (pageReadAt !== undefined) {
		begun += recall * discoveryValue(Math.min(sinceList, secondsSince(pageReadAt, now)), rate, duration);
	}

	if (hintedAt !== undefined) {
		begun += hintValue(secondsSince(hintedAt, now), duration, precisionOf(statistics, wasBusyAtHint));
	}

	return weights[view] * stale + discoveryWeights[view] * begun;
}

/** Whether a row must be read through its own record, because the list of its project lacks it or cannot be read. */
export const needsOwnRecord = ({listRetryAt}: ProjectReading, {isUnlisted, retryAt}: Row, now: number): boolean =>
	(isUnlisted || listRetryAt > now) && retryAt <= now;
