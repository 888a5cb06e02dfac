import {curlFor} from '../../../api/curl.ts';
import {encodeDeployment, encodeProject} from '../../../api/decode/decode.ts';
import {markedProjects} from '../../../store/reducers/marks.ts';
import type {State} from '../../../store/state/state.ts';
import {pasteable, plain, type SafeText, visibleJson} from '../../../text.ts';
import type {Layers, Subject} from '../../contexts.ts';
import {subjectOf} from '../../keys/key-dispatch.ts';
import {hasMarks} from '../../keys/marked-projects.ts';
import {subjectAbout} from '../../keys/subject.ts';

function jsonOf({project, deployment, deploymentId}: Subject): SafeText | undefined {
	if (deploymentId !== undefined) return deployment && visibleJson(JSON.stringify(encodeDeployment(deployment)));
	return project && visibleJson(JSON.stringify(encodeProject(project)));
}

export type CopyChoice = {
	readonly label: SafeText;
	/** Returns undefined if the subject has no such text. */
	readonly textOf: (subject: Subject, state: State) => string | undefined;
};

export const choices: readonly CopyChoice[] = [
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

/** The marked projects, else the selected record. */
export function copiedSubjects(state: State, layers: Layers): readonly Subject[] {
	if (hasMarks(state)) return markedProjects(state).projects.map(({id}) => subjectAbout(state, id));
	const subject = subjectOf(state, layers);
	return subject ? [subject] : [];
}

/** The text of each subject. Undefined if there is no subject or one of them has no such text. */
export function textsToCopy({textOf}: CopyChoice, state: State, layers: Layers): readonly SafeText[] | undefined {
	const texts = copiedSubjects(state, layers).map(subject => textOf(subject, state));
	const known = texts.filter(text => text !== undefined);
	return known.length === 0 || known.length < texts.length ? undefined : known.map(pasteable);
}
