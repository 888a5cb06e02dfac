import {projectRows} from '../model/layout.ts';
import {firstUnread} from '../model/projects/filtered-list.ts';
import {projectRowsOf} from '../model/projects/project-rows.ts';
import {readKey} from '../model/requests/read-request.ts';
import {newestReadAt} from '../state/deployments/read-times.ts';
import {listsProjects} from '../state/interface/screen.ts';
import {currentScreen, type State} from '../state/state.ts';
import {windowEnd} from '../state/visible-pages.ts';
import type {PlannedRead} from './planned-read.ts';

/** Returns the newest deployments of rows on the screen that were never read, or not since everything was refreshed, from the selected row outwards. */
export function rowReads(state: State, connectionId: number): readonly PlannedRead[] {
	if (!listsProjects(currentScreen(state))) return [];
	const {
		projects,
		polling,
		interface: {size},
	} = state;
	const rows = projectRowsOf(projects);
	const {top, index: selected} = projects.position;
	const end = Math.min(rows.count, windowEnd(state));
	const indexes = Array.from({length: Math.max(0, end - top)}, (_, offset) => top + offset);
	const outwards = indexes.toSorted((a, b) => Math.abs(a - selected) - Math.abs(b - selected));
	const visible = outwards.flatMap(index => rows.rowAt(index) ?? []);
	const isFailing = (projectId: string) =>
		polling.failures.size > 0 && polling.failures.has(readKey({connectionId, kind: 'latest', projectId}));
	// If a filter leaves lines empty, projects that it cannot evaluate yet may fill them.
	const unread = projects.view
		? firstUnread(projects.view, projectRows(size) - visible.length, ({id}) => !isFailing(id))
		: [];
	return [...visible, ...unread].flatMap(({id: projectId}): PlannedRead[] => {
		const askedAt = newestReadAt(state, projectId);
		if (askedAt !== undefined && askedAt >= polling.allRefreshedAt) return [];
		return [{request: {connectionId, kind: 'latest', projectId}, priority: 'fill', dueAt: 0, askedAt}];
	});
}
