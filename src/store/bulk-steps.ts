import type {Deployment} from '../api/types.ts';
import type {SafeText} from '../text.ts';
import {withoutDeleted} from './deleting.ts';
import {withoutMark} from './listing.ts';
import {triggeredHere} from './observing.ts';
import type {State} from './state.ts';

export type BulkEvent =
	| {readonly type: 'bulk-refused'; readonly problem: SafeText}
	| {readonly type: 'bulk-started'}
	/** The next one is not begun any more. */
	| {readonly type: 'bulk-stopped'}
	| {readonly type: 'bulk-went-on'; readonly id: string; readonly text: SafeText; readonly isDone: boolean}
	| {readonly type: 'bulk-ended'}
	/** One of several projects was deleted. */
	| {readonly type: 'project-left'; readonly projectId: string; readonly at: number}
	/** One of several deployments was triggered. */
	| {
			readonly type: 'deployment-begun';
			readonly deployment: Deployment;
			readonly project: SafeText;
			readonly at: number;
	  };

/** The state after one was carried out, or was not: what was not done stays marked. */
function wentOn(state: State, {id, text, isDone}: Extract<BulkEvent, {type: 'bulk-went-on'}>): State {
	const {dialog} = state;
	const next = isDone ? withoutMark(state, id) : state;
	if (dialog?.name !== 'bulk') return next;
	const targets = dialog.targets.map(target => (target.id === id ? {...target, result: text, isDone} : target));
	return {...next, dialog: {...dialog, targets}};
}

export function reduceBulk(state: State, event: BulkEvent): State {
	const {dialog} = state;
	switch (event.type) {
		case 'bulk-refused':
			return dialog?.name === 'bulk' ? {...state, dialog: {...dialog, problem: event.problem}} : state;
		case 'bulk-started':
			return dialog?.name === 'bulk' ? {...state, dialog: {...dialog, isRunning: true, problem: undefined}} : state;
		case 'bulk-stopped':
			return dialog?.name === 'bulk' ? {...state, dialog: {...dialog, isStopped: true}} : state;
		case 'bulk-ended':
			return dialog?.name === 'bulk' ? {...state, dialog: {...dialog, isRunning: false}} : state;
		case 'bulk-went-on':
			return wentOn(state, event);
		case 'project-left':
			return withoutDeleted(state, event.projectId, event.at);
		case 'deployment-begun':
			return triggeredHere(state, event.deployment, event.project, event.at);
	}
}
