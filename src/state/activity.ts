import type {Deployment} from '../api/types.ts';
import {type LocalTime, toLocalTime, toServiceTime} from '../base/clock.ts';
import {memoOn} from '../base/memo.ts';
import {caseless, plain} from '../base/text.ts';
import {activityEntry, conclusionEntry, deploymentOfEntry, type SavedActivityEntry} from '../model/activity-entry.ts';
import {arrangementOf, type SortValue, sortedBy} from '../model/arrangement.ts';
import {deploymentKey, keyOfDeployment} from '../model/deployment-changes.ts';
import {deploymentIn} from '../model/deployment-table.ts';
import {pastConclusion} from '../model/durations.ts';
import {isInFilter} from '../model/project-filter.ts';
import {projectNameOf} from '../model/project-list.ts';
import {absenceReport} from './absence.ts';
import type {State} from './state.ts';

export type ActivityHeading = {readonly heading: 'away' | 'others'};

export type ActivityListItem = ActivityHeading | SavedActivityEntry;

export const entryOfItem = (item: ActivityListItem | undefined): SavedActivityEntry | undefined =>
	item && 'id' in item ? item : undefined;

function entryValue({kind, project, at}: SavedActivityEntry, by: string): SortValue {
	if (by === 'event') return kind;
	return by === 'project' ? caseless(project) : at;
}

/** The end by the service's time, but never later than landfall noticed it. */
function concludedAt({polling: {skewMs}}: State, deployment: Deployment | undefined, seenAt: LocalTime): LocalTime {
	const at = deployment && pastConclusion(deployment, toServiceTime(seenAt, skewMs));
	return Math.min(seenAt, toLocalTime(at ?? Number.POSITIVE_INFINITY, skewMs));
}

function unsavedEntry(state: State, deployment: Deployment, seenAt: LocalTime): SavedActivityEntry {
	const happening = conclusionEntry({deployment, isAgain: false}, projectNameOf(state, deployment.projectId));
	const at = concludedAt(state, deployment, seenAt);
	return {...activityEntry(happening, state.connection?.name ?? plain``, at), id: keyOfDeployment(deployment)};
}

/** Entries of several windows about the same conclusion share one id. */
function savedEntry(state: State, entry: SavedActivityEntry): SavedActivityEntry {
	const {kind, projectId, deploymentId} = entry;
	if (kind !== 'concluded') return entry;
	const known = deploymentIn(state.deployments.table, projectId, deploymentId)?.deployment ?? entry.deployment;
	return {...entry, id: deploymentKey(projectId, deploymentId), at: concludedAt(state, known, entry.at)};
}

const pastEntries = (state: State): readonly SavedActivityEntry[] =>
	[...state.deployments.board.values()].flatMap(({projectId, deploymentId, endedAt}) => {
		const deployment = deploymentIn(state.deployments.table, projectId, deploymentId)?.deployment;
		if (!deployment || endedAt === undefined) return [];
		return unsavedEntry(state, deployment, endedAt);
	});

const sortedActivity = memoOn(
	({interface: {activity, arrangements}, deployments, projects, polling, presence, preferences}: State) => [
		deployments,
		...[activity, arrangements, projects],
		...[polling.skewMs, presence.away, preferences.wordMeanings],
	],
	(state: State) => {
		const {sort} = arrangementOf(state.interface.arrangements, 'activity');
		const report = absenceReport(state);
		const away = report?.concluded.map(deployment => unsavedEntry(state, deployment, report.until)) ?? [];
		const reported = new Set(away.map(({id}) => id));
		const saved = state.interface.activity.map(entry => savedEntry(state, entry));
		const others = new Map<string, SavedActivityEntry>();
		for (const entry of [...saved, ...pastEntries(state)])
			if (!reported.has(entry.id) && !others.has(entry.id)) others.set(entry.id, entry);
		const latestFirst = [...others.values()].toSorted((a, b) => b.at - a.at);
		return {
			isReported: report !== undefined,
			away: sortedBy(away, sort, entryValue),
			others: sortedBy(latestFirst, sort, entryValue),
		};
	},
);

export const shownActivity = memoOn(
	(state: State) => [
		sortedActivity(state),
		state.projects,
		state.deployments.table,
		state.connection?.environmentNames,
	],
	(state: State): readonly ActivityListItem[] => {
		const {projects, deployments, connection} = state;
		const {isReported, away, others} = sortedActivity(state);
		const isShown = (entry: SavedActivityEntry) => {
			const deployment = deploymentOfEntry(entry, deployments.table, connection?.environmentNames);
			return isInFilter({projects}, {projectId: entry.projectId, name: entry.project}, deployment);
		};
		const rest = others.filter(isShown);
		if (!isReported) return rest;
		const heading: readonly ActivityListItem[] = rest.length > 0 ? [{heading: 'others'}] : [];
		return [{heading: 'away'}, ...away.filter(isShown), ...heading, ...rest];
	},
);

export function activityEntryWithId(state: State, id: string): SavedActivityEntry | undefined {
	const {away, others} = sortedActivity(state);
	const isMeant = (entry: SavedActivityEntry) => entry.id === id;
	return away.find(isMeant) ?? others.find(isMeant);
}

export function hasActivity(state: State): boolean {
	const {away, others} = sortedActivity(state);
	return away.length + others.length > 0;
}
