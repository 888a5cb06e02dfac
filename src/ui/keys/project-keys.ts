import {changeNames, encodeProject} from '../../api/decode.ts';
import type {Project} from '../../api/types.ts';
import {plain, type SafeText, safe, shellWord, visibleJson} from '../../base/text.ts';
import {confirmationFor} from '../../model/confirmation.ts';
import {editedFieldNames, parseEdited, patchWords, unchangeableFields} from '../../model/edited-fields.ts';
import {typed, valuesFrom} from '../../model/form.ts';
import {openDialog} from '../../state/dialogs.ts';
import {withForm} from '../../state/forms.ts';
import {openEdit} from '../../state/navigation.ts';
import {keyOf} from '../../state/preferences.ts';
import type {State} from '../../state/state.ts';
import {isDeployUnconfirmed} from '../../state/writes.ts';
import {notify} from '../../sync/store.ts';
import type {Binding, KeyContext, KeyTarget} from '../contexts.ts';
import {actingOn} from './binding.ts';
import {hasMarks} from './list-keys.ts';

/** Returns why the target's project cannot be changed. Undefined if it can. */
function withoutWritableProject(state: State, target: KeyTarget | undefined): string | undefined {
	if (state.connection?.isReadOnly) return 'This connection is read-only';
	if (!target) return state.projects.goneRow ? 'That project is gone' : 'Nothing selected';
	return target.project ? undefined : 'The project is not loaded yet';
}

/** Returns why neither the marked projects nor the selected one can be changed. */
const withoutTarget: Binding['blocked'] = (state, target) =>
	hasMarks(state) && !state.connection?.isReadOnly ? undefined : withoutWritableProject(state, target);

export const deploy: Binding = {
	keys: ['t'],
	label: 'deploy',
	isHinted: true,
	isWrite: true,
	blocked(state, target) {
		const reason = withoutTarget(state, target);
		if (reason !== undefined || hasMarks(state)) return reason;
		return target && isDeployUnconfirmed(state, target.projectId)
			? `The last deployment is unconfirmed: press ${keyOf(state, 'unconfirmed-changes', plain`u`)} to decide`
			: undefined;
	},
	run({actions}, state, _key, target) {
		const project = target?.project;
		if (hasMarks(state)) void actions.askAboutMarked('deploy');
		else if (project) actions.askToDeploy(confirmationFor(project));
	},
};

export const remove: Binding = {
	id: 'delete',
	keys: ['D'],
	label: 'delete project',
	isWrite: true,
	blocked: withoutTarget,
	run({actions, store}, state, _key, target) {
		const project = target?.project;
		if (hasMarks(state)) void actions.askAboutMarked('delete');
		else if (project) {
			store.change(state => openDialog(state, {name: 'delete', typed: '', ...confirmationFor(project)}));
		}
	},
};

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

const editing = (act: (project: Project, keyContext: KeyContext) => void) =>
	actingOn(
		(state, target) => (withoutWritableProject(state, target) === undefined ? target?.project : undefined),
		(state, target) => withoutWritableProject(state, target) ?? '',
		act,
	);

export const edit: Binding = {
	id: 'edit',
	keys: ['e'],
	label: 'edit project',
	isWrite: true,
	...editing((project, {store}) => store.change((state, now) => openEdit(state, project, now))),
};

export const editInEditor: Binding = {
	id: 'edit-json',
	keys: ['E'],
	label: 'edit as JSON in $EDITOR',
	isWrite: true,
	...editing((project, keyContext) => openInEditor(keyContext, project)),
};

/** The keys that change the target's project, on every screen that shows a project or a deployment. */
export const projectKeys: readonly Binding[] = [deploy, edit, editInEditor, remove];
