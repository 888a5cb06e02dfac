import {firstDirection, type SortKey} from '../../../store/sorting.ts';
import {plain, type SafeText} from '../../../text.ts';
import {closeDialog} from '../../bindings.ts';
import {choosing, pointed} from '../../components/choices.ts';
import type {Binding} from '../../desk.ts';

/** What the list can be sorted by, as it is offered. Undefined: as the service lists it. */
export const sortChoices: ReadonlyArray<{readonly by: SortKey | undefined; readonly label: SafeText}> = [
	{by: undefined, label: plain`as the service lists them`},
	{by: 'name', label: plain`name`},
	{by: 'updated', label: plain`updated`},
	{by: 'version', label: plain`version`},
	{by: 'status', label: plain`status`},
	{by: 'mode', label: plain`mode`},
	{by: 'slug', label: plain`slug`},
	{by: 'url', label: plain`url`},
	{by: 'created', label: plain`created`},
];

export const sortKeys: readonly Binding[] = [
	{
		keys: ['enter', ' '],
		label: 'sort',
		isHinted: true,
		run({store, clock}, state) {
			const by = pointed(sortChoices, state)?.by;
			store.dispatch({type: 'sort-chosen', sort: by && firstDirection(by), at: clock.now()});
		},
	},
	{...closeDialog, keys: ['esc', 's', 'q']},
	...choosing(sortChoices.length),
];
