import {Box, Text} from 'ink';
import type {Line} from '../../present/line.ts';
import {fieldLine, placeholder} from '../../present/typed-line.ts';
import type {EditedLine} from '../../store/model/line-editor.ts';
import {fit, plain, type SafeText, safe} from '../../text.ts';
import type {Theme} from '../theme.ts';
import {AsciiInput} from './ascii-input.tsx';

type Props = {
	readonly label: SafeText;
	readonly value: string;
	/** Shown while the field is empty. */
	readonly hint: SafeText;
	/** The line being edited, if this field has the focus. */
	readonly typed: EditedLine | undefined;
	readonly isSecret?: boolean;
	/** The width of label and text together, in cells. */
	readonly width: number;
	readonly theme: Theme;
};

/** A narrow screen cuts the labels to leave room for the text. */
const labelWidthIn = (width: number): number => (width < 30 ? 5 : 14);

/** One labelled line of a form. */
export function Field({label, value, hint, typed, isSecret = false, width, theme}: Props) {
	const shown = isSecret ? safe('*'.repeat(value.length), 2000) : safe(value, 2000);
	const labelWidth = labelWidthIn(width);
	const room = Math.max(4, width - labelWidth - 2);
	const resting: Line = [value === '' ? {text: placeholder(hint), tone: 'quiet'} : {text: shown, tone: 'plain'}];
	const masked: Line = value === '' ? resting : [];
	const content = !typed ? resting : isSecret ? masked : fieldLine(typed, hint, room);
	// Only the focused field is spoken; the others follow when the focus reaches them.
	return (
		<Box aria-hidden={!typed}>
			<Box width={labelWidth + 2} flexShrink={0}>
				<Text>
					{theme.paint([
						{text: typed ? (theme.isAscii ? plain`> ` : plain`▌ `) : plain`  `, tone: 'accent'},
						{text: plain`${fit(label, labelWidth - 1)} `, tone: typed ? 'strong' : 'quiet'},
					])}
				</Text>
			</Box>
			{isSecret && typed && <AsciiInput mask="*" width={room} />}
			<Box flexGrow={1}>
				<Text wrap="truncate">{theme.paint(content)}</Text>
			</Box>
		</Box>
	);
}
