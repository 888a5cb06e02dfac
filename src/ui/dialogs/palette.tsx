import {cells, plain, safe} from '../../base/text.ts';
import {fitSpans, type Line, type SafeSpan} from '../../present/line.ts';
import {fieldLine} from '../../present/typed-line.ts';
import {rememberCommand, withDialog} from '../../state/dialogs.ts';
import {type State, withNotice} from '../../state/state.ts';
import {editedLine, editText} from '../../state/text-editing.ts';
import {Canvas} from '../components/canvas.tsx';
import {DialogBox} from '../components/dialog-box.tsx';
import type {Binding, Draw, KeyContext, KeyScopes, Speak} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';
import {withScrollMarks} from '../lines/scroll-marks.ts';
import {sentence} from '../lines/spoken-lines.ts';
import {commandsFor, type PaletteCommand} from './palette-commands.ts';

const contentHeight = 16;

function PaletteDialog() {
	return (
		<DialogBox title={plain`Commands`} contentHeight={contentHeight}>
			{/* The scroll marks use the padding, which leaves the full width to the text. */}
			<Canvas draw={drawPalette} spoken={speakPalette} flexGrow={1} marginRight={-1} />
		</DialogBox>
	);
}

const paletteKeys: readonly Binding[] = [
	{keys: ['enter'], label: 'run', isHinted: true, run},
	{...closeDialog, keys: ['esc', 'ctrl+p'], label: 'cancel'},
	{keys: ['down'], label: 'next', run: keyContext => move(keyContext, 1)},
	{
		id: 'palette.previous',
		keys: ['up'],
		label: 'previous; recall the last command',
		run(keyContext, {interface: {dialog, recentCommands}}) {
			const isAtStart = dialog?.name === 'palette' && dialog.typed === '' && dialog.index === 0;
			const [last] = recentCommands;
			if (isAtStart && last !== undefined) retype(keyContext, last);
			else move(keyContext, -1);
		},
	},
	{
		keys: ['tab'],
		label: 'complete',
		isHinted: true,
		run(keyContext, state) {
			const {selected} = shownIn(state, keyContext.scopes()) ?? {};
			if (selected) retype(keyContext, selected.missing === undefined ? selected.name : `${selected.name} `);
		},
	},
	...lineEditing,
];

export const paletteDialog = {
	title: 'Commands',
	component: PaletteDialog,
	keys: paletteKeys,
	isTyping: true,
	onText: typeText,
};

/** Returns what is typed, the commands that match it, and which is selected. Undefined once the palette is closed. */
function shownIn(state: State, scopes: KeyScopes) {
	const {dialog} = state.interface;
	const line = editedLine(state);
	if (dialog?.name !== 'palette' || !line) return undefined;
	const commands = commandsFor(state, scopes);
	return {line, commands, index: dialog.index, selected: commands[dialog.index]};
}

const move = ({store, scopes}: KeyContext, by: 1 | -1) =>
	store.change(state => {
		const {commands = [], index = 0} = shownIn(state, scopes()) ?? {};
		return withDialog(state, 'palette', {index: Math.max(0, Math.min(commands.length - 1, index + by))});
	});

const retype = ({store}: KeyContext, text: string) =>
	store.change((state, now) => editText(state, {kind: 'replace', text}, now));

/** Runs the selected command. If its argument is missing, types its name. */
function run(keyContext: KeyContext, state: State) {
	const {store, scopes} = keyContext;
	const {line, selected} = shownIn(state, scopes()) ?? {};
	if (!selected) return;
	const {name, missing} = selected;
	const isWaiting = line?.text.trimStart() === `${name} `;
	if (missing !== undefined && !isWaiting) return retype(keyContext, `${name} `);
	const reason = missing === undefined ? selected.reason : `Type ${missing} after ${name}`;
	if (reason !== undefined) return store.change((current, now) => withNotice(current, safe(reason), 'quiet', now));
	store.change(current => rememberCommand(current, name));
	selected.run(keyContext);
}

const keyWidth = 8;

const gapWidth = 2;

const scrollMarkWidth = 2;

const drawPalette: Draw = ({state, scopes, context}, fullWidth, height) => {
	const shown = shownIn(state, scopes);
	if (!shown) return [];
	const {line, commands, index} = shown;
	const width = fullWidth - scrollMarkWidth;
	const gap: readonly Line[] = height > 4 ? [[]] : [];
	const room = Math.max(1, height - 1 - gap.length);
	const top = Math.max(0, Math.min(index - Math.floor(room / 2), commands.length - room));
	const labelWidth = Math.max(0, ...commands.map(({label, about}) => (about ? cells(label) + gapWidth : 0)));
	const row = ({label, about, key, reason}: PaletteCommand, isSelected: boolean): Line => {
		const name: SafeSpan = {text: label, tone: reason ? 'quiet' : isSelected ? 'strong' : 'plain'};
		const rest: SafeSpan = {text: reason ? safe(`   ${reason}`) : (about ?? plain``), tone: 'quiet'};
		const ownKeyWidth = key === '' ? 0 : keyWidth;
		return [
			{text: isSelected ? (context.isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'},
			...fitSpans([...(about ? fitSpans([name], labelWidth) : [name]), rest], width - ownKeyWidth - 2),
			...fitSpans([{text: key, tone: reason ? 'quiet' : 'accent'}], ownKeyWidth, 'right'),
		];
	};
	const rows = commands.slice(top, top + room).map((command, at) => row(command, top + at === index));
	const none: Line = [{text: plain`  No command matches.`, tone: 'quiet'}];
	const beyond = {isAbove: top > 0, isBelow: top + room < commands.length};
	return [
		[{text: plain`: `, tone: 'accent'}, ...fieldLine(line, plain``, width - 2)],
		...gap,
		...withScrollMarks(commands.length === 0 ? [none] : rows, fullWidth, beyond, context),
	];
};

const speakPalette: Speak = ({state, scopes}) => {
	const shown = shownIn(state, scopes);
	if (!shown) return [];
	const {line, selected} = shown;
	const typed = line.text === '' ? [] : [sentence([`: ${line.text}`])];
	if (!selected) return [...typed, plain`No command matches.`];
	return [...typed, sentence([selected.label, selected.reason ?? selected.about, selected.key])];
};
