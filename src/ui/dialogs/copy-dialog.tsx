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

type Copying = {
	readonly label: SafeText;
	/** Undefined where there is none. */
	readonly textOf: (subject: Subject, state: State) => string | undefined;
};

const copyings: readonly Copying[] = [
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
function copiedOf(state: State, layers: Layers): readonly Subject[] {
	if (hasMarks(state)) return markedProjects(state).projects.map(({id}) => subjectAbout(state, id));
	const subject = subjectOf(state, layers);
	return subject ? [subject] : [];
}

/** The texts of all that is copied. Undefined where one of them has none. */
function copyText({textOf}: Copying, state: State, layers: Layers): readonly SafeText[] | undefined {
	const texts = copiedOf(state, layers).map(subject => textOf(subject, state));
	const known = texts.filter(text => text !== undefined);
	return known.length === 0 || known.length < texts.length ? undefined : known.map(pasteable);
}

/** Offers what can be copied of the selected record, each as it would be copied. */
function CopyDialog() {
	const {state} = useView();
	const {
		desk: {store, clock, copy, layers},
	} = useRuntime();
	const [subject, ...others] = copiedOf(state, layers());
	if (!subject) return null;
	const what = subject.deploymentId === undefined ? plain`this project` : plain`this deployment`;

	function choose(copying: Copying) {
		const lines = copyText(copying, store.get(), layers());
		if (!lines) return store.dispatch({type: 'blocked', reason: 'It has none', at: clock.now()});
		store.dispatch({type: 'dialog-closed'});
		copy(lines, copying.label === 'id' ? safe(lines.join(' ')) : copying.label);
	}

	return (
		<DialogBox
			title={others.length > 0 ? plain`Copy from ${others.length + 1} marked projects` : plain`Copy from ${what}`}
		>
			<Menu
				items={copyings.map(copying => {
					const lines = copyText(copying, state, layers());
					return {
						value: copying,
						key: copying.label,
						label: copying.label,
						detail: lines ? safe(lines.join(' ')) : nothing,
					};
				})}
				onSelect={choose}
			/>
		</DialogBox>
	);
}

export const copyDialog = {title: 'Copy', keys: copyKeys, component: CopyDialog, isForWidget: isMenuKey};
