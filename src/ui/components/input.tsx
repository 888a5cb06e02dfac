import {Box, type DOMElement, type Key, useInput} from 'ink';
import TextInput from 'ink-text-input';
import {useEffect, useRef, useState} from 'react';
import {clamp} from '../../base/clamp.ts';
import {cells, plain, type SafeText, safe, visibleOf} from '../../base/text.ts';
import type {Tone} from '../../present/line.ts';
import {notify} from '../../sync/store.ts';
import {useAppContext, useStore} from '../hooks.tsx';
import {Caret} from './caret.tsx';
import {PaintedLine} from './lines.tsx';

/** In code units. Longer than any address, key or name, because somebody may paste a megabyte by mistake. */
const maxInputLength = 16_384;

function caretStep(input: string, key: Key, offset: number): number {
	if (key.leftArrow) return -1;
	if (key.rightArrow) return 1;
	if (key.backspace || key.delete) return offset > 0 ? -1 : 0;
	return input.length;
}

/** Tracks the caret of ink-text-input, which does not report it. As there, the caret may move one step beyond either end, and the next key brings it back. */
function useCaretOffset(value: string, isActive: boolean): number {
	const [offset, setOffset] = useState(value.length);
	const inside = clamp(offset, 0, value.length);
	useInput(
		(input, key) => {
			if (key.upArrow || key.downArrow || key.tab || key.return) return;
			setOffset(offset === inside ? offset + caretStep(input, key, offset) : inside);
		},
		{isActive},
	);
	useEffect(() => setOffset(at => Math.min(at, value.length)), [value]);
	return inside;
}

type InputProps = {
	readonly value: string;
	readonly isSecret: boolean;
	readonly width: number;
	readonly onType: (text: string) => void;
};

export function Input({value, isSecret, width, onType}: InputProps) {
	const {store} = useAppContext();
	const state = useStore();
	const box = useRef<DOMElement>(null);
	const isFocused = !state.interface.dialog;
	const offset = useCaretOffset(value, isFocused);
	const onChange = (text: string) => {
		if (text.length > maxInputLength) notify(store, plain`Too long for this field`, 'quiet');
		else onType(visibleOf(text));
	};
	const shown = isSecret ? '*'.repeat(value.length) : value;
	const textWidth = cells(shown);
	const caret = cells(shown.slice(0, offset));
	// The text after the caret takes at most a quarter of the width.
	const scroll = Math.max(0, caret + Math.min(textWidth - caret, Math.floor(width / 4)) + 1 - width);
	return (
		<Box ref={box} width={Math.min(width, textWidth + 1)} height={1}>
			<Box contentOffsetX={scroll} overflow="hidden">
				<Box width={textWidth + 1} flexShrink={0}>
					<TextInput value={value} onChange={onChange} focus={isFocused} {...(isSecret && {mask: '*'})} />
				</Box>
			</Box>
			{scroll > 0 && <FieldCell column={0} text={plain`…`} tone="quiet" />}
			{textWidth - scroll > width && <FieldCell column={width - 1} text={plain`…`} tone="quiet" />}
			{isFocused && (
				<>
					<FieldCell
						column={caret - scroll}
						text={safe(String.fromCodePoint(shown.codePointAt(offset) ?? 0x20))}
						tone="caret"
					/>
					<Caret box={box} column={caret - scroll} />
				</>
			)}
		</Box>
	);
}

type FieldCellProps = {readonly column: number; readonly text: SafeText; readonly tone: Tone};

const FieldCell = ({column, text, tone}: FieldCellProps) => (
	<Box position="absolute" left={column} aria-hidden>
		<PaintedLine line={[{text, tone}]} />
	</Box>
);
