import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {fit, safe} from '../../text.ts';
import type {Theme} from '../theme.ts';

type Props = {
	readonly label: string;
	readonly value: string;
	/** Shown while the field is empty. */
	readonly hint: string;
	readonly isFocused: boolean;
	readonly isSecret?: boolean;
	readonly theme: Theme;
	readonly onType: (value: string) => void;
};

const labelWidth = 14;

/**
What a field takes of what was typed or pasted: one line without control characters.

The text input deletes by code unit; the half of an emoji that it leaves behind is removed here.
*/
const accepted = (text: string): string =>
	text
		.replace(/[\r\n\t]+/g, ' ')
		.replace(/\p{Cc}/gu, '')
		.replace(/\p{Cs}/gu, '');

/** One labelled line of a form. */
export function Field({label, value, hint, isFocused, isSecret = false, theme, onType}: Props) {
	const shown = isSecret ? '*'.repeat(value.length) : safe(value, 2000);
	const secret = isSecret ? {mask: '*'} : {};
	return (
		<Box>
			<Box width={labelWidth + 2} flexShrink={0}>
				<Text>
					{theme.paint([
						{text: isFocused ? (theme.isAscii ? '> ' : '▌ ') : '  ', tone: 'accent'},
						{text: fit(safe(label), labelWidth), tone: isFocused ? 'strong' : 'quiet'},
					])}
				</Text>
			</Box>
			<Box flexGrow={1}>
				{isFocused ? (
					<TextInput value={value} placeholder={hint} onChange={text => onType(accepted(text))} {...secret} />
				) : (
					<Text wrap="truncate">
						{theme.paint([value === '' ? {text: hint, tone: 'quiet'} : {text: shown, tone: 'plain'}])}
					</Text>
				)}
			</Box>
		</Box>
	);
}
