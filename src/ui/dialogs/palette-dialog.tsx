import {fitSpans, type Line} from '../../present/line.ts';
import {fieldLine} from '../../present/typed-line.ts';
import {editedLine} from '../../store/reducers/text-editing.ts';
import type {State} from '../../store/state/state.ts';
import {plain, safe} from '../../text.ts';
import {Canvas} from '../components/canvas.tsx';
import {DialogBox} from '../components/dialog-box.tsx';
import type {Binding, Draw, KeyContext} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';
import {commandsFor, type PaletteCommand} from './palette-commands.ts';

const keyWidth = 8;

/** Draws the typed text and the matching commands. */
const drawPalette: Draw = ({state, layers, context: {isAscii}}, width, height) => {
	const {dialog} = state.interface;
	const line = editedLine(state);
	if (dialog?.name !== 'palette' || !line) return [];
	const commands = commandsFor(state, layers);
	const gap: readonly Line[] = height > 4 ? [[]] : [];
	const room = Math.max(1, height - 1 - gap.length);
	const top = Math.max(0, Math.min(dialog.index - Math.floor(room / 2), commands.length - room));
	const row = ({label, key, reason}: PaletteCommand, isSelected: boolean): Line => [
		{text: isSelected ? (isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'},
		...fitSpans(
			[
				{text: label, tone: reason ? 'quiet' : isSelected ? 'strong' : 'plain'},
				{text: reason ? safe(`   ${reason}`) : plain``, tone: 'quiet'},
			],
			width - keyWidth - 2,
		),
		...fitSpans([{text: key, tone: reason ? 'quiet' : 'accent'}], keyWidth, 'right'),
	];
	const none: Line = [{text: plain`  No command matches.`, tone: 'quiet'}];
	return [
		[{text: plain`: `, tone: 'accent'}, ...fieldLine(line, plain``, width - 2)],
		...gap,
		...(commands.length === 0
			? [none]
			: commands.slice(top, top + room).map((command, at) => row(command, top + at === dialog.index))),
	];
};

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
		keyContext.store.dispatch({type: 'dialog-pointed', index});
	};

const retype = ({store, clock}: KeyContext, text: string) =>
	store.dispatch({type: 'text-edited', edit: {kind: 'replace', text}, at: clock.now()});

function run(keyContext: KeyContext, state: State) {
	const command = selected(keyContext, state);
	if (!command) return;
	if (command.needsArgument) return retype(keyContext, `${command.name} `);
	if (command.reason !== undefined) {
		return keyContext.store.dispatch({type: 'blocked', reason: command.reason, at: keyContext.clock.now()});
	}

	keyContext.store.dispatch({type: 'command-run', command: command.name});
	command.run(keyContext);
}

const paletteKeys: readonly Binding[] = [
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
			if (command) retype(keyContext, command.needsArgument ? `${command.name} ` : command.name);
		},
	},
	...lineEditing,
];

const contentHeight = 16;

const PaletteDialog = () => (
	<DialogBox title={plain`Commands`} contentHeight={contentHeight}>
		<Canvas draw={drawPalette} flexGrow={1} />
	</DialogBox>
);

export const paletteDialog = {
	title: 'Commands',
	keys: paletteKeys,
	component: PaletteDialog,
	isTyping: true,
	onText: typeText,
};
