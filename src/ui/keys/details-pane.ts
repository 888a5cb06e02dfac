import {clamp} from '../../base/clamp.ts';
import {cells, pasteable, plain, type SafeText, safe} from '../../base/text.ts';
import {type Field, fieldLines} from '../../present/fields.ts';
import type {Line, SafeSpan} from '../../present/line.ts';
import {focusedField, withFocusedField} from '../../state/lists.ts';
import type {State} from '../../state/state.ts';
import type {Binding, DrawContext, KeyContext, KeyScope} from '../contexts.ts';
import {scrolled, scrollMarkWidth} from '../lines/text-lines.ts';
import {changing} from './binding.ts';

/** Returns the index of the field that has the focus. Undefined while the list has it. */
function focusedIn(fields: readonly Field[], state: State): number | undefined {
	const focused = focusedField(state);
	return focused === undefined ? undefined : clamp(focused, 0, fields.length - 1);
}

/** Returns fields as `height` lines at most, with marks where they continue. The field that has the focus is marked, and scrolled into view. */
export function focusableLines(
	fields: readonly Field[],
	{state}: DrawContext,
	width: number,
	height: number,
): readonly Line[] {
	const lines = fieldLines(fields, fields.length > height ? width - scrollMarkWidth : width);
	const at = focusedIn(fields, state) ?? -1;
	return scrolled(lines, {top: Math.max(0, at - height + 1), height, width}, (line, index) =>
		index === at ? line.map((span): SafeSpan => ({...span, tone: 'current'})) : line,
	);
}

/** Returns the details beside a list as `height` lines: a title, the fields, and a vertical rule at the left. */
export function detailsPane(title: SafeText, fields: readonly Line[], height: number): readonly Line[] {
	const rule: SafeSpan = {text: plain`│ `, tone: 'quiet'};
	const lines: readonly Line[] = title === '' ? fields : [[{text: title, tone: 'strong'}], [], ...fields];
	return Array.from({length: height}, (_, index) => [rule, ...(lines[index] ?? [])]);
}

/** The rule above the details. While they have the `key` that scrolls them and no room for all, it names that. */
export function ruleLine(width: number, key?: SafeText): Line {
	const rule = (length: number) => '─'.repeat(Math.max(0, length));
	const text = key === undefined ? '' : ` ${key} for more `;
	const end = key === undefined ? 0 : 2;
	return [{text: safe(`${rule(width - cells(safe(text)) - end)}${text}${rule(end)}`, width), tone: 'quiet'}];
}

type FieldsOf = (drawing: DrawContext) => readonly Field[];

type Pane = NonNullable<KeyScope['pane']>;

export const detailsKey = (isShown: Pane['isShown'], why: (state: State) => string): Binding => ({
	id: 'go-to-details',
	blocked: state => (isShown(state) ? undefined : why(state)),
	run: changing(state => withFocusedField(state, 0)),
});

function focused(fieldsOf: FieldsOf, keyContext: KeyContext, state: State) {
	const fields = fieldsOf({...keyContext.drawContext(), state});
	const index = focusedIn(fields, state) ?? 0;
	return {fields, index, field: fields[index]};
}

/** Returns the scope of a details pane, which replaces that of its list while it has the focus. */
export function detailsScope(isShown: Pane['isShown'], fieldsOf: FieldsOf): Pane {
	const moveBy =
		(by: number): Binding['run'] =>
		(keyContext, state) => {
			const {fields, index} = focused(fieldsOf, keyContext, state);
			const field = clamp(index + by, 0, fields.length - 1);
			keyContext.store.change(current => withFocusedField(current, field));
		};
	return {
		title: 'Details',
		isShown,
		keys: [
			{
				id: 'details.back-to-the-list',
				isHinted: true,
				run: changing(state => withFocusedField(state, undefined)),
			},
			{id: 'details.next-field', isHinted: true, run: moveBy(1)},
			{id: 'details.previous-field', run: moveBy(-1)},
			{id: 'details.first-field', run: moveBy(Number.NEGATIVE_INFINITY)},
			{id: 'details.last-field', run: moveBy(Number.POSITIVE_INFINITY)},
			{
				id: 'details.copy-field',
				isHinted: true,
				run(keyContext, state) {
					const {field} = focused(fieldsOf, keyContext, state);
					if (field) keyContext.copy([pasteable(field.value.text)], safe(field.label));
				},
			},
		],
	};
}
