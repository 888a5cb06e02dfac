import type {LocalTime} from '../base/clock.ts';
import {isExact} from '../base/utf8.ts';
import {type Form, typed} from '../model/form.ts';
import {type Edit, type EditedLine, editLine} from '../model/line-editor.ts';
import {findProjects, projectPartOf} from '../model/query.ts';
import {withDialog} from './dialogs.ts';
import {typedQuery, withQuery} from './documents.ts';
import {withBodyDraft, withForm} from './forms.ts';
import {recordNamed} from './named-record.ts';
import {withFilter, withFirstMatch} from './projects.ts';
import {currentForm, type State, withInterface} from './state.ts';

/** Text pasted by mistake must not fill the screen. */
const maxQueryLength = 200;

/** Long enough for an address, because part of one would name something else. */
const maxCommandLength = 2048;

function fieldOf(state: State): {readonly name: string; readonly text: string} | undefined {
	const {
		interface: {dialog},
		projects: {filtered},
	} = state;
	if (dialog?.name === 'filter') return {name: 'filter', text: filtered?.query ?? ''};
	if (dialog && 'typed' in dialog) {
		const isConfirmed = dialog.name === 'bulk' && (dialog.isRunning || dialog.targets.some(({result}) => result));
		return isConfirmed ? undefined : {name: dialog.name, text: dialog.typed};
	}

	const query = typedQuery(state);
	if (query !== undefined) return {name: 'search', text: query};
	if (dialog) return undefined;
	const screen = currentForm(state);
	// Ink's widgets edit the fields of the connect form.
	if (!screen || screen.name === 'connect') return undefined;
	const form: Form = screen.form;
	const name = form.order[form.focus] ?? '';
	return {name, text: form.values[name] ?? ''};
}

function openField(state: State) {
	const field = fieldOf(state);
	if (!field) return undefined;
	const {name, text} = field;
	const {typing} = state.interface;
	// The caret is at the end of a text that was not typed, such as a restored draft.
	const caret = typing?.field === name && typing.text === text ? typing.caret : text.length;
	return {field: name, line: {text, caret}};
}

export const editedLine = (state: State): EditedLine | undefined => openField(state)?.line;

/** Whether the text is free of marks for bytes that are not UTF-8. A value that came with marks may keep them. */
export function isTypedExactly(state: State): boolean {
	const form: Form | undefined = state.interface.dialog ? undefined : currentForm(state)?.form;
	if (!form) return isExact(fieldOf(state)?.text ?? '');
	return form.order.every(name => isExact(form.values[name] ?? '') || !isExact(form.initial[name] ?? ''));
}

function withText(state: State, text: string, at: LocalTime): State {
	const {dialog} = state.interface;
	if (dialog?.name === 'filter') {
		const query = text.slice(0, maxQueryLength);
		const isNew = dialog.isNew || query.trim() === '';
		const next = withDialog(state, 'filter', {isNew});
		const filtered = withFilter(next, {query, sort: state.projects.filtered?.sort}, at);
		// An empty query goes back to the row selected before.
		return isNew && query.trim() !== '' ? withFirstMatch(filtered) : filtered;
	}

	if (typedQuery(state) !== undefined) return withQuery(state, text.slice(0, maxQueryLength));

	if (dialog && 'typed' in dialog) {
		if (dialog.name === 'palette') {
			const query = text.slice(0, maxCommandLength);
			// Searched once, so that later projects do not move the selected entry.
			const found = findProjects(state.projects.list.rows, projectPartOf(query));
			return withDialog(state, 'palette', {typed: query, index: 0, found, named: recordNamed(state, query.trim())});
		}

		if (dialog.name === 'delete' && dialog.isSending) return state;
		const changed = withInterface(state, {dialog: {...dialog, typed: text, problem: undefined}});
		if (dialog.name !== 'line' || dialog.about.kind !== 'body') return changed;
		return withBodyDraft(changed, dialog.about.question.projectId, text);
	}

	return withForm(state, form => typed(form, form.order[form.focus] ?? '', text));
}

export function editText(state: State, edit: Edit, now: LocalTime): State {
	const open = openField(state);
	if (!open) return state;
	const {field, line} = open;
	const {text, caret} = editLine(line, edit);
	const next = text === line.text ? state : withText(state, text, now);
	// A field rejects text that is too long, or typed while the form is being sent.
	const taken = fieldOf(next)?.text ?? text;
	const at = taken === line.text && taken !== text ? line.caret : caret;
	return withInterface(next, {typing: {field, text: taken, caret: Math.min(at, taken.length)}});
}
