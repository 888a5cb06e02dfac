import type {State} from '../../../store/state.ts';
import {closeDialog} from '../../bindings.ts';
import {lineEditing} from '../../components/typing.ts';
import type {Binding, Desk} from '../../desk.ts';
import {commandsFor} from './commands.ts';

const selected = (desk: Desk, state: State) =>
	state.dialog?.name === 'palette' ? commandsFor(state, desk.layers())[state.dialog.index] : undefined;

const move =
	(by: 1 | -1): Binding['run'] =>
	(desk, state) => {
		const {dialog, recentCommands} = state;
		if (dialog?.name !== 'palette') return;
		const [last] = recentCommands;
		if (by < 0 && dialog.typed === '' && dialog.index === 0 && last !== undefined) return retype(desk, last);
		const count = commandsFor(state, desk.layers()).length;
		const index = Math.max(0, Math.min(count - 1, dialog.index + by));
		desk.store.dispatch({type: 'dialog-pointed', index});
	};

const retype = ({store, clock}: Desk, text: string) =>
	store.dispatch({type: 'text-edited', edit: {kind: 'replace', text}, at: clock.now()});

function run(desk: Desk, state: State) {
	const command = selected(desk, state);
	if (!command) return;
	if (command.needsArgument) return retype(desk, `${command.name} `);
	if (command.reason !== undefined) {
		return desk.store.dispatch({type: 'blocked', reason: command.reason, at: desk.clock.now()});
	}

	desk.store.dispatch({type: 'command-run', command: command.name});
	command.run(desk);
}

export const paletteKeys: readonly Binding[] = [
	{keys: ['enter'], label: 'run', isHinted: true, run},
	{...closeDialog, keys: ['esc', 'ctrl+p'], label: 'cancel'},
	{keys: ['down'], label: 'next', run: move(1)},
	{keys: ['up'], label: 'previous; recall the last command', run: move(-1)},
	{
		keys: ['tab'],
		label: 'complete',
		isHinted: true,
		run(desk, state) {
			const command = selected(desk, state);
			if (command) retype(desk, command.needsArgument ? `${command.name} ` : command.name);
		},
	},
	...lineEditing,
];
