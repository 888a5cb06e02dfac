import type {State} from '../../../store/state/state.ts';
import type {Key} from '../../../terminal/input/key-names.ts';
import type {Binding} from '../../contexts.ts';
import {isAsciiKey, lineEditing} from '../../keys/text-keys.ts';
import {isUnconfirmed, topAfter} from './canvas.ts';

const scroll =
	(by: number): Binding['run'] =>
	({store}, state) =>
		store.dispatch({type: 'dialog-scrolled', top: topAfter(state, by)});

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
