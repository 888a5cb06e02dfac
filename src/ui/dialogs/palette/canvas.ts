import {fitSpans, type Line} from '../../../present/line.ts';
import {fieldLine} from '../../../present/typed-line.ts';
import {editedLine} from '../../../store/reducers/text-editing.ts';
import {plain, safe} from '../../../text.ts';
import type {Draw} from '../../contexts.ts';
import {commandsFor, type PaletteCommand} from './commands.ts';

const keyWidth = 8;

/** Draws the typed text and the matching commands. */
export const drawPalette: Draw = ({state, layers, context: {isAscii}}, width, height) => {
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
