import type {LocalTime} from '../../../clock.ts';
import {plain, type SafeText} from '../../../text.ts';
import type {Finding} from '../../model/writes/reconcile.ts';
import type {UnconfirmedWrite} from '../../model/writes/unconfirmed-write.ts';
import {type WriteIntent, writeText} from '../../model/writes/write-intent.ts';
import {isFormOf, withFormOf} from '../../state/current-form.ts';
import type {Dialog} from '../../state/interface/dialog.ts';
import {keyOf} from '../../state/key-names.ts';
import {currentScreen, type State, withInterface} from '../../state/state.ts';
import {withNotice} from '../../state/with-notice.ts';

export type UnconfirmedWriteEvent =
	| {
			readonly type: 'answer-lost';
			readonly intended: WriteIntent;
			readonly reason: SafeText | undefined;
			readonly at: LocalTime;
	  }
	| {
			readonly type: 'write-checked';
			readonly id: string;
			readonly checks: number;
			readonly nextAt: LocalTime;
			readonly problem: SafeText | undefined;
	  }
	| {readonly type: 'write-found'; readonly id: string; readonly finding: Finding; readonly at: LocalTime}
	/** The write turned out to be done, or the user has decided about it. */
	| {readonly type: 'write-settled'; readonly id: string}
	/** The write queue waits before it sends a busy write again. Undefined: the wait is over. */
	| {readonly type: 'write-delayed'; readonly until: LocalTime | undefined};

const withUnconfirmed = (state: State, write: UnconfirmedWrite): State => ({
	...state,
	writes: {...state.writes, unconfirmed: new Map(state.writes.unconfirmed).set(write.intended.id, write)},
});

const isAbout = (dialog: Dialog | undefined, id: string): boolean =>
	dialog?.name === 'unconfirmed change' && dialog.id === id;

/** Whether the user is in a form or dialog other than the one the write was sent from. */
function isElsewhere(state: State, id: string): boolean {
	const {dialog} = state.interface;
	if (dialog) return !('writeId' in dialog) || dialog.writeId !== id;
	const screen = currentScreen(state);
	return 'form' in screen && !isFormOf(screen, id);
}

/** Opens the dialog about an unconfirmed write. If the user is in another form or dialog, shows a notice instead. */
function shown(state: State, id: string, at: LocalTime): State {
	if (!isElsewhere(state, id)) return withInterface(state, {dialog: {name: 'unconfirmed change', id, top: 0}});
	const write = state.writes.unconfirmed.get(id);
	if (!write || isAbout(state.interface.dialog, id)) return state;
	const text = plain`We don't know whether ${writeText(write.intended)}: press ${keyOf(state, 'unconfirmed-changes', plain`u`)} to see`;
	return withNotice(state, text, 'bad', at);
}

/** Makes the form of an unconfirmed write editable again, with its text. */
const unsent = (state: State, id: string): State => withFormOf(state, id, form => ({...form, isSending: false}));

function settled(state: State, id: string): State {
	const unconfirmed = new Map(state.writes.unconfirmed);
	unconfirmed.delete(id);
	return {
		...state,
		writes: {...state.writes, unconfirmed},
		interface: {...state.interface, dialog: isAbout(state.interface.dialog, id) ? undefined : state.interface.dialog},
	};
}

export function reduceUnconfirmedWrites(state: State, event: UnconfirmedWriteEvent): State {
	switch (event.type) {
		case 'answer-lost': {
			const {intended, reason, at} = event;
			const write = {
				intended,
				reason,
				checks: 0,
				nextAt: undefined,
				problem: undefined,
				finding: undefined,
				foundAt: undefined,
			};
			return shown(withUnconfirmed(unsent(state, intended.id), write), intended.id, at);
		}

		case 'write-checked': {
			const write = state.writes.unconfirmed.get(event.id);
			const {checks, nextAt, problem} = event;
			return write ? withUnconfirmed(state, {...write, checks, nextAt, problem, finding: undefined}) : state;
		}

		case 'write-found': {
			const write = state.writes.unconfirmed.get(event.id);
			if (!write) return state;
			const found = {...write, finding: event.finding, foundAt: event.at, nextAt: undefined, problem: undefined};
			// A confirmed write is reported by an event of its own.
			const next = withUnconfirmed(state, found);
			return event.finding.kind === 'confirmed' ? next : shown(next, event.id, event.at);
		}

		case 'write-settled':
			return settled(state, event.id);
		case 'write-delayed':
			return {...state, writes: {...state.writes, waitingUntil: event.until}};
	}
}

/** Whether a deployment of the project was sent, and its outcome is unknown. */
export const isDeployUnconfirmed = ({writes: {unconfirmed}}: Pick<State, 'writes'>, projectId: string): boolean =>
	[...unconfirmed.values()].some(({intended: {write}}) => write.kind === 'deploy' && write.projectId === projectId);
