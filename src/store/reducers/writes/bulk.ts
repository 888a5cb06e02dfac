import type {WriteRef} from '../../model/writes/write-intent.ts';
import type {BulkResult, Dialog} from '../../state/interface/dialog.ts';
import {withoutMark} from '../../state/selection.ts';
import {type State, withInterface} from '../../state/state.ts';

type Bulk = Extract<Dialog, {name: 'bulk'}>;

export type BulkEvent = {readonly bulkId: string} & (
	| {
			/** The operation has started or ended, the user stopped it before its next write, or it was not confirmed. */
			readonly type: 'bulk-changed';
			readonly change: Partial<Pick<Bulk, 'isRunning' | 'isStopped' | 'problem'>>;
	  }
	| {readonly type: 'bulk-item-finished'; readonly write: WriteRef; readonly result: BulkResult}
);

/** Shows in the dialog how far a bulk operation is. Unmarks a project only if the write to it succeeded. */
export function reduceBulk(state: State, event: BulkEvent): State {
	const {dialog} = state.interface;
	const open = dialog?.name === 'bulk' && dialog.id === event.bulkId ? dialog : undefined;
	if (event.type === 'bulk-changed') {
		return open ? withInterface(state, {dialog: {...open, ...event.change}}) : state;
	}

	const {
		write: {projectId, connectionId},
		result,
	} = event;
	if (connectionId !== state.connection?.id) return state;
	const next = result.kind === 'done' ? withoutMark(state, projectId) : state;
	if (!open) return next;
	const targets = open.targets.map(target => (target.id === projectId ? {...target, result} : target));
	return withInterface(next, {dialog: {...open, targets}});
}
