import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import type {SafeText} from '../../base/text.ts';
import type {Form} from '../../model/form.ts';
import {bodyHeight, contentWidth, dialogBorder} from '../../model/layout.ts';
import {wrapped} from '../../present/line.ts';
import {editedLine} from '../../state/text-editing.ts';
import {useView} from '../runtime.tsx';
import {ScreenBox} from './dialog-box.tsx';
import {Field} from './field.tsx';
import {Sending} from './question-box.tsx';

type FieldStyle = {readonly label: SafeText; readonly hint: SafeText; readonly isSecret?: boolean};

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

/** A form in a titled box: its fields one below the other, then the progress or the problem of sending it, then `children`. */
export function FormView<Name extends string>({title, form, fields, custom, sending, children}: Props<Name>) {
	const {state, theme} = useView();
	const {size} = state.interface;
	const height = bodyHeight(size);
	const {isSpoken} = theme;
	const belowHeight = sendingHeight(form, contentWidth(size) - 2);
	// A short screen drops the box and scrolls the fields, so that the focused one and the whole problem are visible.
	const isShort = height < form.order.length + dialogBorder + 1 + Math.max(1, belowHeight);
	const isBoxed = !isShort && !isSpoken;
	const room = isShort ? Math.max(1, height - belowHeight) : form.order.length;
	const first = Math.max(0, form.focus + 1 - room);
	const content = (
		<>
			{form.order.slice(first, first + room).map((name, at) => (
				<Box key={name} flexShrink={0}>
					{custom?.[name] ?? (
						<Field
							{...fields[name]}
							value={form.values[name]}
							typed={first + at === form.focus && !form.isSending ? editedLine(state) : undefined}
							width={isBoxed ? contentWidth(size) : size.columns - 2}
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
	if (!isBoxed)
		return (
			<Box flexDirection="column" height={height} overflow="hidden" paddingRight={2}>
				{isSpoken && <Text>{theme.paint([{text: title, tone: 'strong'}])}</Text>}
				{content}
			</Box>
		);
	return <ScreenBox title={title}>{content}</ScreenBox>;
}
