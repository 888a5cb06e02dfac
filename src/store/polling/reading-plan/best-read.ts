import type {PageReading, ProjectReading} from './project-reading.ts';
import {listValue, needsOwnRecord, secondsSince} from './project-value.ts';
import {canReadList, minPauseMs, type Read} from './read.ts';
import {discoveryValue, maxDiscoveryValue, rowValue} from './read-value.ts';
import {projectOf, type ReadingKnowledge} from './reading-knowledge.ts';
import type {IndexedRow} from './running-rows.ts';
import {meanSeconds, stateSeconds} from './team-statistics.ts';
import {type Views, type ViewWeights, viewOf} from './view-weights.ts';

type Moment = {
	readonly now: number;
	readonly views: Views;
	readonly weights: ViewWeights;
	/** Whether reads may go beyond what is in progress or looked at. */
	readonly isWide: boolean;
};

type Candidate = {readonly value: number; readonly read: Read};

/** The most valuable read of a single deployment, among those that must be read through their own record. */
function bestRow(
	{statistics}: ReadingKnowledge,
	project: ProjectReading,
	{now, views, weights}: Moment,
): Candidate | undefined {
	let highest = 0;
	let best: IndexedRow | undefined;
	const {id: projectId, rows} = project;
	for (const queue of rows.digest.queues) {
		const first = queue.find(({row}) => needsOwnRecord(project, row, now));
		if (!first || first.row.readAt > now - minPauseMs) continue;
		const stateDuration = stateSeconds(statistics, first.row, meanSeconds(statistics, project.durations));
		const value = weights[viewOf(projectId, views)] * rowValue(secondsSince(first.row.readAt, now), stateDuration);
		if (value > highest || (value === highest && best && first.index < best.index)) [highest, best] = [value, first];
	}

	return best && {value: highest, read: {kind: 'deployment', projectId, deploymentId: best.id}};
}

/** The most valuable page, if its value exceeds `minValue`. Following its hints costs more requests, but not more if it is read more often. */
function bestPage({pages, statistics}: ReadingKnowledge, now: number, minValue: number): PageReading | undefined {
	const duration = meanSeconds(statistics);
	let highest = minValue;
	let best: PageReading | undefined;
	for (const page of pages.values()) {
		if (page.blockedUntil > now || page.readAt > now - minPauseMs) continue;
		const since = secondsSince(page.readAt, now);
		if (maxDiscoveryValue(since, page.hintRate, duration) <= highest) continue;
		const value = discoveryValue(since, page.hintRate, duration);
		if (value > highest) [highest, best] = [value, page];
	}

	return best;
}

/** The read with the highest value. */
export function bestRead(knowledge: ReadingKnowledge, moment: Moment): Read | undefined {
	const {statistics, active, unread, readBefore} = knowledge;
	const {now, views, weights, isWide} = moment;
	const canRead = canReadList(now);
	let highest = Number.NEGATIVE_INFINITY;
	let ofProject: ProjectReading | undefined;
	let own: Read | undefined;
	const considerList = (project: ProjectReading) => {
		const value = listValue(project, {now, view: viewOf(project.id, views), weights, statistics});
		if (value > highest) [highest, ofProject, own] = [value, project, undefined];
	};
	for (const project of active) {
		if (canRead(project)) considerList(project);
		const row = project.blockedUntil <= now ? bestRow(knowledge, project, moment) : undefined;
		if (row && row.value > highest) [highest, own] = [row.value, row.read];
	}

	for (const ids of [views.live, views.watched, views.visible]) {
		for (const id of ids) {
			const project = projectOf(knowledge, id);
			if (!active.has(project) && canRead(project)) considerList(project);
		}
	}

	if (isWide) {
		readBefore.forEachFirst(canRead, considerList);
		unread.forEachFirst(canRead, considerList);
	}

	const page = isWide ? bestPage(knowledge, now, highest) : undefined;
	if (page) return {kind: 'page', cursor: page.cursor};
	return own ?? (ofProject && {kind: 'list', projectId: ofProject.id});
}
