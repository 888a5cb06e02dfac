import type {LocalTime} from '../clock.ts';
import {withoutEntry} from './immutable-map.ts';
import {withoutMark, withProjects} from './listing.ts';
import {projectGone} from './project-pages.ts';
import type {State} from './state.ts';

/** The entries that are not about a project. The same map if all of them are not. */
function others<Value>(
	map: ReadonlyMap<string, Value>,
	projectId: string,
	projectIdOf: (value: Value) => string,
): ReadonlyMap<string, Value> {
	const rest = new Map([...map].filter(([, value]) => projectIdOf(value) !== projectId));
	return rest.size === map.size ? map : rest;
}

/** The state without a project that was deleted from here, wherever it was known: nothing can be done to it any more. */
export function withoutDeleted(state: State, projectId: string, at: LocalTime): State {
	const {opened, latest, board, watches} = state;
	const left = {
		...withoutMark(state, projectId),
		opened: withoutEntry(opened, projectId),
		latest: withoutEntry(latest, projectId),
		board: others(board, projectId, ({deployment}) => deployment.projectId),
		watches: others(watches, projectId, watch => watch.projectId),
	};
	return withProjects(left, projectGone(left.projects, projectId), at, true);
}
