import type {State} from '../../../store/state/state.ts';
import type {Binding} from '../../contexts.ts';
import {closeDialog} from '../../keys/common-keys.ts';
import {shownWrite} from './document.ts';

const blockedResend = (state: State): string | undefined => {
	const finding = shownWrite(state)?.finding;
	if (!finding) return 'landfall is still checking';
	return finding.kind === 'absent' ? undefined : 'It may have succeeded: sending it again could apply it twice';
};

export const unconfirmedChangeKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', 'q']},
	{
		keys: ['r'],
		label: 'send again',
		isHinted: true,
		isWrite: true,
		blocked: blockedResend,
		run({actions}, state) {
			void actions.sendAgain(shownWrite(state)?.intended.id ?? '');
		},
	},
	{
		keys: ['c'],
		label: 'check again',
		isHinted: true,
		blocked: state => (shownWrite(state)?.finding ? undefined : 'landfall is still checking'),
		run: ({actions}, state) => actions.lookAgain(shownWrite(state)?.intended.id ?? ''),
	},
	{
		keys: ['x'],
		label: 'dismiss',
		isHinted: true,
		run: ({actions}, state) => actions.dismissUnconfirmed(shownWrite(state)?.intended.id ?? ''),
	},
];
