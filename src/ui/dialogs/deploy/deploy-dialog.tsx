import {age} from '../../../present/format.ts';
import type {Line} from '../../../present/line.ts';
import {versionText} from '../../../present/table.ts';
import {mayLackNewest, newestOf} from '../../../store/model/deployments/project-deployments.ts';
import {deploymentsOf} from '../../../store/state/deployments/known-deployment.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {Paragraph} from '../../components/paragraph.tsx';
import {QuestionBox} from '../../components/question-box.tsx';
import type {DrawContext} from '../../contexts.ts';
import {subjectAbout} from '../../keys/subject.ts';
import {useView} from '../../runtime.tsx';
import {deployKeys} from './keys.ts';

/** The latest upload and the last deployment. Nothing if neither is known. */
function versionsLine(projectId: string, {state, context}: DrawContext): readonly Line[] {
	const upload = versionText(subjectAbout(state, projectId).project?.latestUploadVersion);
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

/** Asks for confirmation before a deployment is triggered. Enter cancels, so that it cannot be confirmed by accident. */
function DeployDialog() {
	const {state} = useView();
	const {dialog} = state.interface;
	if (dialog?.name !== 'deploy') return null;
	const body: Line = [
		{text: plain`body  `, tone: 'quiet'},
		{text: safe(dialog.body, 500), tone: 'accent'},
	];
	return (
		<QuestionBox
			title={plain`Deploy ${dialog.title}?`}
			preposition={plain`to`}
			question={dialog}
			facts={shown => [body, ...versionsLine(dialog.projectId, shown)]}
			sending={plain`Triggering the deployment`}
		>
			{dialog.isAskedAgain && (
				<Paragraph text={plain`Your profile protects this project. Press p to deploy it anyway.`} tone="bad" />
			)}
		</QuestionBox>
	);
}

export const deployDialog = {title: 'Deploy', keys: deployKeys, component: DeployDialog};
