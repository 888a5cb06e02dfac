import type {SavedEntry} from '../../journal/entry.ts';
import {arrangementOf, type SortValue, sortedBy} from '../model/deployments/arrangement.ts';
import type {State} from './state.ts';

function entryValue({kind, project, at}: SavedEntry, by: string): SortValue {
	if (by === 'event') return kind;
	return by === 'project' ? project.toLowerCase() : at;
}

/** Returns the activity as the user has sorted it, by default newest first. The same entries until something changes. */
export function shownActivity({
	interface: {activity, arrangements},
	memo,
}: Pick<State, 'interface' | 'memo'>): readonly SavedEntry[] {
	const {sort} = arrangementOf(arrangements, 'activity');
	return sort ? memo.kept('activity', activity, [sort], () => sortedBy(activity, sort, entryValue)) : activity;
}
