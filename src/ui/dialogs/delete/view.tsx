import {Text} from 'ink';
import {confirmationOf} from '../../../store/changing.ts';
import {typedLine} from '../../../store/typing.ts';
import {plain} from '../../../text.ts';
import {Drawer} from '../../components/drawer.tsx';
import {Field} from '../../components/field.tsx';
import {targetLine} from '../../components/target-line.ts';
import type {ViewProps} from '../../desk.ts';

/** Asks for the name of the project before it is deleted. */
export function DeleteDialog({state, theme}: ViewProps) {
	const {dialog} = state;
	if (dialog?.name !== 'delete') return null;
	return (
		<Drawer question={dialog} sending={plain`Deleting the project`} width={state.size.columns} theme={theme}>
			<Text wrap="truncate">
				{theme.paint([
					{text: plain`Delete `, tone: 'bad'},
					{text: dialog.project.shown, tone: 'strong'},
					{text: plain` for good? Type its name.`, tone: 'bad'},
				])}
			</Text>
			<Text wrap="truncate">{theme.paint(targetLine(dialog, state))}</Text>
			<Field
				label={plain`name`}
				value={dialog.typed}
				hint={confirmationOf(dialog)}
				typed={dialog.isSending ? undefined : typedLine(state)}
				columns={state.size.columns}
				theme={theme}
			/>
		</Drawer>
	);
}
