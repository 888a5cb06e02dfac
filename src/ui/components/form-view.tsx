import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import type {ReactNode} from 'react';
import type {Form} from '../../store/model/form.ts';
import {bodyHeight, contentWidth} from '../../store/model/layout.ts';
import {editedLine} from '../../store/reducers/text-editing.ts';
import type {SafeText} from '../../text.ts';
import type {ViewProps} from '../contexts.ts';
import {Field} from './field.tsx';
import {Sending} from './sending.tsx';
import {ScreenBox} from './titled-border.tsx';

/** How a field of a form is shown. */
type FieldStyle = {readonly label: SafeText; readonly hint: SafeText; readonly isSecret?: boolean};

/** The lines of a form besides its fields: the border, the problem, and the blank line above it. */
const spareLines = 4;

type Props<Name extends string> = ViewProps & {
	readonly title: SafeText;
	readonly form: Form<Name>;
	readonly fields: Readonly<Record<Name, FieldStyle>>;
	/** Replaces the text field of a name. */
	readonly custom?: Partial<Record<Name, ReactNode>>;
	/** Shown while the form is being sent. */
	readonly sending: SafeText;
	readonly children?: ReactNode;
};

/** A form in a titled box: its fields one below the other, then the progress or the problem of sending it, then `children`. */
export function FormView<Name extends string>({title, form, fields, custom, sending, children, ...view}: Props<Name>) {
	const {state, theme} = view;
	const {size} = state.interface;
	const height = bodyHeight(size);
	const isSpoken = useIsScreenReaderEnabled();
	// A short screen drops the box and scrolls the fields so that the focused one stays visible.
	const isShort = height < form.order.length + spareLines;
	const isBoxed = !isShort && !isSpoken;
	const first = isShort ? Math.max(0, form.focus + 1 - Math.max(1, height - (form.problem ? 1 : 0))) : 0;
	const content = (
		<>
			{form.order.slice(first).map((name, at) => (
				<Box key={name} flexShrink={0}>
					{custom?.[name] ?? (
						<Field
							{...fields[name]}
							value={form.values[name]}
							typed={first + at === form.focus && !form.isSending ? editedLine(state) : undefined}
							width={isBoxed ? contentWidth(size) : size.columns - 2}
							theme={theme}
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
