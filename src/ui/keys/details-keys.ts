import {pasteable, safe} from '../../base/text.ts';
import type {Field} from '../../present/fields.ts';
import {focusedField, withFocusedField} from '../../state/lists.ts';
import type {State} from '../../state/state.ts';
import type {Binding, DrawContext, KeyContext, KeyScope} from '../contexts.ts';
import {changing} from './binding.ts';

type FieldsOf = (drawing: DrawContext) => readonly Field[];

type Pane = NonNullable<KeyScope['pane']>;

export const detailsKey = (isShown: Pane['isShown'], why: (state: State) => string): Binding => ({
	keys: ['tab'],
	label: 'go to details',
	blocked: state => (isShown(state) ? undefined : why(state)),
	run: changing(state => withFocusedField(state, 0)),
});

function focused(fieldsOf: FieldsOf, keyContext: KeyContext, state: State) {
	const fields = fieldsOf({...keyContext.drawContext(), state});
	const index = Math.max(0, Math.min(focusedField(state) ?? 0, fields.length - 1));
	return {fields, index, field: fields[index]};
}

/** Returns the scope of a details pane, which replaces that of its list while it has the focus. */
export function detailsScope(isShown: Pane['isShown'], fieldsOf: FieldsOf): Pane {
	const moveBy =
		(by: number): Binding['run'] =>
		(keyContext, state) => {
			const {fields, index} = focused(fieldsOf, keyContext, state);
			const field = Math.max(0, Math.min(index + by, fields.length - 1));
			keyContext.store.change(current => withFocusedField(current, field));
		};
	return {
		title: 'Details',
		isShown,
		keys: [
			{
				keys: ['tab', 'shift+tab', 'esc'],
				label: 'back to the list',
				isHinted: true,
				run: changing(state => withFocusedField(state, undefined)),
			},
			{keys: ['down', 'j'], label: 'next field', isHinted: true, run: moveBy(1)},
			{keys: ['up', 'k'], label: 'previous field', run: moveBy(-1)},
			{keys: ['g', 'home'], label: 'first field', run: moveBy(Number.NEGATIVE_INFINITY)},
			{keys: ['G', 'end'], label: 'last field', run: moveBy(Number.POSITIVE_INFINITY)},
			{
				keys: ['y', 'enter'],
				label: 'copy field',
				isHinted: true,
				run(keyContext, state) {
					const {field} = focused(fieldsOf, keyContext, state);
					if (field) keyContext.copy([pasteable(field.value.text)], safe(field.label));
				},
			},
		],
	};
}
