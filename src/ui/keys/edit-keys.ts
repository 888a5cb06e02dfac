import {changeNames, encodeProject} from '../../api/decode/decode.ts';
import type {Project} from '../../api/types.ts';
import {shellWord} from '../../shell-word.ts';
import {typed, valuesFrom} from '../../store/model/form.ts';
import {editedFieldNames, parseEdited, patchWords, unchangeableFields} from '../../store/model/writes/edited-fields.ts';
import {openEdit} from '../../store/reducers/navigation.ts';
import {withForm} from '../../store/state/current-form.ts';
import {notify} from '../../store/store.ts';
import {plain, type SafeText, safe, visibleJson} from '../../text.ts';
import type {Binding, KeyContext} from '../contexts.ts';
import {withoutWritableProject} from './subject.ts';

/** Returns the editable fields of a project as indented JSON. */
function editableJson(project: Project): string {
	const values = valuesFrom(editedFieldNames.map(field => [changeNames[field], project[field]?.exact ?? '']));
	return `${visibleJson(JSON.stringify(values, null, 2))}\n`;
}

/** Opens a project in the user's editor, then fills the form with the result for review. The edited file is kept if it cannot be used. */
function openInEditor({store, editText}: KeyContext, project: Project) {
	const notifyFailure = (text: SafeText) => notify(store, text, 'bad');
	const edited = editText(editableJson(project));
	if ('fault' in edited) return notifyFailure(edited.fault);
	const parsed = parseEdited(edited.text);
	if (!parsed) return notifyFailure(plain`Not a JSON object. Your text is kept in ${edited.path}`);
	const names = unchangeableFields(parsed, encodeProject(project));
	if (names.length > 0) {
		const shown = safe(names.join(', '), 40);
		const command = safe(patchWords(project.id, edited.path).map(shellWord).join(' '), 500);
		return notifyFailure(plain`The form cannot change ${shown}. To send your text as it is: ${command}`);
	}

	store.change((state, now) => openEdit(state, project, now));
	store.change(state =>
		withForm(state, form =>
			Object.entries(parsed.changes).reduce((filled, [name, value]) => typed(filled, name, value), form),
		),
	);
	edited.forget();
}

export const edit: Binding = {
	id: 'edit',
	keys: ['e'],
	label: 'edit project',
	isWrite: true,
	blocked: withoutWritableProject,
	run({store}, _state, _key, subject) {
		const project = subject?.project;
		if (project) store.change((state, now) => openEdit(state, project, now));
	},
};

export const editInEditor: Binding = {
	id: 'edit-json',
	keys: ['E'],
	label: 'edit as JSON in $EDITOR',
	isWrite: true,
	blocked: withoutWritableProject,
	run(keyContext, _state, _key, subject) {
		const project = subject?.project;
		if (project) openInEditor(keyContext, project);
	},
};
