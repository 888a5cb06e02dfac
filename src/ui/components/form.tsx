import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {type ReactNode, useLayoutEffect, useState} from 'react';
import {counted, fit, plain, type SafeText, safe} from '../../base/text.ts';
import type {Form} from '../../model/form.ts';
import {bodyHeight, dialogBorder, dialogContentWidth} from '../../model/layout.ts';
import type {Edit, EditedLine} from '../../model/line-editor.ts';
import {fieldLine, placeholder} from '../../present/fields.ts';
import {type SafeSpan, wrapped} from '../../present/line.ts';
import {editedLine, editText} from '../../state/text-editing.ts';
import {useRuntime, useView} from '../runtime.tsx';
import {DialogBox, Sending} from './dialog-box.tsx';

type TextFieldProps = {
	readonly line: EditedLine;
	/** In cells. A `…` marks each side on which text does not fit. */
	readonly width: number;
	readonly hint?: SafeText;
};

export function TextField({line, width, hint = plain``}: TextFieldProps) {
	const {theme} = useRuntime();
	return <Text wrap="truncate">{theme.paint(fieldLine(line, hint, width))}</Text>;
}

/** A `TextInput` that shows `*` for each character. It holds only the part of the line around the caret, because a megabyte may be pasted. */
function MaskedInput({line: {text, caret}, width}: TextFieldProps) {
	const {theme} = useRuntime();
	const room = Math.max(1, text.length >= width ? width - 3 : width);
	const from = Math.max(0, caret - room);
	const shown = text.slice(from, from + room);
	const cutMark = <Text>{theme.paint([{text: plain`…`, tone: 'quiet'}])}</Text>;
	return (
		<Box height={1} overflow="hidden" flexShrink={0}>
			{from > 0 && cutMark}
			{/* The caret of a mounted TextInput cannot be moved. */}
			<PlacedInput key={`${caret} ${shown}`} text={shown} caret={caret - from} />
			{from + room < text.length && cutMark}
		</Box>
	);
}

/** A new `TextInput` puts its caret at the end of its text, so it gets the text behind the caret before anything is painted. */
function PlacedInput({text, caret}: EditedLine) {
	const {store} = useRuntime().keyContext;
	const [isPlaced, setIsPlaced] = useState(false);
	useLayoutEffect(() => setIsPlaced(true), []);
	const onChange = (next: string) => {
		const addedLength = next.length - text.length;
		const edit: Edit =
			addedLength > 0 ? {kind: 'insert', text: next.slice(caret, caret + addedLength)} : {kind: 'delete before'};
		store.change((state, now) => editText(state, edit, now));
	};
	return <TextInput value={isPlaced ? text : text.slice(0, caret)} mask="*" onChange={onChange} />;
}

type FieldStyle = {readonly label: SafeText; readonly hint: SafeText; readonly isSecret?: boolean};

type FieldProps = FieldStyle & {
	readonly value: string;
	/** The line being edited, if this field has the focus. */
	readonly typed: EditedLine | undefined;
	/** The width of label and text together, in cells. */
	readonly width: number;
};

/** A narrow screen cuts the labels to leave room for the text. */
const labelWidthIn = (width: number): number => (width < 30 ? 5 : 14);

export function FormField({label, value, hint, typed, isSecret = false, width}: FieldProps) {
	const {theme} = useRuntime();
	const labelWidth = labelWidthIn(width);
	const textWidth = Math.max(4, width - labelWidth - 2);
	const Input = isSecret ? MaskedInput : TextField;
	const field = typed && <Input line={typed} hint={hint} width={textWidth} />;
	const shown = safe(isSecret ? '*'.repeat(value.length) : value, 2000);
	const resting: SafeSpan = value === '' ? {text: placeholder(hint), tone: 'quiet'} : {text: shown, tone: 'plain'};
	// Ink's text field shows nothing while it is empty.
	const isResting = !typed || (isSecret && value === '');
	const isCounted = isSecret && theme.isSpoken;
	const named = plain`${fit(label, labelWidth - 1)} `;
	return (
		<Box aria-hidden={!typed}>
			<Box width={labelWidth + 2} flexShrink={0}>
				<Text>
					{theme.paint([
						{text: typed ? plain`▌ ` : plain`  `, tone: 'accent'},
						{text: named, tone: typed ? 'strong' : 'quiet', spoken: plain`${label},`},
					])}
				</Text>
			</Box>
			{/* What is hidden from a screen reader would not be mounted and take no keys. */}
			<Box display={isCounted ? 'none' : 'flex'}>{field}</Box>
			{isCounted && !isResting && (
				<Text>{theme.paint([{text: counted(value.length, 'character'), tone: 'plain'}])}</Text>
			)}
			{isResting && (
				<Box flexGrow={1}>
					<Text wrap="truncate">{theme.paint([resting])}</Text>
				</Box>
			)}
		</Box>
	);
}

/** How many lines the progress or the problem of sending a form takes. */
function sendingHeight({isSending, problem}: Form, width: number): number {
	if (!problem) return isSending ? 1 : 0;
	return wrapped(problem.sentence, width).length + (problem.error?.details.requestId ? 1 : 0);
}

type Props<Name extends string> = {
	readonly title: SafeText;
	readonly form: Form<Name>;
	readonly fields: Readonly<Record<Name, FieldStyle>>;
	/** Replaces the text field of a name. */
	readonly custom?: Partial<Record<Name, ReactNode>>;
	readonly sending: SafeText;
	readonly children?: ReactNode;
};

/** A form in a titled box over the screen: its fields one below the other, then the progress or the problem of sending it, then `children`. */
export function FormView<Name extends string>({title, form, fields, custom, sending, children}: Props<Name>) {
	const {state} = useView();
	const {size} = state.interface;
	const height = bodyHeight(size);
	const belowHeight = sendingHeight(form, dialogContentWidth(size) - 2);
	// A short screen drops the box and scrolls the fields, so that the focused one and the whole problem are visible.
	const isShort = height < form.order.length + dialogBorder + 1 + Math.max(1, belowHeight);
	const room = isShort ? Math.max(1, height - belowHeight) : form.order.length;
	const first = Math.max(0, form.focus + 1 - room);
	const content = (
		<>
			{form.order.slice(first, first + room).map((name, at) => (
				<Box key={name} flexShrink={0}>
					{custom?.[name] ?? (
						<FormField
							{...fields[name]}
							value={form.values[name]}
							typed={first + at === form.focus && !form.isSending ? editedLine(state) : undefined}
							width={isShort ? size.columns - 2 : dialogContentWidth(size)}
						/>
					)}
				</Box>
			))}
			{(form.isSending || form.problem || children) && (
				<Box paddingLeft={2} paddingTop={isShort ? 0 : 1} flexDirection="column" flexShrink={0}>
					<Sending isSending={form.isSending} problem={form.problem} sending={sending} />
				</Box>
			)}
			{children}
		</>
	);
	return (
		<DialogBox title={title} isGrowing hasBorder={!isShort}>
			{content}
		</DialogBox>
	);
}
