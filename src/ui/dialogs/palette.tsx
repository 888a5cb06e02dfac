import {clamp} from '../../base/clamp.ts';
import {cells, plain, type SafeText, safe} from '../../base/text.ts';
import {fieldLine} from '../../present/fields.ts';
import {fitSpans, type Line, type SafeSpan} from '../../present/line.ts';
import {dialogIndex, dialogOf, rememberCommand, withIndex} from '../../state/dialogs.ts';
import type {State} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import {notify} from '../../sync/store.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import type {AppContext, Binding, Draw} from '../contexts.ts';
import {closing, lineEditing, retypeText, typeText} from '../keys/common-keys.ts';
import {scrolled, scrollMarkWidth} from '../lines/text-lines.ts';
import type {PaletteRow} from './argument-commands.tsx';
import {paletteRows, rememberedAs} from './palette-entries.tsx';

const paletteSelection = ({scopes}: AppContext, state: State): PaletteRow | undefined =>
	paletteRows(state, scopes())[dialogIndex(state) ?? 0];

const move = ({store, scopes}: AppContext, by: 1 | -1) =>
	store.change(state => {
		const last = paletteRows(state, scopes()).length - 1;
		return withIndex(state, clamp((dialogIndex(state) ?? 0) + by, 0, last));
	});

function runRow(app: AppContext, state: State) {
	const {store} = app;
	const row = paletteSelection(app, state);
	if (!row) return;
	const {text, reason, run} = row;
	if (reason !== undefined) return notify(store, safe(reason), 'quiet');
	if (!run) return retypeText(app, text);
	store.change(current => rememberCommand(current, rememberedAs(row)));
	run(app);
}

const paletteBindings: readonly Binding[] = [
	{id: 'palette.run', isHinted: true, run: runRow},
	closing('palette.cancel'),
	{id: 'palette.next', run: app => move(app, 1)},
	{
		id: 'palette.previous',
		run(app, state) {
			const {typed, index} = dialogOf(state, 'palette') ?? {};
			const [last] = state.preferences.recentCommands;
			if (typed !== '' || index !== 0 || last === undefined) return move(app, -1);
			const row = paletteRows(state, app.scopes()).find(({id}) => id === last);
			retypeText(app, row?.text ?? last);
		},
	},
	{
		id: 'palette.complete',
		isHinted: true,
		run(app, state) {
			const row = paletteSelection(app, state);
			if (row) retypeText(app, row.text);
		},
	},
	...lineEditing,
];

const keyWidth = 8;

const aboutGapWidth = 2;

const noneText = (typed: string): SafeText =>
	typed.includes('://') ? plain`No loaded project has this URL.` : plain`No command matches.`;

const drawPalette: Draw = ({state, scopes}, fullWidth, height) => {
	const dialog = dialogOf(state, 'palette');
	const line = editedLine(state);
	if (!dialog || !line) return [];
	const rows = paletteRows(state, scopes);
	const width = fullWidth - scrollMarkWidth;
	const gap: readonly Line[] = height > 4 ? [[]] : [];
	const room = Math.max(1, height - 1 - gap.length);
	const top = clamp(dialog.index - Math.floor(room / 2), 0, rows.length - room);
	const labelWidth = Math.max(0, ...rows.map(({label, about}) => (about ? cells(label) + aboutGapWidth : 0)));
	const lineOfRow = ({label, about, key, reason}: PaletteRow, at: number): Line => {
		const isSelected = at === dialog.index;
		const name: SafeSpan = {text: label, tone: reason ? 'quiet' : isSelected ? 'strong' : 'plain'};
		const rest: SafeSpan = {text: about ?? safe(reason ? `   ${reason}` : ''), tone: 'quiet'};
		const ownKeyWidth = key ? keyWidth : 0;
		return [
			{text: isSelected ? plain`▌ ` : plain`  `, tone: 'accent'},
			...fitSpans([...(about ? fitSpans([name], labelWidth) : [name]), rest], width - ownKeyWidth - 2),
			...fitSpans([{text: key ?? plain``, tone: reason ? 'quiet' : 'accent'}], ownKeyWidth, 'right'),
		];
	};
	const none: Line = [{text: plain`  ${noneText(line.text)}`, tone: 'quiet'}];
	return [
		[{text: plain`: `, tone: 'accent'}, ...fieldLine(line, plain``, width - 2)],
		...gap,
		...(rows.length === 0 ? [none] : scrolled(rows, {top, height: room, width: fullWidth}, lineOfRow)),
	];
};

const PaletteBox = () => <DialogBox title={plain`Commands`} contentHeight={16} lines={drawPalette} />;

export const paletteDialog = {
	title: 'Commands',
	component: PaletteBox,
	keys: paletteBindings,
	isTyping: true,
	onText: typeText,
};
