import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import type {Form} from '../../store/model/form.ts';
import {bodyHeight} from '../../store/model/layout.ts';
import {editedLine} from '../../store/reducers/text-editing.ts';
import type {SafeText} from '../../text.ts';
import type {ViewProps} from '../contexts.ts';
import {Field} from './field.tsx';
import {Sending} from './sending.tsx';

/** How a field of a form is shown. */
type FieldStyle = {readonly label: SafeText; readonly hint: SafeText; readonly isSecret?: boolean};

/** The lines of a form besides its fields: its title, the problem, and the blank lines around them. */
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

/** A form: its fields one below the other, then the progress or the problem of sending it, then `children`. */
export function FormView<Name extends string>({title, form, fields, custom, sending, children, ...view}: Props<Name>) {
	const {state, theme} = view;
	const height = bodyHeight(state.interface.size);
	// A short screen drops the title and scrolls the fields so that the focused one stays visible.
	const isShort = height < form.order.length + spareLines;
	const first = isShort ? Math.max(0, form.focus + 1 - Math.max(1, height - (form.problem ? 1 : 0))) : 0;
	return (
		<Box flexDirection="column" height={height} overflow="hidden" paddingTop={isShort ? 0 : 1} paddingRight={2}>
			{!isShort && (
				<Box paddingLeft={2} paddingBottom={1} flexShrink={0}>
					<Text>{theme.paint([{text: title, tone: 'strong'}])}</Text>
				</Box>
			)}
			{form.order.slice(first).map((name, at) => (
				<Box key={name} flexShrink={0}>
					{custom?.[name] ?? (
						<Field
							{...fields[name]}
							value={form.values[name]}
							typed={first + at === form.focus && !form.isSending ? editedLine(state) : undefined}
							width={state.interface.size.columns - 2}
							theme={theme}
						/>
					)}
				</Box>
			))}
			<Box paddingLeft={2} paddingTop={isShort ? 0 : 1} flexDirection="column" flexShrink={0}>
				<Sending isSending={form.isSending} problem={form.problem} sending={sending} />
			</Box>
			{children}
		</Box>
	);
}
