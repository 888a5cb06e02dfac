import type {LocalTime} from '../../../clock.ts';
import {plain, type SafeText} from '../../../text.ts';
import type {LostWrite} from '../../model/writes/lost-write.ts';
import type {Finding} from '../../model/writes/reconcile.ts';
import {type WriteIntent, writeText} from '../../model/writes/write-intent.ts';
import {isFormOf, withFormOf} from '../../state/current-form.ts';
import type {Dialog} from '../../state/interface/dialog.ts';
import {keyOf} from '../../state/key-names.ts';
import {currentScreen, type State, withInterface} from '../../state/state.ts';
import {withNotice} from '../../state/with-notice.ts';

export type LostWriteEvent =
	| {
			readonly type: 'write-lost';
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
	| {readonly type: 'lost-write-settled'; readonly id: string}
	/** The write queue waits before it sends a busy write again. Undefined: it no longer waits. */
	| {readonly type: 'write-delayed'; readonly until: LocalTime | undefined};

const withLostWrite = (state: State, lost: LostWrite): State => ({
	...state,
	writes: {...state.writes, lost: new Map(state.writes.lost).set(lost.intended.id, lost)},
});

const isAbout = (dialog: Dialog | undefined, id: string): boolean => dialog?.name === 'lost' && dialog.id === id;

/** Whether the user is in a form or dialog other than the one the write was sent from. */
function isElsewhere(state: State, id: string): boolean {
	const {dialog} = state.interface;
	if (dialog) return !('writeId' in dialog) || dialog.writeId !== id;
	const screen = currentScreen(state);
	return 'form' in screen && !isFormOf(screen, id);
}

/** Opens the dialog about a lost write. If the user is in another form or dialog, shows a notice instead. */
function shown(state: State, id: string, at: LocalTime): State {
	if (!isElsewhere(state, id)) return withInterface(state, {dialog: {name: 'lost', id, top: 0}});
	const lost = state.writes.lost.get(id);
	if (!lost || isAbout(state.interface.dialog, id)) return state;
	const text = plain`We don't know whether ${writeText(lost.intended)}: press ${keyOf(state, 'unconfirmed-changes', plain`u`)} to see`;
	return withNotice(state, text, 'bad', at);
}

/** Makes the form of a lost write editable again, with its text. */
const unsent = (state: State, id: string): State => withFormOf(state, id, form => ({...form, isSending: false}));

function settled(state: State, id: string): State {
	const lost = new Map(state.writes.lost);
	lost.delete(id);
	return {
		...state,
		writes: {...state.writes, lost},
		interface: {...state.interface, dialog: isAbout(state.interface.dialog, id) ? undefined : state.interface.dialog},
	};
}

export function reduceLostWrites(state: State, event: LostWriteEvent): State {
	switch (event.type) {
		case 'write-lost': {
			const {intended, reason, at} = event;
			const lost = {
				intended,
				reason,
				checks: 0,
				nextAt: undefined,
				problem: undefined,
				finding: undefined,
				foundAt: undefined,
			};
			return shown(withLostWrite(unsent(state, intended.id), lost), intended.id, at);
		}

		case 'write-checked': {
			const lost = state.writes.lost.get(event.id);
			const {checks, nextAt, problem} = event;
			return lost ? withLostWrite(state, {...lost, checks, nextAt, problem, finding: undefined}) : state;
		}

		case 'write-found': {
			const lost = state.writes.lost.get(event.id);
			if (!lost) return state;
			const found = {...lost, finding: event.finding, foundAt: event.at, nextAt: undefined, problem: undefined};
			// A confirmed write is reported by an event of its own.
			const next = withLostWrite(state, found);
			return event.finding.kind === 'confirmed' ? next : shown(next, event.id, event.at);
		}

		case 'lost-write-settled':
			return settled(state, event.id);
		case 'write-delayed':
			return {...state, writes: {...state.writes, waitingUntil: event.until}};
	}
}

/** Whether a deployment of the project was sent, and its outcome is unknown. */
export const isDeployLost = ({writes: {lost}}: Pick<State, 'writes'>, projectId: string): boolean =>
	[...lost.values()].some(({intended: {write}}) => write.kind === 'deploy' && write.projectId === projectId);
