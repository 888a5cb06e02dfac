import {changeNames} from '../../api/decode/decode.ts';
import type {Project} from '../../api/types.ts';
import {createNotify} from '../../store/effects/notify.ts';
import {valuesFrom} from '../../store/model/form.ts';
import {parseBody} from '../../store/model/writes/confirmation.ts';
import type {EditField} from '../../store/state/screen.ts';
import {plain, type SafeText, visibleJson} from '../../text.ts';
import type {Binding, KeyContext} from '../contexts.ts';
import {withoutWritableProject} from './subject.ts';

const fields = Object.keys(changeNames) as readonly EditField[];

/** What a person may change of a project, as JSON to be edited. */
function editableJson(project: Project): string {
	const values = valuesFrom(fields.map(field => [changeNames[field], project[field]?.exact ?? '']));
	return `${visibleJson(JSON.stringify(values, null, 2))}\n`;
}

/** The fields that a JSON text names. Undefined for a text that is none, or that holds something else than texts. */
function fieldsOf(json: string): Partial<Record<EditField, string>> | undefined {
	const body = parseBody(json);
	if (!body) return undefined;
	const read = new Map<string, unknown>(Object.entries(body));
	const named = fields.flatMap(field => {
		const value = read.get(changeNames[field]);
		return value === undefined ? [] : [[field, value] as const];
	});
	return named.every(isText) ? valuesFrom(named) : undefined;
}

const isText = (entry: readonly [EditField, unknown]): entry is readonly [EditField, string] =>
	typeof entry[1] === 'string';

/** Lets the person change a project in their editor; the form then shows what they made of it. */
function editElsewhere({store, clock, editText}: KeyContext, project: Project) {
	const say = (text: SafeText) => createNotify({store, clock})(text, 'bad');
	const edited = editText(editableJson(project));
	if ('fault' in edited) return say(edited.fault);
	const values = fieldsOf(edited.text);
	if (!values) return say(plain`That is no JSON object of texts. It is kept in ${edited.path}`);
	store.dispatch({type: 'edit-opened', project, at: clock.now()});
	store.dispatch({type: 'form-filled', values});
	edited.forget();
}

export const edit: Binding = {
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
	keys: ['E'],
	label: 'edit as JSON in $EDITOR',
	isWrite: true,
	blocked: withoutWritableProject,
	run(desk, _state, _key, subject) {
		const project = subject?.project;
		if (project) editElsewhere(desk, project);
	},
};
