import type {LastWrite} from '../../model/writes/last-write.ts';
import type {State} from '../../state/state.ts';
import type {WriteResultEvent} from './write-result-event.ts';

/** Returns what a successful write changed, as it can be made again. */
function writeOf(event: WriteResultEvent): LastWrite['write'] | undefined {
	switch (event.type) {
		case 'project-created':
			return {kind: 'create', name: event.name};
		case 'project-saved':
			return {kind: 'edit', projectId: event.write.projectId, changes: event.sent};
		case 'project-deleted':
			return {kind: 'delete', projectId: event.write.projectId};
		case 'deployment-triggered':
			return {kind: 'deploy', projectId: event.write.projectId, body: event.body};
		default:
			return undefined;
	}
}

/** Keeps the last write that succeeded. */
export function withLastWrite(state: State, event: WriteResultEvent): State {
	const write = writeOf(event);
	if (!write || !('write' in event)) return state;
	return {...state, writes: {...state.writes, last: {connectionId: event.write.connectionId, write}}};
}
