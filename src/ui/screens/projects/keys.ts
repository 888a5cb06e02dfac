import type {Project} from '../../../api/types.ts';
import {wantedWidth} from '../../../store/model/layout.ts';
import {selectedProject} from '../../../store/state/selection.ts';
import type {State} from '../../../store/state/state.ts';
import type {Binding, KeyContext, Layer} from '../../contexts.ts';
import {edit, editInEditor} from '../../keys/edit-keys.ts';
import {movementBindings} from '../../keys/movement-keys.ts';
import {deploy, remove} from '../../keys/project-keys.ts';
import {recordKeys} from '../../keys/record-keys.ts';
import {type Subject, subjectAbout} from '../../keys/subject.ts';

function withoutProject(state: State): string | undefined {
	if (selectedProject(state)) return undefined;
	return state.projects.tombstone ? 'That project is gone' : 'No project is picked';
}

const withPicked =
	(act: (project: Project, desk: KeyContext) => void): Binding['run'] =>
	(desk, state) => {
		const project = selectedProject(state);
		if (project) act(project, desk);
	};

/** What esc ends first: a walk through the pages, then search and order, then the marks. */
function stop({store, clock}: KeyContext, {projects: {loadAll: walk, view}}: State) {
	if (walk) store.dispatch({type: 'load-all-stopped'});
	else store.dispatch(view ? {type: 'filter-cleared', at: clock.now()} : {type: 'marks-cleared'});
}

const step =
	(by: 1 | -1): Binding['run'] =>
	({store, clock}) =>
		store.dispatch({type: 'match-stepped', by, at: clock.now()});

const withoutSearch = ({projects: {view, lastQuery}}: State): string | undefined =>
	view?.query || lastQuery ? undefined : 'Press / to search first';

const openSort = ({store}: KeyContext) => store.dispatch({type: 'dialog-opened', dialog: {name: 'sort'}});

function flipSort({store, clock}: KeyContext, {projects: {view}}: State) {
	const sort = view?.sort && {...view.sort, isDescending: !view.sort.isDescending};
	store.dispatch({type: 'sort-chosen', sort, at: clock.now()});
}

/** The keys that look for projects in the list. */
const finding: readonly Binding[] = [
	{
		keys: ['/'],
		label: 'filter',
		isHinted: true,
		run: ({store}) => store.dispatch({type: 'filter-opened'}),
	},
	{keys: ['n'], label: 'next match', blocked: withoutSearch, run: step(1)},
	{keys: ['N'], label: 'previous match', blocked: withoutSearch, run: step(-1)},
	{keys: ['s'], label: 'sort by', run: openSort},
	{
		keys: ['S'],
		label: 'reverse order',
		blocked: ({projects: {view}}) => (view?.sort ? undefined : 'Press s to sort first'),
		run: flipSort,
	},
	{
		keys: ['L'],
		label: 'read all pages',
		blocked: ({projects: {loadAll: walk}}) => (walk === 'all' ? 'They are being read' : undefined),
		run: ({store, clock}) => store.dispatch({type: 'load-all-started', at: clock.now()}),
	},
	{
		keys: ['esc'],
		label: 'stop reading on; clear filter and order, then marks',
		blocked: ({projects: {loadAll: walk, view, marks}}) =>
			walk || view || marks.size > 0 ? undefined : 'There is nothing to stop or to clear',
		run: stop,
	},
	{
		keys: [' '],
		label: 'mark / unmark',
		blocked: withoutProject,
		run({store}) {
			store.dispatch({type: 'mark-toggled'});
			store.dispatch({type: 'moved', by: 1});
		},
	},
	{keys: ['A'], label: 'mark all that are shown, or none', run: ({store}) => store.dispatch({type: 'all-marked'})},
	{
		keys: ['p'],
		label: 'details beside the list',
		blocked: ({interface: {size}}) =>
			wantedWidth(size) > 0 ? undefined : 'There is no room for details beside the list',
		run: ({store}) => store.dispatch({type: 'preview-toggled'}),
	},
];

const projectsKeys: readonly Binding[] = [
	{
		keys: ['enter', 'l', 'right'],
		label: 'deployments',
		isHinted: true,
		blocked: withoutProject,
		run: withPicked((project, {store, clock}) => store.dispatch({type: 'project-opened', project, at: clock.now()})),
	},
	{...edit, isHinted: true},
	{
		keys: ['a'],
		label: 'add',
		isHinted: true,
		isWrite: true,
		blocked: ({connection}) => (connection?.isReadOnly ? 'This connection is read-only' : undefined),
		run: ({store}) => store.dispatch({type: 'create-opened'}),
	},
	editInEditor,
	deploy,
	remove,
	...finding,
	...recordKeys,
	...movementBindings,
];

function selectProject(state: State): Subject | undefined {
	const project = selectedProject(state);
	return project && {...subjectAbout(state, project.id), project};
}

export const projectsLayer = {
	title: 'Projects',
	place: 'projects',
	selects: selectProject,
	keys: projectsKeys,
} as const satisfies Layer;
