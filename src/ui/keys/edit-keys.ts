import {changeNames, encodeProject} from '../../api/decode/decode.ts';
import type {Project} from '../../api/types.ts';
import {createNotify} from '../../store/effects/notify.ts';
import {valuesFrom} from '../../store/model/form.ts';
import {
	editedFieldNames,
	parseEdited,
	unchangeableFields,
	unchangeableText,
} from '../../store/model/writes/edited-fields.ts';
import {plain, type SafeText, visibleJson} from '../../text.ts';
import type {Binding, KeyContext} from '../contexts.ts';
import {withoutWritableProject} from './subject.ts';

/** Returns the editable fields of a project as indented JSON. */
function editableJson(project: Project): string {
	const values = valuesFrom(editedFieldNames.map(field => [changeNames[field], project[field]?.exact ?? '']));
	return `${visibleJson(JSON.stringify(values, null, 2))}\n`;
}

/** Opens a project in the user's editor, then fills the form with the result for review. The edited file is kept if it cannot be used. */
function openInEditor({store, clock, editText}: KeyContext, project: Project) {
	const notifyFailure = (text: SafeText) => createNotify({store, clock})(text, 'bad');
	const edited = editText(editableJson(project));
	if ('fault' in edited) return notifyFailure(edited.fault);
	const refuse = (text: SafeText) => notifyFailure(plain`${text} Your text is kept in ${edited.path}`);
	const parsed = parseEdited(edited.text);
	if (!parsed) return refuse(plain`Not a JSON object.`);
	const names = unchangeableFields(parsed, encodeProject(project));
	if (names.length > 0) return refuse(unchangeableText(plain`The form`, names, project.id));
	store.dispatch({type: 'edit-opened', project, at: clock.now()});
	store.dispatch({type: 'form-filled', values: parsed.changes});
	edited.forget();
}

export const edit: Binding = {
	id: 'edit',
	keys: ['e'],
	label: 'edit project',
	isWrite: true,
	blocked: withoutWritableProject,
	run({store, clock}, _state, _key, subject) {
		const project = subject?.project;
		if (project) store.dispatch({type: 'edit-opened', project, at: clock.now()});
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
