import {Box} from 'ink';
import TextInput from 'ink-text-input';
import {useLayoutEffect, useState} from 'react';
import {typedLine} from '../../store/typing.ts';
import {useRuntime, useView} from '../runtime.tsx';

/** What the widget holds, and where its caret is. `revision` names the widget. */
type Own = {readonly text: string; readonly caret: number; readonly revision: number; readonly isPlaced: boolean};

/**
A short text in ASCII, or one that is hidden behind a mask: the line that is typed now, typed into a widget. It hears the keys of `isAsciiKey`. All others edit the line without the widget, which is then mounted again.

A widget begins with its caret at the end of its text. So it is given the text before the caret first, and the whole text before anything is painted.
*/
export function AsciiInput({mask}: {readonly mask?: string}) {
	const {
		desk: {store, clock},
	} = useRuntime();
	const {text = '', caret = 0} = typedLine(useView().state) ?? {};
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

	return (
		// Of a text that is too long, its end is in view.
		<Box height={1} flexDirection="column" justifyContent="flex-end" overflow="hidden">
			<Box flexShrink={0}>
				<TextInput
					key={own.revision}
					value={own.isPlaced ? text : text.slice(0, caret)}
					{...(mask !== undefined && {mask})}
					onChange={onChange}
				/>
			</Box>
		</Box>
	);
}
