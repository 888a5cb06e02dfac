import {plain, type SafeText, safe} from '../../base/text.ts';
import {mayLackNewest, newestOf} from '../../model/deployment-table.ts';
import {age} from '../../present/format.ts';
import type {Line} from '../../present/line.ts';
import {versionText} from '../../present/table.ts';
import {deploymentsOf} from '../../state/deployments.ts';
import {dialogOf, openLine} from '../../state/dialogs.ts';
import {Paragraph, QuestionBox} from '../components/dialog-box.tsx';
import type {Binding, DrawContext} from '../contexts.ts';
import {targetAbout} from '../keys/binding.ts';
import {blockedWhileSending, closeDialog} from '../keys/common-keys.ts';
import {useStore} from '../runtime.tsx';

/** Asks for confirmation before a deployment is triggered. Enter cancels, so that it cannot be confirmed by accident. */
function DeployDialog() {
	const dialog = useStore(state => dialogOf(state, 'deploy'));
	if (!dialog) return null;
	const body: Line = [
		{text: plain`body  `, tone: 'quiet'},
		{text: safe(dialog.body, 500), tone: 'accent'},
	];
	return (
		<QuestionBox
			title={plain`Deploy ${dialog.title}?`}
			preposition={plain`to`}
			question={dialog}
			facts={drawing => [body, ...versionsLine(dialog.projectId, drawing)]}
			sending={plain`Triggering the deployment`}
		>
			{dialog.isAskedAgain && (
				<Paragraph text={plain`Your profile protects this project. Press p to deploy it anyway.`} tone="bad" />
			)}
		</QuestionBox>
	);
}

const deployKeys: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'deploy',
		isHinted: true,
		isWrite: true,
		blocked: blockedWhileSending,
		run: ({actions}) => void actions.deploy(),
	},
	{
		keys: ['p'],
		label: 'deploy anyway',
		isWrite: true,
		blocked: state =>
			blockedWhileSending(state) ?? (dialogOf(state, 'deploy')?.isAskedAgain ? undefined : 'Press y first'),
		run: ({actions}) => void actions.deploy(true),
	},
	{
		keys: ['e'],
		label: 'edit request body',
		isHinted: true,
		blocked: blockedWhileSending,
		run({store}, {interface: {dialog}}) {
			if (dialog?.name !== 'deploy') return;
			const {name: _name, body, ...question} = dialog;
			const about = {kind: 'body', question: {...question, problem: undefined}} as const;
			store.change(state => openLine(state, about, body));
		},
	},
	{...closeDialog, keys: ['esc', 'n', 'enter'], label: 'cancel'},
];

export const deployDialog = {title: 'Deploy', keys: deployKeys, component: DeployDialog};

/** The latest upload and the last deployment. Nothing if neither is known. */
function versionsLine(projectId: string, {state, context}: DrawContext): readonly Line[] {
	const upload = versionText(targetAbout(state, projectId).project?.latestUploadVersion);
	const known = deploymentsOf(state, projectId);
	const deployment = mayLackNewest(known) ? undefined : newestOf(known);
	const version = versionText(deployment?.uploadVersion);
	const createdAt = deployment?.createdAt;
	const when = createdAt === undefined ? plain`` : plain`, ${age(createdAt, context.now)}`;
	const facts: readonly SafeText[] = [
		...(upload ? [plain`latest upload ${upload}`] : []),
		...(version ? [plain`last deployed ${version}${when}`] : []),
	];
	return facts.length > 0 ? [[{text: safe(facts.join(' · ')), tone: 'quiet'}]] : [];
}
