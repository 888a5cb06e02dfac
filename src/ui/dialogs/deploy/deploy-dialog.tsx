import {type LocalTime, toServiceTime} from '../../../clock.ts';
import {age} from '../../../present/format.ts';
import type {Line} from '../../../present/line.ts';
import {versionText} from '../../../present/table.ts';
import {mayLackNewest, newestOf} from '../../../store/model/deployments/deployment-table.ts';
import {deploymentsOf} from '../../../store/state/deployments.ts';
import type {State} from '../../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../../text.ts';
import {Paragraph} from '../../components/paragraph.tsx';
import {QuestionBox} from '../../components/question-box.tsx';
import {subjectAbout} from '../../keys/subject.ts';
import {useNow, useView} from '../../runtime.tsx';
import {deployKeys} from './keys.ts';

/** The latest upload and the last deployment. Undefined if neither is known. */
function versionsLine(projectId: string, state: State, localNow: LocalTime): Line | undefined {
	const upload = versionText(subjectAbout(state, projectId).project?.latestUploadVersion);
	const known = deploymentsOf(state, projectId);
	const deployment = mayLackNewest(known) ? undefined : newestOf(known);
	const version = versionText(deployment?.uploadVersion);
	const createdAt = deployment?.createdAt;
	const when =
		createdAt === undefined ? plain`` : plain`, ${age(createdAt, toServiceTime(localNow, state.polling.skewMs))}`;
	const facts: readonly SafeText[] = [
		...(upload ? [plain`latest upload ${upload}`] : []),
		...(version ? [plain`last deployed ${version}${when}`] : []),
	];
	return facts.length > 0 ? [{text: safe(facts.join(' · ')), tone: 'quiet'}] : undefined;
}

/** Asks for confirmation before a deployment is triggered. Enter cancels, so that it cannot be confirmed by accident. */
function DeployDialog() {
	const {state} = useView();
	const now = useNow();
	const {dialog} = state.interface;
	if (dialog?.name !== 'deploy') return null;
	const versions = versionsLine(dialog.projectId, state, now);
	const body: Line = [
		{text: plain`body  `, tone: 'quiet'},
		{text: safe(dialog.body, 500), tone: 'accent'},
	];
	return (
		<QuestionBox
			title={plain`Deploy ${dialog.title}?`}
			preposition={plain`to`}
			question={dialog}
			facts={versions ? [body, versions] : [body]}
			sending={plain`Triggering the deployment`}
		>
			{dialog.isAskedAgain && (
				<Paragraph text={plain`Your profile protects this project. Press p to deploy it anyway.`} tone="bad" />
			)}
		</QuestionBox>
	);
}

export const deployDialog = {title: 'Deploy', keys: deployKeys, component: DeployDialog};
