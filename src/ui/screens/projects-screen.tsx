import {Box} from 'ink';
import type {ReactNode} from 'react';
import type {LocalTime} from '../../base/clock.ts';
import {plain} from '../../base/text.ts';
import type {CommandId} from '../../model/commands.ts';
import {readOnlyText} from '../../model/connection.ts';
import {wantedWidth} from '../../model/layout.ts';
import {firstUnreadable, unreadableCount} from '../../model/project-list.ts';
import {moveBy} from '../../state/lists.ts';
import {openCreate, openProject} from '../../state/navigation.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {
	cancelRange,
	clearMarks,
	currentRange,
	selectedProject,
	stepMatch,
	toggleAllMarks,
	toggleMark,
	toggleRange,
	withLoadAll,
} from '../../state/projects.ts';
import {currentScreen, patch, type State} from '../../state/state.ts';
import {ListOrReason, unreadableTexts} from '../components/empty-list.tsx';
import {Lines} from '../components/lines.tsx';
import type {Binding, KeyTarget} from '../contexts.ts';
import {useStore} from '../hooks.tsx';
import {changing, targetAbout} from '../keys/binding.ts';
import {filterBindings, isLoadingOrFiltered, withoutLoadOrFilter} from '../keys/filter-keys.ts';
import {arrangementBindings, movementBindings, nextColumns} from '../keys/list-keys.ts';
import {deploy, edit, notSelectedReason, recordBindings, remove} from '../keys/record-keys.ts';
import {filterLine, projectsPosition} from '../lines/list-position.ts';
import {drawProjectDetails, hasProjectDetails, projectLines, projectListOf, projectPanes} from './project-lines.ts';

/** `target`: from the palette, the project that was selected when the palette opened. */
function noProjectReason(state: State, target: KeyTarget | undefined): string | undefined {
	if (target?.project) return undefined;
	return target ? 'That project is gone' : notSelectedReason(state);
}

/** Undoes one thing per press: loading, the range, the filter, the marks. Keeps the sort order. */
function clearNext(state: State, now: LocalTime): State {
	if (!state.projects.loading && currentRange(state)) return cancelRange(state);
	return isLoadingOrFiltered(state) ? withoutLoadOrFilter(state, now) : clearMarks(state);
}

const nextMatch = (id: CommandId, by: 1 | -1): Binding => ({
	id,
	unavailable: state =>
		state.projects.filtered?.query || state.projects.lastQuery
			? undefined
			: `Press ${shortcutOf(state, 'filter')} to filter first`,
	run: changing((state, now) => stepMatch(state, by, now)),
});

export const projectListBindings: readonly Binding[] = [
	...filterBindings,
	nextMatch('next-match', 1),
	nextMatch('previous-match', -1),
	...arrangementBindings,
	{
		id: 'load-all',
		unavailable: ({projects: {loading}}) => (loading === 'all' ? 'Already loading all pages' : undefined),
		run: changing((state, now) => withLoadAll(state, 'all', now)),
	},
];

const noRoomReason = (state: State): string | undefined =>
	wantedWidth(state.interface.size) > 0
		? undefined
		: `No room for details beside the list: ${shortcutOf(state, 'copy')} lists every field`;

const toggleDetails = (state: State): State => patch(state, 'preferences', {isDetailsShown: !hasProjectDetails(state)});

const canClear = (state: State): boolean => isLoadingOrFiltered(state) || state.projects.marks.size > 0;

const markingBindings: readonly Binding[] = [
	{
		id: 'clear',
		unavailable: state => (canClear(state) ? undefined : 'No filter or marks to clear'),
		run: changing(clearNext),
	},
	{
		id: 'mark',
		unavailable: noProjectReason,
		run: changing(state => moveBy(toggleMark(state), 1)),
	},
	{
		id: 'mark-range',
		unavailable: noProjectReason,
		run: changing(toggleRange),
	},
	{id: 'mark-all', run: changing(toggleAllMarks)},
	{id: 'details', unavailable: noRoomReason, run: changing(toggleDetails)},
];

const projectsBindings: readonly Binding[] = [
	{
		id: 'open-project',
		isHinted: true,
		unavailable: noProjectReason,
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
		unavailable: ({connection}) => readOnlyText(connection),
		run: changing(openCreate),
	},
	deploy,
	remove,
	...projectListBindings,
	...markingBindings,
	nextColumns(projectListOf),
	...recordBindings,
	...movementBindings,
];

function selectProject(state: State): KeyTarget | undefined {
	const project = selectedProject(state);
	return project && targetAbout(state, project.id, undefined, project);
}

function projectsTexts(state: State) {
	const {
		projects: {list},
		connection,
	} = state;
	const [add, deploy] = [shortcutOf(state, 'add'), shortcutOf(state, 'deploy')];
	// New projects are added on the list of projects only.
	const toList = currentScreen(state).name === 'projects' ? plain`` : plain`${shortcutOf(state, 'projects')} and `;
	const empty = connection?.isReadOnly
		? plain`No projects yet, and this connection is read-only.`
		: plain`No projects yet. Press ${toList}${add} to add one, then ${deploy} to deploy it.`;
	const texts = {loading: plain`Reading projects`, empty};
	const unreadable = unreadableCount(list);
	const key = shortcutOf(state, 'raw-record');
	return unreadable > 0 ? unreadableTexts(texts, unreadable, key, firstUnreadable(list)?.flaw) : texts;
}

export const ProjectsOrReason = ({children}: {readonly children: ReactNode}) => (
	<ListOrReason isEmpty={state => state.projects.list.rows.length === 0} textsOf={projectsTexts}>
		{children}
	</ListOrReason>
);

function ProjectsScreen() {
	const list = useStore(state => projectPanes(state).list);
	const details = useStore(state => projectPanes(state).details);
	return (
		<ProjectsOrReason>
			<Box flexGrow={1}>
				<Lines draw={projectLines} width={list} flexShrink={0} />
				<Lines draw={drawProjectDetails} width={details} flexShrink={0} aria-hidden />
			</Box>
		</ProjectsOrReason>
	);
}

export const projectsScreen = {
	title: 'Projects',
	mainScreen: 'projects',
	selects: selectProject,
	position: projectsPosition,
	status: filterLine,
	keys: projectsBindings,
	component: ProjectsScreen,
} as const;
