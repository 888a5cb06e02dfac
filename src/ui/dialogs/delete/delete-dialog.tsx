import {Text} from 'ink';
import {confirmationOf} from '../../../project-title.ts';
import {typedLine} from '../../../store/typing.ts';
import {plain} from '../../../text.ts';
import {Drawer} from '../../components/drawer.tsx';
import {Field} from '../../components/field.tsx';
import {targetLine} from '../../components/target-line.ts';
import {useView} from '../../runtime.tsx';

/** Asks for the title or the id of the project before it is deleted. What has to be typed stands above the field, which stays empty until somebody types. */
export function DeleteDialog() {
	const {state, theme} = useView();
	const {dialog} = state;
	if (dialog?.name !== 'delete') return null;
	const confirmation = confirmationOf(dialog.title, dialog.projectId);
	return (
		<Drawer question={dialog} sending={plain`Deleting the project`} width={state.size.columns} theme={theme}>
			<Text wrap="truncate">
				{theme.paint([
					{text: plain`Delete `, tone: 'bad'},
					{text: dialog.title, tone: 'strong'},
					{text: plain` for good?`, tone: 'bad'},
				])}
			</Text>
			<Text wrap="truncate">{theme.paint(targetLine(dialog, state))}</Text>
			<Text wrap="truncate">
				{theme.paint([
					{text: plain`Type `, tone: 'plain'},
					{text: confirmation, tone: 'strong'},
					{text: plain` to confirm.`, tone: 'plain'},
				])}
			</Text>
			<Field
				label={plain`confirm`}
				value={dialog.typed}
				hint={plain``}
				typed={dialog.isSending ? undefined : typedLine(state)}
				columns={state.size.columns}
				theme={theme}
			/>
		</Drawer>
	);
}
