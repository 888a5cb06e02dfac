import {rowOfEntry, shownBoard} from '../model/board.ts';
import {boardRows as boardHeight, projectRows} from '../model/layout.ts';
import {liveLayout} from '../model/live-layout.ts';
import type {ListBounds} from '../model/position.ts';
import {projectRowsOf} from '../model/projects/project-rows.ts';
import {shownDeployments} from './deployments/shown-deployments.ts';
import type {Screen} from './interface/screen.ts';
import {shownActivity} from './shown-activity.ts';
import type {State} from './state.ts';

/** Returns the bounds of the project list as shown. */
export function projectBounds(state: Pick<State, 'projects' | 'interface'>): ListBounds {
	const {count, rowAt, indexOf} = projectRowsOf(state.projects);
	return {
		count,
		height: projectRows(state.interface.size),
		idAt: index => rowAt(index)?.id,
		indexOf: id => indexOf(id, 0),
	};
}

/** Returns the bounds of the activity list. */
function activityBounds(state: Pick<State, 'interface'>): ListBounds {
	const entries = shownActivity(state);
	return {
		count: entries.length,
		height: projectRows(state.interface.size),
		idAt: index => entries[index]?.id,
		indexOf(id) {
			const at = entries.findIndex(entry => entry.id === id);
			return at < 0 ? undefined : at;
		},
	};
}

/** Returns the bounds of the deployments of one project. */
export function deploymentBounds(state: State, projectId: string): ListBounds {
	const {rows, indexes} = shownDeployments(state, projectId);
	return {
		count: rows.length,
		height: liveLayout(state.interface.size).rows,
		idAt: index => rows[index]?.deployment.id,
		indexOf: id => indexes.get(id),
	};
}

/** Returns the bounds of the board. */
export function boardBounds(state: State): ListBounds {
	const {entries, indexes} = shownBoard(state);
	return {
		count: entries.length,
		height: boardHeight(state.interface.size),
		idAt: index => rowOfEntry(entries[index])?.id,
		indexOf: id => indexes.get(id),
		isHeading: index => entries[index] !== undefined && !rowOfEntry(entries[index]),
	};
}

/** Returns the bounds of the list on a screen. Undefined if it has none of its own. */
export function boundsOf(state: State, screen: Screen): ListBounds | undefined {
	switch (screen.name) {
		case 'deployments':
			return deploymentBounds(state, screen.projectId);
		case 'activity':
			return activityBounds(state);
		case 'watch':
			return boardBounds(state);
		default:
			return undefined;
	}
}
