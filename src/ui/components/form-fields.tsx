import {Box, type DOMElement} from 'ink';
import {type ReactNode, useRef} from 'react';
import {counted, fit, plain, type SafeText, safe, visibleOf} from '../../base/text.ts';
import {type Form, type FormNotes, formLayout} from '../../model/form.ts';
import {dialogContentWidth, dialogPadding, labelWidthIn} from '../../model/layout.ts';
import type {EditedLine} from '../../model/line-editor.ts';
import {fieldLine, placeholder} from '../../present/fields.ts';
import {caretColumn, type SafeSpan} from '../../present/line.ts';
import {editedLine} from '../../state/text-editing.ts';
import {useAppContext, useStore} from '../hooks.tsx';
import {Caret} from './caret.tsx';
import {DialogBox, Sending} from './dialog-box.tsx';
import {Input} from './input.tsx';
import {PaintedLine} from './lines.tsx';

type TextFieldProps = {
	readonly line: EditedLine;
	readonly width: number;
	readonly hint?: SafeText;
};

export function TextField({line, width, hint = plain``}: TextFieldProps) {
	const box = useRef<DOMElement>(null);
	const shown = fieldLine(line, hint, width);
	return (
		<Box ref={box}>
			<PaintedLine line={shown} />
			<Caret box={box} column={caretColumn(shown) ?? 0} />
		</Box>
	);
}

type FieldStyle = {readonly label: SafeText; readonly hint: SafeText; readonly isSecret?: boolean};

type FieldProps = FieldStyle & {
	readonly value: string;
	/** Set for the focused field only: `typed` if the line editor edits it, `onType` if ink-text-input does. */
	readonly typed?: EditedLine | undefined;
	readonly onType?: ((text: string) => void) | undefined;
	/** In cells, for label and text together. */
	readonly width: number;
};

export function FormField({label, value, hint, typed, onType, isSecret = false, width}: FieldProps) {
	const {theme} = useAppContext();
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
				<PaintedLine
					line={[
						{text: isFocused ? plain`▌ ` : plain`  `, tone: 'accent'},
						{text: named, tone: isFocused ? 'strong' : 'quiet', spoken: plain`${label},`},
					]}
				/>
			</Box>
			{/* Hidden by `display`: with `aria-hidden`, the input would not be mounted and would take no keys. */}
			<Box display={isCounted ? 'none' : 'flex'} flexShrink={0}>
				{input}
			</Box>
			{isCounted && isFocused && <PaintedLine line={[{text: counted(value.length, 'character'), tone: 'plain'}]} />}
			{typed && <TextField line={typed} hint={hint} width={textWidth} />}
			{/* An empty input has its hint beside it. */}
			{!typed && (!input || value === '') && (
				<Box flexGrow={1}>
					<PaintedLine line={[shown]} />
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
	readonly customFields?: Partial<Record<Name, ReactNode>>;
	/** If it is missing, the line editor edits the fields. */
	readonly onType?: (name: Name, text: string) => void;
	readonly preparing?: SafeText;
	readonly sending?: SafeText;
	readonly children?: ReactNode;
};

export function FormView<Name extends string>(props: FormProps<Name>) {
	const {title, form, fields, notes, customFields, onType, preparing, sending, children} = props;
	const {theme} = useAppContext();
	const state = useStore();
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
					{customFields?.[name] ?? (
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
								<PaintedLine key={index} line={[{text, tone: 'strong'}]} />
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
