import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {useLayoutEffect, useState} from 'react';
import type {Edit} from '../../store/model/line-editor.ts';
import {editedLine, editText} from '../../store/state/text-editing.ts';
import {plain} from '../../text.ts';
import {useRuntime, useView} from '../runtime.tsx';

/** What the mounted `TextInput` holds, and where its caret is. A new `revision` remounts it. */
type Mounted = {readonly text: string; readonly caret: number; readonly revision: number; readonly isPlaced: boolean};

type Props = {
	readonly mask?: string;
	/** In cells. A `…` marks each side on which text does not fit. */
	readonly width: number;
};

/**
A `TextInput` for the line being edited, for short ASCII text or masked text. It handles the keys of `isAsciiKey`; all other keys edit the line in the store, and the widget is remounted with the result.

The widget holds only the part of the line around the caret, because a megabyte may be pasted. A new `TextInput` puts its caret at the end of its text, so it is mounted with the text before the caret and gets the whole text before anything is painted.
*/
export function AsciiInput({mask, width}: Props) {
	const {
		theme,
		keyContext: {store},
	} = useRuntime();
	const line = editedLine(useView().state) ?? {text: '', caret: 0};
	const isLong = line.text.length >= width;
	const room = Math.max(1, isLong ? width - 3 : width);
	const from = Math.max(0, line.caret - room);
	const text = line.text.slice(from, from + room);
	const caret = line.caret - from;
	const [mounted, setMounted] = useState<Mounted>({text, caret, revision: 0, isPlaced: false});
	if (mounted.text !== text || mounted.caret !== caret) {
		setMounted({text, caret, revision: mounted.revision + 1, isPlaced: false});
	}

	useLayoutEffect(() => {
		if (!mounted.isPlaced) setMounted({...mounted, isPlaced: true});
	}, [mounted]);

	function onChange(next: string) {
		const addedLength = next.length - text.length;
		const inserted = next.slice(caret, caret + Math.max(0, addedLength));
		setMounted({...mounted, text: next, caret: caret + addedLength});
		const edit: Edit = addedLength > 0 ? {kind: 'insert', text: inserted} : {kind: 'delete before'};
		store.change((state, now) => editText(state, edit, now));
	}

	const cutMark = <Text>{theme.paint([{text: plain`…`, tone: 'quiet'}])}</Text>;
	return (
		<Box height={1} overflow="hidden" flexShrink={0}>
			{from > 0 && cutMark}
			<TextInput
				key={mounted.revision}
				value={mounted.isPlaced ? text : text.slice(0, caret)}
				{...(mask !== undefined && {mask})}
				onChange={onChange}
			/>
			{from + room < line.text.length && cutMark}
		</Box>
	);
}
