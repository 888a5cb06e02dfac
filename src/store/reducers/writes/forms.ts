import type {Project, ProjectChanges} from '../../../api/types.ts';
import {type FormProblem, focusMoved, refused, type Submission, sentAs, typed, valuesFrom} from '../../model/form.ts';
import {withoutEntry} from '../../model/immutable-map.ts';
import {baseOf, contestedFields, type WriteRef} from '../../model/writes/write-intent.ts';
import {isFormOf, withForm} from '../../state/current-form.ts';
import type {EditField} from '../../state/interface/screen.ts';
import {currentScreen, type State, withInterface} from '../../state/state.ts';

/** What the user does in a form, or in a dialog that sends something. */
export type FormEvent =
	| {readonly type: 'field-typed'; readonly field: string; readonly value: string}
	/** Values were loaded into the open form. Other fields keep their text. */
	| {readonly type: 'form-filled'; readonly values: Partial<Record<EditField, string>>}
	| {readonly type: 'field-focused'; readonly by: number}
	/** The input in the open form or dialog is invalid, so nothing was sent. */
	| {readonly type: 'input-refused'; readonly problem: FormProblem; readonly field?: string | undefined}
	/** The open form or dialog is being sent. */
	| {readonly type: 'write-started'; readonly writeId: string}
	/** The user must confirm the deployment of a protected project a second time. */
	| {readonly type: 'second-confirmation-asked'}
	/** Another client has changed the same fields. */
	| {
			readonly type: 'conflict-found';
			readonly write: WriteRef;
			readonly theirs: Project;
			readonly changes: ProjectChanges;
	  }
	| {readonly type: 'conflict-chosen'; readonly isMine: boolean}
	/** The user has chosen in all contested fields. */
	| {readonly type: 'conflict-resolved'};

type Change = <Sent extends Submission>(sent: Sent) => Sent;

/** Applies a change to the open deploy or delete dialog, or else to the form. */
function withOpen(state: State, change: Change): State {
	const {dialog} = state.interface;
	if (dialog?.name === 'deploy' || dialog?.name === 'delete') return withInterface(state, {dialog: change(dialog)});
	return withForm(state, change);
}

/** Opens the conflict dialog with both values of each contested field. What the user typed is chosen in advance. */
function withConflict(state: State, {write, theirs, changes}: Extract<FormEvent, {type: 'conflict-found'}>): State {
	const screen = currentScreen(state);
	if (screen.name !== 'edit' || !isFormOf(screen, write.id) || write.connectionId !== state.connection?.id)
		return state;
	const base = baseOf(theirs);
	const both = contestedFields(changes, screen.base, base);
	const contested = both.map(field => ({
		field,
		mine: changes[field] ?? '',
		theirs: base.values[field] ?? '',
		isMine: true,
	}));
	const own: ProjectChanges = valuesFrom(
		(Object.keys(changes) as ReadonlyArray<keyof ProjectChanges>)
			.filter(field => !both.includes(field))
			.map(field => [field, changes[field] ?? '']),
	);
	const unsent = withForm(state, form => ({...form, isSending: false}));
	return withInterface(unsent, {
		dialog: {name: 'conflict', index: 0, projectId: write.projectId, fields: contested, changes: own, base},
	});
}

function withChoice(state: State, isMine: boolean): State {
	const {dialog} = state.interface;
	if (dialog?.name !== 'conflict') return state;
	const fields = dialog.fields.map((contested, index) => (index === dialog.index ? {...contested, isMine} : contested));
	return withInterface(state, {dialog: {...dialog, fields}});
}

/** Closes the conflict dialog. Where the user kept the values of someone else, the form and the draft forget the user's own. */
function withResolution(state: State): State {
	const {dialog} = state.interface;
	if (dialog?.name !== 'conflict') return state;
	const theirs = valuesFrom(dialog.fields.filter(({isMine}) => !isMine).map(({field, theirs: text}) => [field, text]));
	const drafts = {...state.writes.drafts, edits: withoutEntry(state.writes.drafts.edits, dialog.projectId)};
	return withForm({...withInterface(state, {dialog: undefined}), writes: {...state.writes, drafts}}, form => ({
		...form,
		values: {...form.values, ...theirs},
		initial: {...form.initial, ...theirs},
	}));
}

export function reduceForms(state: State, event: FormEvent): State {
	switch (event.type) {
		case 'field-typed':
			return withForm(state, form => typed(form, event.field, event.value));
		case 'form-filled':
			return withForm(state, form =>
				Object.entries(event.values).reduce((next, [name, value]) => typed(next, name, value), form),
			);
		case 'field-focused':
			return withForm(state, form => focusMoved(form, event.by));
		case 'input-refused':
			return state.interface.dialog
				? withOpen(state, sent => ({...sent, problem: event.problem}))
				: withForm(state, form => refused(form, event.problem, event.field));
		case 'write-started':
			return withOpen(state, sent => sentAs(sent, event.writeId));
		case 'second-confirmation-asked':
			return state.interface.dialog?.name === 'deploy'
				? withInterface(state, {dialog: {...state.interface.dialog, isAskedAgain: true}})
				: state;
		case 'conflict-found':
			return withConflict(state, event);
		case 'conflict-chosen':
			return withChoice(state, event.isMine);
		case 'conflict-resolved':
			return withResolution(state);
	}
}
