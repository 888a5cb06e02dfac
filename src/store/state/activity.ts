import type {SavedEntry} from '../../journal/entries.ts';
import {arrangementOf} from '../model/deployments/arrangement.ts';
import {heldAt, startPosition} from '../model/position.ts';
import {type Move, movedScreen} from './movement.ts';
import {type State, withInterface} from './state.ts';

/** The maximum number of activity entries in the state. */
const maxEntries = 500;

/** Adds an activity entry, unless it is about an earlier connection, or was read from the journal because another process had saved it. If the newest entry is selected, the new one becomes selected; otherwise the selection stays on its row. */
export function withActivityEntry(state: State, entry: SavedEntry): State {
	const {connection, interface: ui} = state;
	// After the journal had to start anew, the same id may be that of another entry.
	const isSame = ({id, kind, deploymentId}: SavedEntry) =>
		id === entry.id && kind === entry.kind && deploymentId === entry.deploymentId;
	if (entry.connection !== connection?.name || ui.activity.some(isSame)) return state;
	const next = withInterface(state, {activity: [entry, ...ui.activity].slice(0, maxEntries)});
	const {sort} = arrangementOf(state.interface.arrangements, 'activity');
	const follow: Move = (position, bounds) =>
		position.index === 0 && !sort
			? heldAt(startPosition, 0, bounds)
			: heldAt(position, bounds.indexOf(position.id ?? ''), bounds, [entry.id]);
	const screens = next.interface.screens.map(screen =>
		screen.name === 'activity' ? movedScreen(next, screen, follow) : screen,
	);
	return withInterface(next, {screens});
}
