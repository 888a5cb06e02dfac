import {editedLine} from '../../../store/reducers/text-editing.ts';
import {withDialog} from '../../../store/state/dialogs.ts';
import type {State} from '../../../store/state/state.ts';
import type {Binding, KeyContext} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {lineEditing} from '../../keys/text-keys.ts';
import {commandsFor} from './commands.ts';

const selected = (keyContext: KeyContext, state: State) =>
	state.interface.dialog?.name === 'palette'
		? commandsFor(state, keyContext.layers())[state.interface.dialog.index]
		: undefined;

const move =
	(by: 1 | -1): Binding['run'] =>
	(keyContext, state) => {
		const {dialog, recentCommands} = state.interface;
		if (dialog?.name !== 'palette') return;
		const [last] = recentCommands;
		if (by < 0 && dialog.typed === '' && dialog.index === 0 && last !== undefined) return retype(keyContext, last);
		const count = commandsFor(state, keyContext.layers()).length;
		const index = Math.max(0, Math.min(count - 1, dialog.index + by));
		keyContext.store.change(state => withDialog(state, 'palette', {index}));
	};

const retype = ({store, clock}: KeyContext, text: string) =>
	store.dispatch({type: 'text-edited', edit: {kind: 'replace', text}, at: clock.now()});

function run(keyContext: KeyContext, state: State) {
	const command = selected(keyContext, state);
	if (!command) return;
	const {name, missing} = command;
	const isWaiting = editedLine(state)?.text.trimStart() === `${name} `;
	if (missing !== undefined && !isWaiting) return retype(keyContext, `${name} `);
	const reason = missing === undefined ? command.reason : `Type ${missing} after ${name}`;
	if (reason !== undefined) {
		return keyContext.store.dispatch({type: 'blocked', reason, at: keyContext.clock.now()});
	}

	keyContext.store.dispatch({type: 'command-run', command: name});
	command.run(keyContext);
}

export const paletteKeys: readonly Binding[] = [
	{keys: ['enter'], label: 'run', isHinted: true, run},
	{...closeDialog, keys: ['esc', 'ctrl+p'], label: 'cancel'},
	{keys: ['down'], label: 'next', run: move(1)},
	{id: 'palette.previous', keys: ['up'], label: 'previous; recall the last command', run: move(-1)},
	{
		keys: ['tab'],
		label: 'complete',
		isHinted: true,
		run(keyContext, state) {
			const command = selected(keyContext, state);
			if (command) retype(keyContext, command.missing !== undefined ? `${command.name} ` : command.name);
		},
	},
	...lineEditing,
];
