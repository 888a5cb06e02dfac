import {Text} from 'ink';
import {noBody} from '../../../store/question.ts';
import {plain, safe} from '../../../text.ts';
import {Drawer} from '../../components/drawer.tsx';
import {targetLine} from '../../components/target-line.ts';
import {useView} from '../../runtime.tsx';

/** Asks before a deployment is triggered. Enter alone does not. */
export function DeployDialog() {
	const {state, theme} = useView();
	const {dialog} = state;
	if (dialog?.name !== 'deploy') return null;
	return (
		<Drawer question={dialog} sending={plain`Triggering the deployment`} width={state.size.columns} theme={theme}>
			<Text wrap="truncate">
				{theme.paint([
					{text: plain`Deploy `, tone: 'plain'},
					{text: dialog.title, tone: 'strong'},
					{text: dialog.body === noBody ? plain`?` : plain` with `, tone: 'plain'},
					{text: dialog.body === noBody ? plain`` : safe(dialog.body, 500), tone: 'accent'},
				])}
			</Text>
			<Text wrap="truncate">{theme.paint(targetLine(dialog, state))}</Text>
			{dialog.isAskedAgain && (
				<Text wrap="truncate">
					{theme.paint([
						{text: plain`It is protected by the settings of this profile. Press p to deploy it.`, tone: 'bad'},
					])}
				</Text>
			)}
		</Drawer>
	);
}
