import {curlFor} from '../../../api/curl.ts';
import {encodeDeployment, encodeProject} from '../../../api/decode.ts';
import {markedProjects} from '../../../store/marking.ts';
import type {State} from '../../../store/state.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {closeDialog} from '../../bindings.ts';
import {choosing, pointed} from '../../components/choices.ts';
import type {Binding} from '../../desk.ts';
import {hasMarks} from '../../marks.ts';
import {type Subject, subjectAbout, subjectOf} from '../../subject.ts';

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

/** What is copied of: the marked projects, else what is picked. */
export function copiedOf(state: State): readonly Subject[] {
	if (hasMarks(state)) return markedProjects(state).projects.map(({id}) => subjectAbout(state, id));
	const subject = subjectOf(state);
	return subject ? [subject] : [];
}

/** The texts of all that is copied, a line each. Undefined where one of them has none. */
export function copyText({textOf}: Copying, state: State): string | undefined {
	const texts = copiedOf(state).map(subject => textOf(subject, state));
	return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('\n');
}

const chosen = (state: State) => {
	const copying = pointed(copyings, state);
	const text = copying && copyText(copying, state);
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
