import {fitSpans, type Line, type SafeSpan} from '../../present/line.ts';
import {fieldLine} from '../../present/typed-line.ts';
import {rememberCommand} from '../../store/reducers/palette.ts';
import {editedLine, editText} from '../../store/reducers/text-editing.ts';
import {withDialog} from '../../store/state/dialogs.ts';
import {type State, withNotice} from '../../store/state/state.ts';
import {cells, plain, safe} from '../../text.ts';
import {Canvas} from '../components/canvas.tsx';
import {DialogBox} from '../components/dialog-box.tsx';
import type {Binding, Draw, KeyContext, Speak} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';
import {withScrollMarks} from '../lines/scroll-marks.ts';
import {sentence} from '../lines/spoken-lines.ts';
import {commandsFor, type PaletteCommand} from './palette-commands.ts';

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

const contentHeight = 16;

const PaletteDialog = () => (
	<DialogBox title={plain`Commands`} contentHeight={contentHeight}>
		{/* The scroll marks use the padding, which leaves the full width to the text. */}
		<Canvas draw={drawPalette} spoken={speakPalette} flexGrow={1} marginRight={-1} />
	</DialogBox>
);

export const paletteDialog = {
	title: 'Commands',
	keys: paletteKeys,
	component: PaletteDialog,
	isTyping: true,
	onText: typeText,
};

const keyWidth = 8;

/** The gap between a label and what the command does. */
const gapWidth = 2;

/** The width of a scroll mark and the blank before it. */
const scrollMarkWidth = 2;

/** Draws the typed text and the matching commands. */
export const drawPalette: Draw = ({state, layers, context: {isAscii}}, fullWidth, height) => {
	const {dialog} = state.interface;
	const line = editedLine(state);
	if (dialog?.name !== 'palette' || !line) return [];
	const width = fullWidth - scrollMarkWidth;
	const commands = commandsFor(state, layers);
	const gap: readonly Line[] = height > 4 ? [[]] : [];
	const room = Math.max(1, height - 1 - gap.length);
	const top = Math.max(0, Math.min(dialog.index - Math.floor(room / 2), commands.length - room));
	const shown = commands.slice(top, top + room);
	const labelWidth = Math.max(0, ...commands.map(({label, about}) => (about ? cells(label) + gapWidth : 0)));
	const row = ({label, about, key, reason}: PaletteCommand, isSelected: boolean): Line => {
		const name: SafeSpan = {text: label, tone: reason ? 'quiet' : isSelected ? 'strong' : 'plain'};
		const rest: SafeSpan = {text: reason ? safe(`   ${reason}`) : (about ?? plain``), tone: 'quiet'};
		const ownKeyWidth = key === '' ? 0 : keyWidth;
		return [
			{text: isSelected ? (isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'},
			...fitSpans([...(about ? fitSpans([name], labelWidth) : [name]), rest], width - ownKeyWidth - 2),
			...fitSpans([{text: key, tone: reason ? 'quiet' : 'accent'}], ownKeyWidth, 'right'),
		];
	};

	const none: Line = [{text: plain`  No command matches.`, tone: 'quiet'}];
	return [
		[{text: plain`: `, tone: 'accent'}, ...fieldLine(line, plain``, width - 2)],
		...gap,
		...(commands.length === 0
			? [none]
			: withScrollMarks(
					shown.map((command, at) => row(command, top + at === dialog.index)),
					fullWidth,
					{isAbove: top > 0, isBelow: top + room < commands.length},
					{isAscii},
				)),
	];
};

/** Says the typed text and the command that enter runs. */
const speakPalette: Speak = ({state, layers}) => {
	const {dialog} = state.interface;
	const line = editedLine(state);
	if (dialog?.name !== 'palette' || !line) return [];
	const command = commandsFor(state, layers)[dialog.index];
	const typed = line.text === '' ? [] : [sentence([`: ${line.text}`])];
	if (!command) return [...typed, plain`No command matches.`];
	return [...typed, sentence([command.label, command.reason ?? command.about, command.key])];
};
