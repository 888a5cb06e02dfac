import {withoutUnreferencedIn} from '../model/deployments/deployment-table.ts';
import type {State} from '../state/state.ts';

/** Returns the projects whose deployments, or whose entries of the board, differ between two states. */
function changedProjects({deployments: before}: State, {deployments: after}: State): ReadonlySet<string> {
	const changed = new Set<string>();
	if (before.table !== after.table)
		for (const [projectId, known] of after.table) if (known !== before.table.get(projectId)) changed.add(projectId);
	if (before.board !== after.board)
		for (const [key, {projectId}] of before.board) if (!after.board.has(key)) changed.add(projectId);
	return changed;
}

/** Drops the records of deployments that nothing refers to since the last event, so that the table stays small. */
export function withoutUnreferenced(before: State, state: State): State {
	const {table, board} = state.deployments;
	if (table === before.deployments.table && board === before.deployments.board) return state;
	const rest = withoutUnreferencedIn(table, changedProjects(before, state), board);
	return rest === table ? state : {...state, deployments: {...state.deployments, table: rest}};
}
