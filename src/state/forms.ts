import type {Project} from '../api/types.ts';
import {cells, pieces, plain, type ServiceText, safe} from '../base/text.ts';
import {bodyIn} from '../model/confirmation.ts';
import {
	draftIn,
	type Form,
	type FormNotes,
	type FormProblem,
	sentAs,
	valuesFrom,
	withFormProblem,
	withoutChanges,
} from '../model/form.ts';
import {bodyDraftKey, type Draft} from '../model/journal-snapshot.ts';
import {dialogContentWidth, labelWidthIn} from '../model/layout.ts';
import {knownProject} from '../model/project-list.ts';
import {baseOf, isSameField} from '../model/write-intent.ts';
import {dialogOf, openLine, withDialog} from './dialogs.ts';
import {type Dialog, type EditField, type FormScreen, isForm, type Screen} from './screen.ts';
import {currentForm, mapWithout, patch, type State, withInterface} from './state.ts';

function withFormIn(state: State, index: number, change: (form: Form) => Form): State {
	const {screens} = state.interface;
	const screen = screens[index];
	if (!screen || !isForm(screen)) return state;
	return withInterface(state, {screens: screens.with(index, {...screen, form: change(screen.form)} as Screen)});
}

export const withForm = (state: State, change: (form: Form) => Form): State =>
	withFormIn(state, state.interface.screens.length - 1, change);

export const isFormOf = (screen: Screen | undefined, writeId: string): boolean =>
	screen !== undefined && isForm(screen) && screen.form.writeId === writeId;

export function withFormOf(state: State, writeId: string, change: (form: Form) => Form): State {
	const index = state.interface.screens.findIndex(screen => isFormOf(screen, writeId));
	return withFormIn(state, index, change);
}

const editable = (text: ServiceText | undefined): string => safe(text?.exact ?? '', Number.POSITIVE_INFINITY);

export const editedValues = ({name, slug, url, uploadMode}: Project): Readonly<Record<EditField, string>> => ({
	name: editable(name),
	slug: editable(slug),
	url: editable(url),
	uploadMode: editable(uploadMode),
});

/** Updates untouched fields of the open form to the current record of the project. A form that is covered or being sent is updated later, before it can be sent again. */
export function withFormFollowed(state: State): State {
	const screen = currentForm(state);
	if (screen?.name !== 'edit' || screen.form.isSending || state.interface.dialog) return state;
	const {projectId, form, base} = screen;
	const project = knownProject(state, projectId);
	if (!project) return state;
	const now = baseOf(project);
	const changed = form.order.filter(field => !isSameField(field, now.values, base.values));
	if (changed.length === 0) return state;
	const values = editedValues(project);
	const isTyped = (field: EditField) => form.values[field] !== form.initial[field];
	const moved = (fields: readonly EditField[]) => valuesFrom(fields.map(field => [field, values[field]]));
	const followed: Screen = {
		...screen,
		form: {
			...form,
			values: {...form.values, ...moved(changed.filter(field => !isTyped(field)))},
			initial: {...form.initial, ...moved(changed)},
		},
		base: now,
		changedMeanwhile: [...new Set([...screen.changedMeanwhile, ...changed])],
	};
	return withInterface(state, {screens: state.interface.screens.with(-1, followed)});
}

/** The service's value of each edited field, if someone else changed it or the form began with an old draft. Only values over 20,000 characters are cut, which fit on no screen. */
export function editNotes(state: State): FormNotes<EditField> {
	const screen = currentForm(state);
	if (screen?.name !== 'edit') return {};
	const {values, initial, order} = screen.form;
	const boxWidth = dialogContentWidth(state.interface.size);
	const width = Math.max(1, boxWidth - labelWidthIn(boxWidth) - 2);
	const noteOf = (field: EditField) => {
		const isChanged = screen.changedMeanwhile.includes(field);
		const text = plain`changed by someone else`;
		if (values[field] === initial[field]) return isChanged ? [text] : [];
		const now = plain`now ${initial[field] === '' ? plain`empty` : safe(initial[field], 20_000)}`;
		const full = plain`${now}, ${text}`;
		if (isChanged && cells(full) <= width) return [full];
		return isChanged || hasOldDraft(state) ? pieces(now, width) : [];
	};
	return valuesFrom(order.map(field => [field, noteOf(field)]));
}

type FormAboutProject = Extract<FormScreen, {readonly name: 'create' | 'edit'}>;

export function projectForm(state: State): FormAboutProject | undefined {
	const screen = currentForm(state);
	return screen?.name === 'connect' ? undefined : screen;
}

export const formProjectId = (screen: FormAboutProject): string => (screen.name === 'edit' ? screen.projectId : '');

export const withDraft = (state: State, projectId: string, draft: Draft | undefined): State => {
	const rest = mapWithout(state.writes.drafts, projectId);
	return patch(state, 'writes', {drafts: draft ? new Map(rest).set(projectId, draft) : rest});
};

export const withBodyDraft = (state: State, projectId: string, body: string | undefined): State =>
	withDraft(state, bodyDraftKey(projectId), body === undefined ? undefined : {body});

export function bodyDraftOf({writes: {drafts}}: State, projectId: string, body: string): string | undefined {
	const draft = drafts.get(bodyDraftKey(projectId))?.body;
	return draft === undefined || bodyIn(draft) === body ? undefined : draft;
}

export function openBody(state: State): State {
	const dialog = dialogOf(state, 'deploy');
	if (!dialog) return state;
	const {name: _name, body, way: _way, ...question} = dialog;
	const draft = bodyDraftOf(state, question.projectId, body);
	const about = {
		kind: 'body',
		question: {...question, isAskedAgain: false, problem: undefined},
		isResumed: draft !== undefined,
	} as const;
	return withDialog(openLine(state, about, body), 'line', {typed: draft ?? body});
}

export function withoutTyped(state: State): State {
	const dialog = dialogOf(state, 'line');
	if (!dialog) return state;
	const {about, initial} = dialog;
	const restored = withDialog(state, 'line', {typed: initial, problem: undefined});
	if (about.kind !== 'body') return restored;
	return withBodyDraft(
		withDialog(restored, 'line', {about: {...about, isResumed: false}}),
		about.question.projectId,
		undefined,
	);
}

export function hasOldDraft(state: State): boolean {
	const screen = projectForm(state);
	return screen !== undefined && draftIn(screen.form) !== undefined && state.writes.drafts.has(formProjectId(screen));
}

export function withoutDraftChanges(state: State): State {
	const screen = projectForm(state);
	return screen ? withForm(withDraft(state, formProjectId(screen), undefined), withoutChanges) : state;
}

const isConfirmation = (dialog: Dialog | undefined) => dialog?.name === 'deploy' || dialog?.name === 'delete';

export function withSending(state: State, writeId: string): State {
	const {dialog} = state.interface;
	if (isConfirmation(dialog)) return withInterface(state, {dialog: sentAs(dialog, writeId)});
	return withForm(state, form => sentAs(form, writeId));
}

export function withProblem(state: State, problem: FormProblem, field?: string): State {
	const {dialog} = state.interface;
	if (isConfirmation(dialog)) return withInterface(state, {dialog: {...dialog, isSending: false, problem}});
	return withForm(state, form => withFormProblem(form, problem, field));
}
