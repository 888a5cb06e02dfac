import {withoutDialog} from '../../state/dialogs.ts';
import {clearFilter} from '../../state/projects.ts';
import type {Binding} from '../contexts.ts';
import {travelKeys} from '../keys/list-keys.ts';
import {lineEditing, typeText} from '../keys/text-keys.ts';

const keys: readonly Binding[] = [
	{keys: ['enter'], label: 'apply', isHinted: true, run: ({store}) => store.change(withoutDialog)},
	{keys: ['esc'], label: 'clear', isHinted: true, run: ({store}) => store.change(clearFilter)},
	...lineEditing,
	...travelKeys,
];

/** The filter is typed in the status line, so its dialog renders nothing. */
export const filterDialog = {title: 'Filter', component: () => null, keys, isTyping: true, onText: typeText};
