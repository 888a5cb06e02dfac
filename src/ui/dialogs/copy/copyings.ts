import {curlFor} from '../../../api/curl.ts';
import {encodeDeployment, encodeProject} from '../../../api/decode.ts';
import {markedProjects} from '../../../store/marking.ts';
import type {State} from '../../../store/state.ts';
import {pasteable, plain, type SafeText, visibleJson} from '../../../text.ts';
import {hasMarks} from '../../marks.ts';
import {type Subject, subjectAbout, subjectOf} from '../../subject.ts';

function jsonOf({project, deployment, deploymentId}: Subject): SafeText | undefined {
	if (deploymentId !== undefined) return deployment && visibleJson(JSON.stringify(encodeDeployment(deployment)));
	return project && visibleJson(JSON.stringify(encodeProject(project)));
}

export type Copying = {
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

/** The texts of all that is copied. Undefined where one of them has none. */
export function copyText({textOf}: Copying, state: State): readonly SafeText[] | undefined {
	const texts = copiedOf(state).map(subject => textOf(subject, state));
	const known = texts.filter(text => text !== undefined);
	return known.length === 0 || known.length < texts.length ? undefined : known.map(pasteable);
}
