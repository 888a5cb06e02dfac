import type {State} from '../../../store/state/state.ts';
import type {Key} from '../../../terminal/input/key-names.ts';
import type {Binding} from '../../contexts.ts';
import {isAsciiKey, lineEditing} from '../../keys/text-keys.ts';

const scroll =
	(by: number): Binding['run'] =>
	({store}, {interface: {dialog}}) => {
		if (dialog?.name !== 'bulk') return;
		const top = Math.max(0, Math.min(dialog.targets.length - 1, dialog.top + by));
		store.dispatch({type: 'dialog-scrolled', top});
	};

/** Whether the user still has to confirm by typing the number of projects. */
export const isUnconfirmed = ({interface: {dialog}}: State): boolean =>
	dialog?.name === 'bulk' && !dialog.isRunning && dialog.targets.every(({result}) => result === undefined);

export const isForCount = (state: State, key: Key): boolean => isUnconfirmed(state) && isAsciiKey(key);

const whileRunning = ({interface: {dialog}}: State): string | undefined =>
	dialog?.name === 'bulk' && dialog.isRunning ? 'In progress: esc stops before the next one' : undefined;

export const bulkKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'confirm',
		isHinted: true,
		isWrite: true,
		blocked: whileRunning,
		run({actions}) {
			void actions.carryOutMarked();
		},
	},
	{
		keys: ['esc'],
		label: 'cancel',
		isHinted: true,
		run({store}, {interface: {dialog}}) {
			const isRunning = dialog?.name === 'bulk' && dialog.isRunning;
			store.dispatch(isRunning ? {type: 'bulk-stopped'} : {type: 'dialog-closed'});
		},
	},
	{keys: ['down'], label: 'down', run: scroll(1)},
	{keys: ['up'], label: 'up', run: scroll(-1)},
	...lineEditing,
];
