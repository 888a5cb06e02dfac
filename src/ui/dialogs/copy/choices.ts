import {curlFor} from '../../../api/curl.ts';
import {encodeDeployment, encodeProject} from '../../../api/decode/decode.ts';
import {watchKey} from '../../../store/model/deployments/watches.ts';
import {isUnfiltered} from '../../../store/model/projects/project-filter.ts';
import {listsProjects} from '../../../store/state/screen.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import {pasteable, plain, type SafeText, visibleJson} from '../../../text.ts';
import type {Subject} from '../../contexts.ts';
import {subjectAbout} from '../../keys/subject.ts';
import {deploymentsCommand, listCommand, subjectCommand, writeCommand} from './commands.ts';

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
	{
		label: plain`command`,
		textOf: ({projectId, deploymentId}, {connection, presence}) =>
			connection &&
			subjectCommand(connection, {
				projectId,
				deploymentId,
				isWatched: presence.watches.has(watchKey({projectId, deploymentId: undefined})),
			}),
	},
];

/** What can be copied besides what belongs to the selected record, with its text. */
export function otherChoices(state: State): ReadonlyArray<readonly [label: SafeText, text: SafeText]> {
	const {
		connection,
		projects: {view},
		writes: {last},
	} = state;
	if (!connection) return [];
	const screen = currentScreen(state);
	const list = screen.name === 'deployments' ? deploymentsCommand(connection, screen.projectId) : undefined;
	// The command looks at newest deployments, and would list others than the cells of the versions do.
	const isOfCells = screen.name === 'versions' && /\b(?:env|outcome):/i.test(view?.query ?? '');
	const projects =
		listsProjects(screen) && view && !isUnfiltered(view) && !isOfCells
			? listCommand(connection, view.query, view.sort)
			: undefined;
	const again = last?.ref.connectionId === connection.id ? writeCommand(connection, last) : undefined;
	const texts = [
		[plain`list`, list ?? projects],
		[plain`again`, again],
	] as const;
	return texts.flatMap(([label, text]) => (text === undefined ? [] : [[label, pasteable(text)] as const]));
}

/** The marked projects, else the selected record, as they were chosen when the menu opened. */
export function copiedSubjects(state: State): readonly Subject[] {
	const {dialog} = state.interface;
	return dialog?.name === 'copy'
		? dialog.records.map(({projectId, deploymentId}) => subjectAbout(state, projectId, deploymentId))
		: [];
}

/** The text of each subject. Undefined if there is no subject or one of them has no such text. */
export function textsToCopy({textOf}: CopyChoice, state: State): readonly SafeText[] | undefined {
	const texts = copiedSubjects(state).map(subject => textOf(subject, state));
	const known = texts.filter(text => text !== undefined);
	return known.length === 0 || known.length < texts.length ? undefined : known.map(pasteable);
}
