import {refresh} from '../../../../store/state/requests.ts';
import type {Binding} from '../../../contexts.ts';
import {closeDialog} from '../../../keys/common-keys.ts';

export const rawRecordKeys: readonly Binding[] = [
	{...closeDialog, keys: ['esc', 'i', 'q', 'enter']},
	{
		keys: ['r'],
		label: 'refresh',
		isHinted: true,
		run: ({store}) => store.change((state, now) => refresh(state, now)),
	},
];
