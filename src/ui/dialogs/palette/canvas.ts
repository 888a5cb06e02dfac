import {fitSpans, type Line, type SafeSpan} from '../../../present/line.ts';
import {fieldLine} from '../../../present/typed-line.ts';
import {editedLine} from '../../../store/state/text-editing.ts';
import {cells, plain, safe} from '../../../text.ts';
import type {Draw} from '../../contexts.ts';
import {withScrollMarks} from '../../render/scroll-marks.ts';
import {commandsFor, type PaletteCommand} from './commands.ts';

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
