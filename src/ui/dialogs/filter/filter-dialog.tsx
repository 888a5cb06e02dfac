import {typeText} from '../../keys/text-keys.ts';
import {filterDialogKeys} from './keys.ts';

/** Renders nothing: the filter is typed in the status line. */
const FilterDialog = () => null;

export const filterDialog = {
	title: 'Filter',
	keys: filterDialogKeys,
	component: FilterDialog,
	isTyping: true,
	onText: typeText,
};
