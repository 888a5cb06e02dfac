import TextInput from 'ink-text-input';
import {useState} from 'react';
import {typedLine} from '../../store/typing.ts';
import {useRuntime, useView} from '../runtime.tsx';
import {asciiOf} from './typing.ts';

/**
A short text in ASCII, such as a number or the hours of a day: the line of the dialog that is open, typed into a widget. It hears the keys of `isAsciiKey`.

The widget knows where its caret is, and nobody else does. What changes the text from outside, such as a paste, puts the caret at the end by mounting it again.
*/
export function AsciiInput() {
	const {
		desk: {store, clock},
	} = useRuntime();
	const {state} = useView();
	const text = asciiOf(typedLine(state)?.text ?? '');
	const [own, setOwn] = useState({text, revision: 0});
	if (own.text !== text) setOwn({text, revision: own.revision + 1});
	return (
		<TextInput
			key={own.revision}
			value={text}
			onChange={next => {
				setOwn({...own, text: next});
				store.dispatch({type: 'text-edited', edit: {kind: 'replace', text: next}, at: clock.now()});
			}}
		/>
	);
}
