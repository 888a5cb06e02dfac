import type {KeptEntry} from '../../journal/entry.ts';
import {arrangementOf, type ListSort, type SortValue, sortedBy} from '../model/deployments/arrangement.ts';
import type {State} from './state.ts';

function entryValue({kind, project, at}: KeptEntry, by: string): SortValue {
	if (by === 'event') return kind;
	return by === 'project' ? project.toLowerCase() : at;
}

const kept = new WeakMap<readonly KeptEntry[], {readonly sort: ListSort; readonly entries: readonly KeptEntry[]}>();

/** Returns the activity as the user has sorted it, by default newest first. The same entries until something changes. */
export function shownActivity({interface: {activity, arrangements}}: Pick<State, 'interface'>): readonly KeptEntry[] {
	const {sort} = arrangementOf(arrangements, 'activity');
	if (!sort) return activity;
	const last = kept.get(activity);
	if (last?.sort === sort) return last.entries;
	const entries = sortedBy(activity, sort, entryValue);
	kept.set(activity, {sort, entries});
	return entries;
}
