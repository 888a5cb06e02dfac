import {rememberCommand, withDialog} from '../../../store/state/dialogs.ts';
import {type State, withNotice} from '../../../store/state/state.ts';
import {editedLine, editText} from '../../../store/state/text-editing.ts';
import {safe} from '../../../text.ts';
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

const retype = ({store}: KeyContext, text: string) =>
	store.change((state, now) => editText(state, {kind: 'replace', text}, now));

function run(keyContext: KeyContext, state: State) {
	const command = selected(keyContext, state);
	if (!command) return;
	const {name, missing} = command;
	const isWaiting = editedLine(state)?.text.trimStart() === `${name} `;
	if (missing !== undefined && !isWaiting) return retype(keyContext, `${name} `);
	const reason = missing === undefined ? command.reason : `Type ${missing} after ${name}`;
	if (reason !== undefined) {
		return keyContext.store.change((current, now) => withNotice(current, safe(reason), 'quiet', now));
	}

	keyContext.store.change(current => rememberCommand(current, name));
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
