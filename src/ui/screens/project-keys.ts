import type {LocalTime} from '../../base/clock.ts';
import type {CommandId} from '../../model/commands.ts';
import {readOnlyText} from '../../model/connection.ts';
import {wantedWidth} from '../../model/layout.ts';
import {moveBy, stepMatch} from '../../state/lists.ts';
import {openCreate, openProject} from '../../state/navigation.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {
	cancelRange,
	clearMarks,
	currentRange,
	selectedProject,
	toggleAllMarks,
	toggleMark,
	toggleRange,
	withLoadAll,
} from '../../state/projects.ts';
import {patch, type State} from '../../state/state.ts';
import type {Binding, KeyScope, KeyTarget} from '../contexts.ts';
import {changing, targetAbout} from '../keys/binding.ts';
import {filterKeys, isLoadingOrFiltered, withoutLoadOrFilter} from '../keys/filter-keys.ts';
import {arrangementKeys, movementBindings, nextColumns} from '../keys/list-keys.ts';
import {deploy, edit, nothingSelected, recordKeys, remove} from '../keys/record-keys.ts';
import {hasProjectDetails, projectListOf, projectsHeading} from './project-lines.ts';

/** In the palette, the target is what was selected when it opened. */
function noProjectReason(state: State, target: KeyTarget | undefined): string | undefined {
	if (target?.project) return undefined;
	return target ? 'That project is gone' : nothingSelected(state);
}

/** Cancels the range, else stops loading all pages or clears the filter, else clears the marks. The order stays. */
function clearNext(state: State, now: LocalTime): State {
	if (!state.projects.loading && currentRange(state)) return cancelRange(state);
	return isLoadingOrFiltered(state) ? withoutLoadOrFilter(state, now) : clearMarks(state);
}

const nextMatch = (id: CommandId, by: 1 | -1): Binding => ({
	id,
	blocked: state =>
		state.projects.filtered?.query || state.projects.lastQuery
			? undefined
			: `Press ${shortcutOf(state, 'filter')} to filter first`,
	run: changing((state, now) => stepMatch(state, by, now)),
});

/** The keys that filter, sort and load the list of projects, on every screen that shows it. */
export const projectListKeys: readonly Binding[] = [
	...filterKeys,
	nextMatch('next-match', 1),
	nextMatch('previous-match', -1),
	...arrangementKeys,
	{
		id: 'load-all',
		blocked: ({projects: {loading}}) => (loading === 'all' ? 'Already loading all pages' : undefined),
		run: changing((state, now) => withLoadAll(state, 'all', now)),
	},
];

const withoutRoom = (state: State): string | undefined =>
	wantedWidth(state.interface.size) > 0
		? undefined
		: `No room for details beside the list: ${shortcutOf(state, 'copy')} lists every field`;

const toggleDetails = (state: State): State => patch(state, 'preferences', {isDetailsShown: !hasProjectDetails(state)});

const canClear = (state: State): boolean => isLoadingOrFiltered(state) || state.projects.marks.size > 0;

const listKeys: readonly Binding[] = [
	{
		id: 'clear',
		blocked: state => (canClear(state) ? undefined : 'No filter or marks to clear'),
		run: changing(clearNext),
	},
	{
		id: 'mark',
		blocked: noProjectReason,
		run: changing(state => moveBy(toggleMark(state), 1)),
	},
	{
		id: 'mark-range',
		blocked: noProjectReason,
		run: changing(toggleRange),
	},
	{id: 'mark-all', run: changing(toggleAllMarks)},
	{id: 'details', blocked: withoutRoom, run: changing(toggleDetails)},
];

const projectsKeys: readonly Binding[] = [
	{
		id: 'open-project',
		isHinted: true,
		blocked: noProjectReason,
		run({store}, _state, _key, target) {
			const project = target?.project;
			if (project) store.change((state, now) => openProject(state, project, now));
		},
	},
	{...edit, isHinted: true},
	{
		id: 'add',
		isHinted: true,
		isWrite: true,
		blocked: ({connection}) => readOnlyText(connection),
		run: changing(openCreate),
	},
	deploy,
	remove,
	...projectListKeys,
	...listKeys,
	nextColumns(projectListOf),
	...recordKeys,
	...movementBindings,
];

function selectProject(state: State): KeyTarget | undefined {
	const project = selectedProject(state);
	return project && targetAbout(state, project.id, undefined, project);
}

/** The list of projects without its component, so that its keys are known before Ink is loaded. */
export const projectsScope = {
	...projectsHeading,
	selects: selectProject,
	keys: projectsKeys,
} as const satisfies KeyScope;
