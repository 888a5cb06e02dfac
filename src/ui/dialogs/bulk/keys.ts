import type {State} from '../../../store/state.ts';
import {isAsciiKey, lineEditing} from '../../components/typing.ts';
import type {Binding} from '../../desk.ts';

const scroll =
	(by: number): Binding['run'] =>
	({store}, {dialog}) => {
		if (dialog?.name !== 'bulk') return;
		const top = Math.max(0, Math.min(dialog.targets.length - 1, dialog.top + by));
		store.dispatch({type: 'dialog-scrolled', top});
	};

/** Whether the number of projects is typed: nothing has been done yet. */
export const isCountAsked = ({dialog}: State): boolean =>
	dialog?.name === 'bulk' && !dialog.isRunning && dialog.targets.every(({result}) => result === undefined);

export const isForCount = (state: State, key: string): boolean => isCountAsked(state) && isAsciiKey(key);

const whileRunning = ({dialog}: State): string | undefined =>
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
		run({store}, {dialog}) {
			const isRunning = dialog?.name === 'bulk' && dialog.isRunning;
			store.dispatch(isRunning ? {type: 'bulk-stopped'} : {type: 'dialog-closed'});
		},
	},
	{keys: ['down'], label: 'down', run: scroll(1)},
	{keys: ['up'], label: 'up', run: scroll(-1)},
	...lineEditing,
];
