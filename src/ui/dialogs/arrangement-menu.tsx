import {cells, fit, plain, type SafeText, safe} from '../../base/text.ts';
import {sortColumns} from '../../model/arrangement.ts';
import {filterQueryOf} from '../../model/project-filter.ts';
import type {Line} from '../../present/line.ts';
import {dialogOf, openLine, withoutDialog} from '../../state/dialogs.ts';
import {currentSort, sortableList, sortList} from '../../state/lists.ts';
import {recordNamed} from '../../state/named-record.ts';
import {applyFilter, applySavedFilter, clearFilter, filtersOf, savedFilterName} from '../../state/projects.ts';
import type {State} from '../../state/state.ts';
import {notify} from '../../sync/store.ts';
import {documentDialog} from '../components/document.tsx';
import {currentMark, menuDialog} from '../components/menu.tsx';
import type {Binding} from '../contexts.ts';
import {actingOn} from '../keys/binding.ts';
import {closing, lineEditing, typeText} from '../keys/common-keys.ts';
import {travelBindings} from '../keys/list-keys.ts';

const sortLabels: Partial<Record<string, SafeText>> = {
	behind: plain`versions behind`,
	deployed: plain`last deployment`,
};

const defaultOrders: Readonly<Record<keyof typeof sortColumns, SafeText>> = {
	projects: plain`the service's`,
	deployments: plain`newest first`,
	board: plain`newest first`,
	activity: plain`newest first`,
};

export const sortDialog = menuDialog({
	title: 'Sort',
	heading: () => plain`Sort by`,
	width: 52,
	enterLabel: 'sort',
	keys: [closing('sort.cancel')],
	items({state}) {
		const list = sortableList(state) ?? 'projects';
		const current = currentSort(state);
		const orders = [
			{label: plain`default order: ${defaultOrders[list]}`, column: undefined},
			...sortColumns[list].map(column => ({label: sortLabels[column.by] ?? safe(column.by), column})),
		];
		return orders.map(({label, column}) => ({
			label,
			isCurrent: column?.by === current?.by,
			choose: ({store}) => store.change((now, at) => sortList(now, column, at)),
		}));
	},
});

function selectedFilter(state: State) {
	const filters = filtersOf(state);
	return filters[Math.min(dialogOf(state, 'saved filters')?.cursor ?? 0, filters.length - 1)];
}

function savedSelection(state: State) {
	const {name, query} = selectedFilter(state) ?? {};
	return name === undefined || query === undefined ? undefined : {name, query};
}

export const savedFiltersDialog = documentDialog({
	title: plain`Saved filters`,
	hasCursor: true,
	read({state}) {
		const filters = filtersOf(state);
		const labels = filters.map(({name}) => (name === undefined ? plain`+ Save the current filter` : safe(name)));
		const labelWidth = Math.max(0, ...labels.map(cells)) + 2;
		const rows = filters.map(({name, query}, at): Line => {
			const label = fit(labels[at] ?? plain``, labelWidth);
			const isCurrent = name !== undefined && name === savedFilterName(state);
			return [{text: label, tone: 'plain'}, {text: safe(query), tone: 'quiet'}, ...(isCurrent ? [currentMark] : [])];
		});
		return {rows};
	},
	keys: [
		{
			id: 'saved-filters.apply',
			isHinted: true,
			run({store}, state) {
				const {name, query} = selectedFilter(state) ?? {};
				if (query === undefined) return;
				store.change((current, now) =>
					name === undefined
						? openLine(current, {kind: 'filter name', query}, '')
						: applySavedFilter(current, query, now),
				);
			},
		},
		{
			id: 'saved-filters.remove',
			isHinted: true,
			...actingOn(savedSelection, 'Select a saved filter first', ({name, query}, {store, actions}) => {
				notify(store, plain`Removed the filter ${safe(name)}: ${safe(query)}`, 'quiet');
				void actions.saveFilter(name, undefined);
				store.change(current => (filtersOf(current).length > 0 ? current : withoutDialog(current)));
			}),
		},
		closing('saved-filters.cancel'),
	],
});

const filterFieldBindings: readonly Binding[] = [
	{
		id: 'filter.apply',
		isHinted: true,
		hint: () => 'apply filter',
		run({store, actions}, state) {
			const named = recordNamed(state, state.projects.filtered?.query.trim() ?? '');
			store.change(named?.deploymentId === undefined ? applyFilter : clearFilter);
			if (named?.deploymentId !== undefined) void actions.openNamed(named);
		},
	},
	{
		id: 'filter.clear',
		isHinted: true,
		hint: () => 'clear filter',
		run: ({store}) => store.change(clearFilter),
	},
	{
		id: 'filter.save',
		isHinted: true,
		unavailable: ({projects: {filtered}}) =>
			filterQueryOf(filtered)?.isEmpty === false ? undefined : 'Type a filter first',
		run: ({store}, {projects: {filtered}}) =>
			store.change(state =>
				openLine(applyFilter(state), {kind: 'filter name', query: filtered?.query.trim() ?? ''}, ''),
			),
	},
	...lineEditing,
	...travelBindings,
];

/** The filter is typed in the status line, so the dialog renders nothing. */
export const filterDialog = {
	title: 'Filter',
	component: () => null,
	keys: filterFieldBindings,
	isTyping: true,
	onText: typeText,
};
