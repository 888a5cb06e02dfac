import {focusMoved} from '../../store/model/form.ts';
import type {Actions} from '../../store/session.ts';
import {withForm} from '../../store/state/current-form.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import type {Binding, KeyContext} from '../contexts.ts';
import {blockedWhileSending, leaveForm} from './common-keys.ts';
import {lineEditing} from './text-keys.ts';

/** Whether the last field of the current form has the focus. */
function isInLastField(state: State): boolean {
	const screen = currentScreen(state);
	return 'form' in screen && screen.form.focus === screen.form.order.length - 1;
}

const moveFocusBy = ({store}: KeyContext, by: number): void =>
	store.change(state => withForm(state, form => focusMoved(form, by)));

export const fieldMovement: readonly Binding[] = [
	{keys: ['tab', 'down'], label: 'next field', isHinted: true, run: keyContext => moveFocusBy(keyContext, 1)},
	{keys: ['shift+tab', 'up'], label: 'previous field', run: keyContext => moveFocusBy(keyContext, -1)},
];

/** Returns the keys of a form that enter submits from any field. */
export const sentByEnter = (label: string, send: (actions: Actions) => Promise<void>): readonly Binding[] => [
	{
		keys: ['enter'],
		label,
		isHinted: true,
		isWrite: true,
		blocked: blockedWhileSending,
		run({actions}) {
			void send(actions);
		},
	},
	leaveForm,
	...lineEditing,
];

/** Returns the keys of a form in which enter moves to the next field and submits from the last one. */
export const sentFromLastField = (label: string, send: (actions: Actions) => Promise<void>): readonly Binding[] => [
	{
		keys: ['enter'],
		label: `next field / ${label}`,
		isHinted: true,
		blocked: blockedWhileSending,
		run(keyContext, state) {
			if (isInLastField(state)) void send(keyContext.actions);
			else moveFocusBy(keyContext, 1);
		},
	},
	leaveForm,
	...lineEditing,
];
