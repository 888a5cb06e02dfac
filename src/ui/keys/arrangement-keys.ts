import {
	type Arrangement,
	arrangementOf,
	type ListName,
	type QuickFilter,
} from '../../store/model/deployments/arrangement.ts';
import {openDialog} from '../../store/state/dialogs.ts';
import {keyOf} from '../../store/state/key-names.ts';
import {cycleQuickFilter, sortList} from '../../store/state/movement.ts';
import {currentScreen, type State} from '../../store/state/state.ts';
import {plain, type SafeText} from '../../text.ts';
import type {ReadOnlyBinding} from '../contexts.ts';

/** Returns how the list on the current screen is arranged. Undefined for a screen without such a list. */
function currentArrangement(state: State): Arrangement | undefined {
	const {name} = currentScreen(state);
	const {arrangements} = state.interface;
	return name === 'watch' || name === 'activity' || name === 'deployments'
		? arrangementOf(arrangements, name)
		: undefined;
}

const absences: Readonly<Record<Exclude<QuickFilter, 'all'>, SafeText>> = {
	'in progress': plain`Nothing is in progress.`,
	failed: plain`Nothing has failed.`,
	watched: plain`Nothing is watched.`,
};

/** Returns the text for a list that is limited to some deployments, of which there are none. Undefined for a list that shows all. */
export function nothingShownText(state: State, list: ListName): SafeText | undefined {
	const {shown} = arrangementOf(state.interface.arrangements, list);
	const key = keyOf(state, 'all-in-progress-failed-watched', plain`f`);
	return shown === 'all' ? undefined : plain`${absences[shown]} Press ${key} to show others.`;
}

/** The keys that sort a list. */
export const sortKeys: readonly ReadOnlyBinding[] = [
	{keys: ['s'], label: 'sort', run: ({store}) => store.change(state => openDialog(state, {name: 'sort'}))},
	{
		keys: ['S'],
		label: 'reverse order',
		blocked: state =>
			currentArrangement(state)?.sort ? undefined : `Press ${keyOf(state, 'sort', plain`s`)} to sort first`,
		run({store}, state) {
			const sort = currentArrangement(state)?.sort;
			store.change(current => sortList(current, sort && {...sort, isDescending: !sort.isDescending}));
		},
	},
];

/** The keys that sort a list of deployments and choose what it shows. */
export const arrangementKeys: readonly ReadOnlyBinding[] = [
	{
		keys: ['f'],
		label: 'all / in progress / failed / watched',
		run: ({store}) => store.change(cycleQuickFilter),
	},
	...sortKeys,
];
