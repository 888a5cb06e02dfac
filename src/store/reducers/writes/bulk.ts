import type {SafeText} from '../../../text.ts';
import type {WriteRef} from '../../model/writes/write-intent.ts';
import type {BulkResult} from '../../state/interface/dialog.ts';
import {withoutMark} from '../../state/selection.ts';
import {type State, withInterface} from '../../state/state.ts';

export type BulkEvent =
	| {readonly type: 'bulk-refused'; readonly problem: SafeText}
	| {readonly type: 'bulk-started'}
	/** The user stopped the operation before its next write. */
	| {readonly type: 'bulk-stopped'}
	| {
			readonly type: 'bulk-item-finished';
			readonly bulkId: string;
			readonly write: WriteRef;
			readonly result: BulkResult;
	  }
	| {readonly type: 'bulk-finished'; readonly bulkId: string};

/** Shows the result of one write. Unmarks the project only if the write succeeded. */
function itemFinished(
	state: State,
	{bulkId, write: {projectId, connectionId}, result}: Extract<BulkEvent, {type: 'bulk-item-finished'}>,
): State {
	if (connectionId !== state.connection?.id) return state;
	const {dialog} = state.interface;
	const next = result.kind === 'done' ? withoutMark(state, projectId) : state;
	if (dialog?.name !== 'bulk' || dialog.id !== bulkId) return next;
	const targets = dialog.targets.map(target => (target.id === projectId ? {...target, result} : target));
	return withInterface(next, {dialog: {...dialog, targets}});
}

export function reduceBulk(state: State, event: BulkEvent): State {
	const {dialog} = state.interface;
	switch (event.type) {
		case 'bulk-refused':
			return dialog?.name === 'bulk' ? withInterface(state, {dialog: {...dialog, problem: event.problem}}) : state;
		case 'bulk-started':
			return dialog?.name === 'bulk'
				? withInterface(state, {dialog: {...dialog, isRunning: true, problem: undefined}})
				: state;
		case 'bulk-stopped':
			return dialog?.name === 'bulk' ? withInterface(state, {dialog: {...dialog, isStopped: true}}) : state;
		case 'bulk-finished':
			return dialog?.name === 'bulk' && dialog.id === event.bulkId
				? withInterface(state, {dialog: {...dialog, isRunning: false}})
				: state;
		case 'bulk-item-finished':
			return itemFinished(state, event);
	}
}
