import {firstDirection} from '../../store/model/projects/sorting.ts';
import {plain} from '../../text.ts';
import {DialogBox} from '../components/dialog-box.tsx';
import {isMenuKey, Menu, menuKeys} from '../components/menu.tsx';
import type {Binding} from '../contexts.ts';
import {closeDialog} from '../keys/common-keys.ts';
import {useRuntime, useStore} from '../runtime.tsx';
import {sortChoices} from './sort-choices.ts';

const sortKeys: readonly Binding[] = [...menuKeys('sort'), {...closeDialog, keys: ['esc', 's', 'q'], label: 'cancel'}];

function SortDialog() {
	const {
		keyContext: {store, clock},
	} = useRuntime();
	const current = useStore(({projects: {view}}) => view?.sort?.by);
	return (
		<DialogBox title={plain`Sort by`} width={40}>
			<Menu
				items={sortChoices.map(({by, label}) => ({value: by, key: label, label, isCurrent: by === current}))}
				initialIndex={sortChoices.findIndex(({by}) => by === current)}
				onSelect={by => store.dispatch({type: 'sort-chosen', sort: by && firstDirection(by), at: clock.now()})}
			/>
		</DialogBox>
	);
}

export const sortDialog = {title: 'Sort', keys: sortKeys, component: SortDialog, isForWidget: isMenuKey};
