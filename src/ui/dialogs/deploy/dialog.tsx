import {Text} from 'ink';
import {closeDialog, heldBySending} from '../../bindings.ts';
import {Drawer} from '../../components/drawer.tsx';
import {targetLine} from '../../components/target-line.ts';
import type {Binding, ViewProps} from '../../desk.ts';

export const deployKeys: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'deploy',
		isHinted: true,
		isWrite: true,
		blocked: heldBySending,
		run({actions}) {
			void actions.deploy();
		},
	},
	{...closeDialog, keys: ['n', 'esc', 'enter'], label: 'do not'},
];

/** Asks before a deployment is triggered. Enter alone does not. */
export function DeployDialog({state, theme}: ViewProps) {
	const {dialog} = state;
	if (dialog?.name !== 'deploy') return null;
	return (
		<Drawer question={dialog} sending="Triggering the deployment" width={state.size.columns} theme={theme}>
			<Text wrap="truncate">
				{theme.paint([
					{text: 'Deploy ', tone: 'plain'},
					{text: dialog.project.shown, tone: 'strong'},
					{text: '?', tone: 'plain'},
				])}
			</Text>
			<Text wrap="truncate">{theme.paint(targetLine(dialog, state))}</Text>
		</Drawer>
	);
}
