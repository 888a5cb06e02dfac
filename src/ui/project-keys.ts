import {isDeployLost} from '../store/losing.ts';
import {questionAbout} from '../store/question.ts';
import type {State} from '../store/state.ts';
import type {Binding} from './desk.ts';
import {edit, editInEditor} from './edit-keys.ts';
import {hasMarks} from './marks.ts';
import {subjectOf, withoutWritableProject} from './subject.ts';

/** Why neither the marked projects nor the picked one can be written. */
const withoutTarget = (state: State): string | undefined =>
	hasMarks(state) && !state.connection?.isReadOnly ? undefined : withoutWritableProject(state);

export const deploy: Binding = {
	keys: ['t'],
	label: 'deploy',
	isHinted: true,
	isWrite: true,
	blocked(state) {
		const reason = withoutTarget(state);
		if (reason !== undefined || hasMarks(state)) return reason;
		const subject = subjectOf(state);
		return subject && isDeployLost(state, subject.projectId)
			? 'The last deployment is unconfirmed: press u to decide'
			: undefined;
	},
	run({actions}, state) {
		const project = subjectOf(state)?.project;
		if (hasMarks(state)) actions.askAboutMarked('deploy');
		else if (project) actions.askToDeploy(questionAbout(project));
	},
};

export const remove: Binding = {
	keys: ['D'],
	label: 'delete project',
	isWrite: true,
	blocked: withoutTarget,
	run({actions, store}, state) {
		const project = subjectOf(state)?.project;
		if (hasMarks(state)) actions.askAboutMarked('delete');
		else if (project) {
			store.dispatch({type: 'dialog-opened', dialog: {name: 'delete', typed: '', ...questionAbout(project)}});
		}
	},
};

/** The keys that change the project that is picked, or whose deployments are shown: on every screen that shows a project or a deployment. */
export const projectKeys: readonly Binding[] = [deploy, edit, editInEditor, remove];
