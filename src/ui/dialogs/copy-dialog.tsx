import {curlFor} from '../../api/curl.ts';
import {encodeDeployment, encodeProject} from '../../api/decode/decode.ts';
import {nothing} from '../../duration.ts';
import {markedProjects} from '../../store/reducers/marks.ts';
import type {State} from '../../store/state/state.ts';
import {pasteable, plain, type SafeText, safe, visibleJson} from '../../text.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {isMenuKey, Menu, menuKeys} from '../components/menu.tsx';
import type {Binding, Layers} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {subjectOf} from '../keys/key-dispatch.ts';
import {hasMarks} from '../keys/marked-projects.ts';
import {type Subject, subjectAbout} from '../keys/subject.ts';
import {useRuntime, useView} from '../runtime.tsx';

const copyKeys: readonly Binding[] = [...menuKeys('copy'), {...closeDialog, keys: ['esc', 'Y', 'q'], label: 'cancel'}];

function jsonOf({project, deployment, deploymentId}: Subject): SafeText | undefined {
	if (deploymentId !== undefined) return deployment && visibleJson(JSON.stringify(encodeDeployment(deployment)));
	return project && visibleJson(JSON.stringify(encodeProject(project)));
}

type CopyChoice = {
	readonly label: SafeText;
	/** Returns undefined if the subject has no such text. */
	readonly textOf: (subject: Subject, state: State) => string | undefined;
};

const choices: readonly CopyChoice[] = [
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
function copiedSubjects(state: State, layers: Layers): readonly Subject[] {
	if (hasMarks(state)) return markedProjects(state).projects.map(({id}) => subjectAbout(state, id));
	const subject = subjectOf(state, layers);
	return subject ? [subject] : [];
}

/** The text of each subject. Undefined if there is no subject or one of them has no such text. */
function textsToCopy({textOf}: CopyChoice, state: State, layers: Layers): readonly SafeText[] | undefined {
	const texts = copiedSubjects(state, layers).map(subject => textOf(subject, state));
	const known = texts.filter(text => text !== undefined);
	return known.length === 0 || known.length < texts.length ? undefined : known.map(pasteable);
}

/** Lists what can be copied from the selected record or the marked projects, each with a preview. */
function CopyDialog() {
	const {state} = useView();
	const {
		keyContext: {store, clock, copy, layers},
	} = useRuntime();
	const [subject, ...others] = copiedSubjects(state, layers());
	if (!subject) return null;
	const source = subject.deploymentId === undefined ? plain`this project` : plain`this deployment`;

	function choose(choice: CopyChoice) {
		const lines = textsToCopy(choice, store.get(), layers());
		if (!lines) return store.dispatch({type: 'blocked', reason: `No ${choice.label} to copy`, at: clock.now()});
		store.dispatch({type: 'dialog-closed'});
		copy(lines, choice.label === 'id' ? safe(lines.join(' ')) : choice.label);
	}

	return (
		<DialogBox
			title={others.length > 0 ? plain`Copy from ${others.length + 1} marked projects` : plain`Copy from ${source}`}
		>
			<Menu
				items={choices.map(choice => {
					const lines = textsToCopy(choice, state, layers());
					return {
						value: choice,
						key: choice.label,
						label: choice.label,
						detail: lines ? safe(lines.join(' ')) : nothing,
					};
				})}
				onSelect={choose}
			/>
		</DialogBox>
	);
}

export const copyDialog = {title: 'Copy', keys: copyKeys, component: CopyDialog, isForWidget: isMenuKey};
