import {confirmationFor} from '../../store/model/writes/confirmation.ts';
import {openDialog} from '../../store/state/dialogs.ts';
import {keyOf} from '../../store/state/key-names.ts';
import {isDeployUnconfirmed} from '../../store/state/writes.ts';
import {plain} from '../../text.ts';
import type {Binding} from '../contexts.ts';
import {edit, editInEditor} from './edit-keys.ts';
import {hasMarks} from './marked-projects.ts';
import {withoutWritableProject} from './subject.ts';

/** Returns why neither the marked projects nor the selected one can be changed. */
const withoutTarget: Binding['blocked'] = (state, subject) =>
	hasMarks(state) && !state.connection?.isReadOnly ? undefined : withoutWritableProject(state, subject);

export const deploy: Binding = {
	keys: ['t'],
	label: 'deploy',
	isHinted: true,
	isWrite: true,
	blocked(state, subject) {
		const reason = withoutTarget(state, subject);
		if (reason !== undefined || hasMarks(state)) return reason;
		return subject && isDeployUnconfirmed(state, subject.projectId)
			? `The last deployment is unconfirmed: press ${keyOf(state, 'unconfirmed-changes', plain`u`)} to decide`
			: undefined;
	},
	run({actions}, state, _key, subject) {
		const project = subject?.project;
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
	run({actions, store}, state, _key, subject) {
		const project = subject?.project;
		if (hasMarks(state)) void actions.askAboutMarked('delete');
		else if (project) {
			store.change(state => openDialog(state, {name: 'delete', typed: '', ...confirmationFor(project)}));
		}
	},
};

/** The keys that change the subject's project, on every screen that shows a project or a deployment. */
export const projectKeys: readonly Binding[] = [deploy, edit, editInEditor, remove];
