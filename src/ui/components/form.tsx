import {Box, Text, Transform} from 'ink';
import TextInput from 'ink-text-input';
import type {ReactNode} from 'react';
import {counted, fit, plain, type SafeText, safe} from '../../base/text.ts';
import {type Form, type FormNotes, formLayout} from '../../model/form.ts';
import {dialogContentWidth, dialogPadding, labelWidthIn} from '../../model/layout.ts';
import type {EditedLine} from '../../model/line-editor.ts';
import {fieldLine, placeholder} from '../../present/fields.ts';
import type {SafeSpan} from '../../present/line.ts';
import {editedLine} from '../../state/text-editing.ts';
import {notify} from '../../sync/store.ts';
import {useRuntime, useView} from '../runtime.tsx';
import {DialogBox, Sending, Spans} from './dialog-box.tsx';

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

/** In code units. Longer than any address, key or name: a megabyte may be pasted by mistake. */
const maxInputLength = 16_384;

/** Leaves out the characters that no terminal shows, which no key, address or name needs. */
const visibleOf = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '');

type InputProps = {
	readonly value: string;
	readonly isSecret: boolean;
	/** In cells. */
	readonly width: number;
	readonly onType: (text: string) => void;
};

/** The caret as ink-text-input draws it. */
const drawnCaret = /\u001B\[7m(.*?)\u001B\[27m/s;

/** A text that ink-text-input edits, drawn like every other field. */
function Input({value, isSecret, width, onType}: InputProps) {
	const {state, theme, keyContext} = useView();
	const onChange = (text: string) => {
		if (text.length > maxInputLength) notify(keyContext.store, plain`That is too long for this field`, 'quiet');
		else onType(visibleOf(text));
	};
	const around = (drawn: string) => {
		const caret = drawnCaret.exec(drawn)?.index;
		if (caret === undefined) return drawn;
		const text = drawn.replace(drawnCaret, '$1').slice(0, value.length);
		return theme.paint(fieldLine({text, caret}, plain``, width));
	};
	return (
		<Text wrap="truncate">
			<Transform transform={around}>
				<TextInput value={value} onChange={onChange} focus={!state.interface.dialog} {...(isSecret && {mask: '*'})} />
			</Transform>
		</Text>
	);
}

type FieldStyle = {readonly label: SafeText; readonly hint: SafeText; readonly isSecret?: boolean};

type FieldProps = FieldStyle & {
	readonly value: string;
	/** The line being edited, if this field has the focus and the line editor holds it. */
	readonly typed?: EditedLine | undefined;
	/** Receives the text, if this field has the focus and ink-text-input holds it. */
	readonly onType?: ((text: string) => void) | undefined;
	/** The width of label and text together, in cells. */
	readonly width: number;
};

export function FormField({label, value, hint, typed, onType, isSecret = false, width}: FieldProps) {
	const {theme} = useRuntime();
	const isFocused = typed !== undefined || onType !== undefined;
	const labelWidth = labelWidthIn(width);
	const textWidth = Math.max(4, width - labelWidth - 2);
	const input = onType && visibleOf(value) === value && (
		<Input value={value} isSecret={isSecret} width={textWidth} onType={onType} />
	);
	const resting: SafeSpan = {text: safe(isSecret ? '*'.repeat(value.length) : value, 2000), tone: 'plain'};
	const shown: SafeSpan = value === '' ? {text: placeholder(hint), tone: 'quiet'} : resting;
	const isCounted = isSecret && theme.isSpoken && value !== '';
	const named = plain`${fit(label, labelWidth - 1)} `;
	return (
		<Box aria-hidden={!isFocused}>
			<Box width={labelWidth + 2} flexShrink={0}>
				<Text>
					{theme.paint([
						{text: isFocused ? plain`▌ ` : plain`  `, tone: 'accent'},
						{text: named, tone: isFocused ? 'strong' : 'quiet', spoken: plain`${label},`},
					])}
				</Text>
			</Box>
			{/* What is hidden from a screen reader would not be mounted and take no keys. */}
			<Box display={isCounted ? 'none' : 'flex'} flexShrink={0}>
				{input}
			</Box>
			{isCounted && isFocused && (
				<Text>{theme.paint([{text: counted(value.length, 'character'), tone: 'plain'}])}</Text>
			)}
			{typed && <TextField line={typed} hint={hint} width={textWidth} />}
			{/* Beside an empty input stands its hint. */}
			{!typed && (!input || value === '') && (
				<Box flexGrow={1}>
					<Text wrap="truncate">{theme.paint([shown])}</Text>
				</Box>
			)}
		</Box>
	);
}

type FormProps<Name extends string> = {
	readonly title: SafeText;
	readonly form: Form<Name>;
	readonly fields: Readonly<Record<Name, FieldStyle>>;
	readonly notes?: FormNotes<Name> | undefined;
	/** Replaces the text field of a name. */
	readonly custom?: Partial<Record<Name, ReactNode>>;
	/** Receives what is typed into a field of ink-text-input. Without it, the line editor edits the fields. */
	readonly onType?: (name: Name, text: string) => void;
	readonly preparing?: SafeText;
	readonly sending?: SafeText;
	readonly children?: ReactNode;
};

/** A form in a titled box over the screen: its fields one below the other, then the progress or the problem of sending it, then `children`. */
export function FormView<Name extends string>(props: FormProps<Name>) {
	const {title, form, fields, notes, custom, onType, preparing, sending, children} = props;
	const {state, theme} = useView();
	const {size} = state.interface;
	const focused = form.order[form.focus];
	const {isShort, shown} = formLayout(form, size, notes);
	const width = isShort ? size.columns - dialogPadding : dialogContentWidth(size);
	const editing = (name: Name) =>
		onType ? {onType: (text: string) => onType(name, text)} : {typed: editedLine(state)};
	return (
		<DialogBox title={title} isGrowing isScrolling hasBorder={!isShort}>
			{shown.map(name => (
				<Box key={name} flexDirection="column" flexShrink={0}>
					{custom?.[name] ?? (
						<FormField
							{...fields[name]}
							value={form.values[name]}
							{...(name === focused && !form.isSending && editing(name))}
							width={width}
						/>
					)}
					{notes?.[name] && (
						<Box paddingLeft={labelWidthIn(width) + 2} flexDirection="column">
							{(theme.isSpoken ? [safe(notes[name].join(''), 20_000)] : notes[name]).map((text, index) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
								<Spans key={index} line={[{text, tone: 'strong'}]} isCut />
							))}
						</Box>
					)}
				</Box>
			))}
			{(form.isSending || form.problem || children) && (
				<Box paddingLeft={2} paddingTop={isShort ? 0 : 1} flexDirection="column" flexShrink={0}>
					<Sending submission={form} preparing={preparing} sending={sending} />
				</Box>
			)}
			{children}
		</DialogBox>
	);
}
