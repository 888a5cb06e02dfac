import {wantedWidth} from '../../../store/model/layout.ts';
import {togglePreview} from '../../../store/reducers/display.ts';
import {suggestion} from '../../../store/reducers/guide.ts';
import {withLoadAll, withoutLoadAll} from '../../../store/reducers/load-all.ts';
import {
	cancelRange,
	clearMarks,
	currentRange,
	toggleAllMarks,
	toggleMark,
	toggleRange,
} from '../../../store/reducers/marks.ts';
import {cycleQuickFilter, moveBy, stepMatch} from '../../../store/reducers/movement.ts';
import {openCreate, openProject} from '../../../store/reducers/navigation.ts';
import {clearFilter, openFilter, sortProjects} from '../../../store/reducers/projects.ts';
import {openDialog} from '../../../store/state/dialogs.ts';
import {keyOf} from '../../../store/state/key-names.ts';
import {selectedProject} from '../../../store/state/selection.ts';
import type {State} from '../../../store/state/state.ts';
import {notify} from '../../../store/store.ts';
import {plain} from '../../../text.ts';
import type {Binding, KeyContext, Layer, Subject} from '../../contexts.ts';
import {detailsKey, detailsLayer} from '../../keys/details-keys.ts';
import {edit, editInEditor} from '../../keys/edit-keys.ts';
import {movementBindings} from '../../keys/movement-keys.ts';
import {deploy, remove} from '../../keys/project-keys.ts';
import {recordKeys} from '../../keys/record-keys.ts';
import {subjectAbout} from '../../keys/subject.ts';
import {detailFields, hasDetails, projectsHeading} from './canvas.ts';

/** In the palette, the subject is what was selected when it opened. */
function withoutProject({projects: {goneRow}}: State, subject: Subject | undefined): string | undefined {
	if (subject?.project) return undefined;
	return subject || goneRow ? 'That project is gone' : 'No project selected';
}

export const hasFilter = ({projects: {view}}: State): boolean => view !== undefined && view.query.trim() !== '';

/** Stops loading all pages, else cancels the range, else clears the filter, else the marks. The order stays. */
export function stopOrClear({store}: KeyContext, state: State) {
	if (state.projects.loadAll) store.change(withoutLoadAll);
	else if (currentRange(state)) store.change(cancelRange);
	else if (hasFilter(state)) store.change(clearFilter);
	else store.change(clearMarks);
}

const nextMatch =
	(by: 1 | -1): Binding['run'] =>
	({store}) =>
		store.change((state, now) => stepMatch(state, by, now));

const withoutSearch = (state: State): string | undefined =>
	state.projects.view?.query || state.projects.lastQuery
		? undefined
		: `Press ${keyOf(state, 'filter', plain`/`)} to search first`;

const openSort = ({store}: KeyContext) => store.change(state => openDialog(state, {name: 'sort'}));

function reverseSort({store}: KeyContext, {projects: {view}}: State) {
	const sort = view?.sort && {...view.sort, isDescending: !view.sort.isDescending};
	store.change((state, now) => sortProjects(state, sort, now));
}

/** The keys that filter, sort and load the list of projects, on every screen that shows it. */
export const filterKeys: readonly Binding[] = [
	{
		keys: ['/'],
		label: 'filter',
		isHinted: true,
		run: ({store}) => store.change(openFilter),
	},
	{
		keys: ['f'],
		label: 'all / in progress / failed / watched',
		run: ({store}) => store.change(cycleQuickFilter),
	},
	{keys: ['n'], label: 'next match', blocked: withoutSearch, run: nextMatch(1)},
	{keys: ['N'], label: 'previous match', blocked: withoutSearch, run: nextMatch(-1)},
	{keys: ['s'], label: 'sort', run: openSort},
	{
		keys: ['S'],
		label: 'reverse order',
		blocked: state => (state.projects.view?.sort ? undefined : `Press ${keyOf(state, 'sort', plain`s`)} to sort first`),
		run: reverseSort,
	},
	{
		id: 'load-all',
		keys: ['L'],
		label: 'load all pages',
		blocked: ({projects: {loadAll}}) => (loadAll === 'all' ? 'Already loading all pages' : undefined),
		run: ({store}) => store.change((state, now) => withLoadAll(state, 'all', now)),
	},
];

const withoutRoom = ({interface: {size}}: State): string | undefined =>
	wantedWidth(size) > 0 ? undefined : 'No room for details beside the list';

const canClear = (state: State): boolean =>
	state.projects.loadAll !== undefined || hasFilter(state) || state.projects.marks.size > 0;

/** The key itself has ended the guide. */
function clearOrEndGuide(keyContext: KeyContext, state: State) {
	if (canClear(state)) return stopOrClear(keyContext, state);
	const help = keyOf(state, 'help', plain`?`);
	notify(keyContext.store, plain`No more tips: ${help} lists the keys of each screen`, 'quiet');
}

/** The keys that stop, mark and show details. */
const listKeys: readonly Binding[] = [
	{
		id: 'clear',
		keys: ['esc'],
		label: 'stop loading / clear filter / clear marks',
		blocked: state => (canClear(state) || suggestion(state)?.canEnd ? undefined : 'Nothing to stop or clear'),
		run: clearOrEndGuide,
	},
	{
		id: 'mark',
		keys: [' '],
		label: 'mark / unmark',
		blocked: withoutProject,
		run({store}) {
			store.change(state => moveBy(toggleMark(state), 1));
		},
	},
	{
		id: 'mark-range',
		keys: ['v'],
		label: 'mark a range / end it',
		blocked: withoutProject,
		run: ({store}) => store.change(toggleRange),
	},
	{
		id: 'mark-all',
		keys: ['A'],
		label: 'mark / unmark all shown',
		run: ({store}) => store.change(toggleAllMarks),
	},
	{
		id: 'details',
		keys: ['p'],
		label: 'show / hide details',
		blocked: withoutRoom,
		run: ({store}) => store.change(togglePreview),
	},
	detailsKey(
		hasDetails,
		state => withoutRoom(state) ?? `Press ${keyOf(state, 'details', plain`p`)} to show details first`,
	),
];

const projectsKeys: readonly Binding[] = [
	{
		id: 'open-project',
		keys: ['enter', 'l', 'right'],
		label: 'deployments',
		isHinted: true,
		blocked: withoutProject,
		run({store}, _state, _key, subject) {
			const project = subject?.project;
			if (project) store.change((state, now) => openProject(state, project, now));
		},
	},
	{...edit, isHinted: true},
	{
		keys: ['a'],
		label: 'add',
		isHinted: true,
		isWrite: true,
		blocked: ({connection}) => (connection?.isReadOnly ? 'This connection is read-only' : undefined),
		run: ({store}) => store.change(openCreate),
	},
	editInEditor,
	deploy,
	remove,
	...filterKeys,
	...listKeys,
	...recordKeys,
	...movementBindings,
];

function selectProject(state: State): Subject | undefined {
	const project = selectedProject(state);
	return project && subjectAbout(state, project.id, undefined, project);
}

export const projectsLayer = {
	...projectsHeading,
	selects: selectProject,
	keys: projectsKeys,
	pane: detailsLayer(hasDetails, detailFields),
} as const satisfies Layer;
