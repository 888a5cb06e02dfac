import type {Dialog} from '../../../store/state/dialog.ts';
import {withoutDialog} from '../../../store/state/dialogs.ts';
import {scrollDialog} from '../../../store/state/documents.ts';
import type {State} from '../../../store/state/state.ts';
import {withBulk} from '../../../store/state/writes.ts';
import type {Key} from '../../../terminal/input/key-names.ts';
import type {Binding} from '../../contexts.ts';
import {isAsciiKey, lineEditing} from '../../keys/text-keys.ts';
import {isFinished, isUnconfirmed, topAfter} from './canvas.ts';

const scroll =
	(by: number): Binding['run'] =>
	({store}) =>
		store.change(state => scrollDialog(state, {top: topAfter(state, by)}));

export const isForCount = (state: State, key: Key): boolean => isUnconfirmed(state) && isAsciiKey(key);

const isRunning = (dialog: Dialog | undefined): boolean => dialog?.name === 'bulk' && dialog.isRunning;

const whileRunning = ({interface: {dialog}}: State): string | undefined =>
	isRunning(dialog) ? 'In progress: esc stops before the next one' : undefined;

export const bulkKeys: readonly Binding[] = [
	{
		keys: ['enter'],
		label: 'confirm',
		isHinted: true,
		hint: dialog => (isFinished(dialog) ? 'close' : isRunning(dialog) ? undefined : 'confirm'),
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
		// Enter closes what is finished; esc does too, but one hint is enough.
		hint: dialog => (isFinished(dialog) ? undefined : isRunning(dialog) ? 'stop' : 'cancel'),
		run({store}, {interface: {dialog}}) {
			if (dialog?.name === 'bulk' && dialog.isRunning) {
				store.change(current => withBulk(current, dialog.id, {isStopped: true}));
			} else store.change(withoutDialog);
		},
	},
	{keys: ['down'], label: 'down', run: scroll(1)},
	{keys: ['up'], label: 'up', run: scroll(-1)},
	...lineEditing,
];
