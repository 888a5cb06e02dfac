import {memoLast} from '../../base/memo.ts';
import type {SavedEntry} from '../../journal/entries.ts';
import {arrangementOf, type ListSort, type SortValue, sortedBy} from '../model/deployments/arrangement.ts';
import type {State} from './state.ts';

function entryValue({kind, project, at}: SavedEntry, by: string): SortValue {
	if (by === 'event') return kind;
	return by === 'project' ? project.toLowerCase() : at;
}

const sortedActivity = memoLast((activity: readonly SavedEntry[], sort: ListSort) =>
	sortedBy(activity, sort, entryValue),
);

/** Returns the activity as the user has sorted it, by default newest first. */
export function shownActivity({interface: {activity, arrangements}}: Pick<State, 'interface'>): readonly SavedEntry[] {
	const {sort} = arrangementOf(arrangements, 'activity');
	return sort ? sortedActivity(activity, sort) : activity;
}
