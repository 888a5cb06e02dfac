import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {useLayoutEffect, useState} from 'react';
import {editedLine} from '../../store/reducers/text-editing.ts';
import {plain} from '../../text.ts';
import {useRuntime, useView} from '../runtime.tsx';

/** What the widget holds, and where its caret is. `revision` names the widget. */
type Own = {readonly text: string; readonly caret: number; readonly revision: number; readonly isPlaced: boolean};

type Props = {
	readonly mask?: string;
	/** In cells. What does not fit is marked at the side where it is. */
	readonly width: number;
};

/**
A short text in ASCII, or one that is hidden behind a mask: the line that is typed now, typed into a widget. It hears the keys of `isAsciiKey`. All others edit the line without the widget, which is then mounted again.

The widget holds the part of the line around the caret only: a megabyte may be pasted. It begins with its caret at the end of its text, so it is given the text before the caret first, and the whole text before anything is painted.
*/
export function AsciiInput({mask, width}: Props) {
	const {
		theme,
		desk: {store, clock},
	} = useRuntime();
	const line = editedLine(useView().state) ?? {text: '', caret: 0};
	const isLong = line.text.length >= width;
	const room = Math.max(1, isLong ? width - 3 : width);
	const from = Math.max(0, line.caret - room);
	const text = line.text.slice(from, from + room);
	const caret = line.caret - from;
	const [own, setOwn] = useState<Own>({text, caret, revision: 0, isPlaced: false});
	if (own.text !== text || own.caret !== caret) setOwn({text, caret, revision: own.revision + 1, isPlaced: false});
	useLayoutEffect(() => {
		if (!own.isPlaced) setOwn({...own, isPlaced: true});
	}, [own]);

	function onChange(next: string) {
		const length = next.length - text.length;
		const inserted = next.slice(caret, caret + Math.max(0, length));
		setOwn({...own, text: next, caret: caret + length});
		store.dispatch({
			type: 'text-edited',
			edit: length > 0 ? {kind: 'insert', text: inserted} : {kind: 'delete before'},
			at: clock.now(),
		});
	}

	const cutMark = <Text>{theme.paint([{text: plain`…`, tone: 'quiet'}])}</Text>;
	return (
		<Box height={1} overflow="hidden" flexShrink={0}>
			{from > 0 && cutMark}
			<TextInput
				key={own.revision}
				value={own.isPlaced ? text : text.slice(0, caret)}
				{...(mask !== undefined && {mask})}
				onChange={onChange}
			/>
			{from + room < line.text.length && cutMark}
		</Box>
	);
}
