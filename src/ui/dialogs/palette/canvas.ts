import type {Line} from '../../../present/line.ts';
import {fitSpans} from '../../../present/line.ts';
import {fieldLine} from '../../../present/typed-line.ts';
import {typedLine} from '../../../store/typing.ts';
import {plain, safe} from '../../../text.ts';
import type {Draw} from '../../desk.ts';
import {type Command, commandsFor} from './commands.ts';

const keyWidth = 8;

/** What is typed, and the commands that match it. */
export const drawPalette: Draw = ({state, layers, context: {isAscii}}, width, height) => {
	const {dialog} = state;
	const line = typedLine(state);
	if (dialog?.name !== 'palette' || !line) return [];
	const commands = commandsFor(state, layers);
	const gap: readonly Line[] = height > 4 ? [[]] : [];
	const room = Math.max(1, height - 1 - gap.length);
	const top = Math.max(0, Math.min(dialog.index - Math.floor(room / 2), commands.length - room));
	const row = ({label, key, reason}: Command, isSelected: boolean): Line => [
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
