import {curlFor} from '../../../api/curl.ts';
import {encodeDeployment, encodeProject} from '../../../api/decode.ts';
import type {State} from '../../../store/state.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {closeDialog} from '../../bindings.ts';
import {choosing, pointed} from '../../components/choices.ts';
import type {Binding} from '../../desk.ts';
import {type Subject, subjectOf} from '../../subject.ts';

function jsonOf({project, deployment, deploymentId}: Subject): string | undefined {
	if (deploymentId !== undefined) return deployment && JSON.stringify(encodeDeployment(deployment));
	return project && JSON.stringify(encodeProject(project));
}

type Copying = {
	readonly label: SafeText;
	/** Undefined where there is none. */
	readonly textOf: (subject: Subject, state: State) => string | undefined;
};

export const copyings: readonly Copying[] = [
	{label: plain`id`, textOf: ({projectId, deploymentId}) => deploymentId ?? projectId},
	{
		label: plain`url`,
		textOf: ({project, deployment, deploymentId}) => (deploymentId === undefined ? project : deployment)?.url?.exact,
	},
	{
		label: plain`curl`,
		textOf: ({projectId, deploymentId}, {connection}) =>
			connection && curlFor(connection.baseUrl, projectId, deploymentId),
	},
	{label: plain`JSON`, textOf: jsonOf},
];

const chosen = (state: State) => {
	const subject = subjectOf(state);
	const copying = pointed(copyings, state);
	const text = subject && copying?.textOf(subject, state);
	return copying && text !== undefined ? {label: copying.label, text} : undefined;
};

export const copyKeys: readonly Binding[] = [
	{
		keys: ['enter', ' '],
		label: 'copy',
		isHinted: true,
		blocked: state => (chosen(state) ? undefined : 'It has none'),
		run({store, copy}, state) {
			const what = chosen(state);
			if (!what) return;
			store.dispatch({type: 'dialog-closed'});
			copy(what.text, what.label === 'id' ? safe(what.text) : what.label);
		},
	},
	{...closeDialog, keys: ['esc', 'Y', 'q']},
	...choosing(copyings.length),
];
