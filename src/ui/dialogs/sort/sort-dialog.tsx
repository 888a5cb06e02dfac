import {
	arrangementOf,
	firstDirection,
	type ListName,
	type ListSort,
	sortColumns,
} from '../../../store/model/deployments/arrangement.ts';
import {sortList} from '../../../store/state/movement.ts';
import {sortProjects} from '../../../store/state/projects.ts';
import {currentScreen} from '../../../store/state/state.ts';
import {plain, safe} from '../../../text.ts';
import {DialogBox} from '../../components/dialog-box.tsx';
import {Menu} from '../../components/menu.tsx';
import {isMenuKey} from '../../keys/menu-keys.ts';
import {useRuntime, useStore} from '../../runtime.tsx';
import {sortChoices} from './choices.ts';
import {sortDialogKeys} from './keys.ts';

/** Sorts the list of projects. */
function ProjectSortMenu() {
	const {store} = useRuntime().keyContext;
	const current = useStore(({projects: {view}}) => view?.sort?.by);
	return (
		<Menu
			items={sortChoices.map(({by, label}) => ({value: by, key: label, label, isCurrent: by === current}))}
			initialIndex={sortChoices.findIndex(({by}) => by === current)}
			onSelect={by => store.change((state, now) => sortProjects(state, by && firstDirection(by), now))}
		/>
	);
}

/** Sorts the list on the current screen, by one of its columns. */
function ListSortMenu({list}: {readonly list: ListName}) {
	const {store} = useRuntime().keyContext;
	const current = useStore(state => arrangementOf(state.interface.arrangements, list).sort?.by);
	const choices: ReadonlyArray<ListSort | undefined> = [undefined, ...sortColumns[list]];
	return (
		<Menu
			items={choices.map(sort => {
				const label = safe(sort?.by ?? 'its own order');
				return {value: sort, key: label, label, isCurrent: sort?.by === current};
			})}
			initialIndex={choices.findIndex(sort => sort?.by === current)}
			onSelect={sort => store.change(state => sortList(state, sort))}
		/>
	);
}

function SortDialog() {
	const list = useStore(state => currentScreen(state).name);
	return (
		<DialogBox title={plain`Sort by`} width={40}>
			{list === 'watch' || list === 'activity' || list === 'deployments' ? (
				<ListSortMenu list={list} />
			) : (
				<ProjectSortMenu />
			)}
		</DialogBox>
	);
}

export const sortDialog = {title: 'Sort', keys: sortDialogKeys, component: SortDialog, isForWidget: isMenuKey};
