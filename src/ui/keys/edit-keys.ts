import {changeNames} from '../../api/decode/decode.ts';
import type {Project} from '../../api/types.ts';
import {createNotify} from '../../store/effects/notify.ts';
import {valuesFrom} from '../../store/model/form.ts';
import {parseBody} from '../../store/model/writes/confirmation.ts';
import type {EditField} from '../../store/state/interface/screen.ts';
import {plain, type SafeText, visibleJson} from '../../text.ts';
import type {Binding, KeyContext} from '../contexts.ts';
import {withoutWritableProject} from './subject.ts';

const fields = Object.keys(changeNames) as readonly EditField[];

/** Returns the editable fields of a project as indented JSON. */
function editableJson(project: Project): string {
	const values = valuesFrom(fields.map(field => [changeNames[field], project[field]?.exact ?? '']));
	return `${visibleJson(JSON.stringify(values, null, 2))}\n`;
}

/** Parses edited JSON and ignores unknown fields. Undefined unless it is an object whose known fields are strings. */
function fieldsOf(json: string): Partial<Record<EditField, string>> | undefined {
	const body = parseBody(json);
	if (!body) return undefined;
	const values = new Map<string, unknown>(Object.entries(body));
	const entries = fields.flatMap(field => {
		const value = values.get(changeNames[field]);
		return value === undefined ? [] : [[field, value] as const];
	});
	return entries.every(hasText) ? valuesFrom(entries) : undefined;
}

const hasText = (entry: readonly [EditField, unknown]): entry is readonly [EditField, string] =>
	typeof entry[1] === 'string';

/** Opens a project in the user's editor, then fills the form with the result for review. The edited file is kept if it cannot be used. */
function openInEditor({store, clock, editText}: KeyContext, project: Project) {
	const notifyFailure = (text: SafeText) => createNotify({store, clock})(text, 'bad');
	const edited = editText(editableJson(project));
	if ('fault' in edited) return notifyFailure(edited.fault);
	const values = fieldsOf(edited.text);
	if (!values) return notifyFailure(plain`Not a JSON object with string values. Your text is kept in ${edited.path}`);
	store.dispatch({type: 'edit-opened', project, at: clock.now()});
	store.dispatch({type: 'form-filled', values});
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
