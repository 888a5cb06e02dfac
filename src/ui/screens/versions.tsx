import {memoLast} from '../../base/memo.ts';
import {type LearnedEnvironment, noVersions, versionsOf} from '../../model/deployed-versions.ts';
import {environmentKey} from '../../model/deployment-table.ts';
import {projectRows} from '../../model/layout.ts';
import {projectRowsOf} from '../../model/project-filter.ts';
import {
	environmentWindow,
	markedCell,
	markedHead,
	spokenCell,
	type VersionsLine,
	versionColumns,
} from '../../present/versions.ts';
import {recentDeployments} from '../../state/deployments.ts';
import {goBack, openProject, selectEnvironment} from '../../state/navigation.ts';
import {selectedProject} from '../../state/projects.ts';
import {currentScreen, type State} from '../../state/state.ts';
import {Canvas} from '../components/canvas.tsx';
import type {Binding, Draw, DrawContext, Speak} from '../contexts.ts';
import {movementBindings} from '../keys/list-keys.ts';
import {projectKeys} from '../keys/project-keys.ts';
import {recordKeys} from '../keys/record-keys.ts';
import {type List, listLines, type RowStyle, spokenList} from '../lines/list-lines.ts';
import {spokenLines} from '../lines/spoken-lines.ts';
import {noMatch, projectRowStyle, rangesOf, rowsOf} from './project-lines.ts';
import {filterKeys, hasFilter, ProjectsOrReason, projectsScope, stopOrClear} from './projects.tsx';

const VersionsScreen = () => (
	<ProjectsOrReason>
		<Canvas draw={drawVersions} spoken={speakVersions} flexGrow={1} />
	</ProjectsOrReason>
);

/** The environments and the index of the selected one, for keys. */
function columnsOf(state: State) {
	const {environments} = versionsOf(state);
	const key = selectedEnvironmentKey(state);
	return {
		environments,
		selected: Math.max(
			0,
			environments.findIndex(other => other.key === key),
		),
	};
}

const selectColumn =
	(by: 1 | -1): Binding['run'] =>
	(keyContext, state) => {
		const {environments, selected} = columnsOf(state);
		const next = environments[selected + by];
		if (next) keyContext.store.change(current => selectEnvironment(current, next.key));
	};

/** Opens the live view of the selected project, on the newest deployment to the selected environment. */
const openLiveView: Binding['run'] = (keyContext, state) => {
	const project = selectedProject(state);
	if (!project) return;
	const {environments, selected} = columnsOf(state);
	const key = environments[selected]?.key;
	const newest = recentDeployments(state, project.id).find(deployment => environmentKey(deployment) === key);
	keyContext.store.change((current, now) => openProject(current, project, now, newest?.id));
};

const versionsKeys: readonly Binding[] = [
	{
		id: 'clear-or-back',
		keys: ['esc'],
		label: 'clear / back',
		isHinted: true,
		run(keyContext, state) {
			if (state.projects.loading || hasFilter(state)) stopOrClear(keyContext, state);
			else keyContext.store.change(goBack);
		},
	},
	{
		id: 'open-project',
		keys: ['enter'],
		label: 'deployments',
		isHinted: true,
		blocked: state => (selectedProject(state) ? undefined : 'No project selected'),
		run: openLiveView,
	},
	{keys: ['h', 'left'], label: 'previous environment', run: selectColumn(-1)},
	{keys: ['l', 'right'], label: 'next environment', isHinted: true, run: selectColumn(1)},
	...filterKeys.map(binding => (binding.keys.includes('s') ? {...binding, isHinted: true} : binding)),
	...projectKeys,
	...recordKeys,
	...movementBindings,
];

const selectedEnvironmentKey = (state: State): string | undefined => {
	const screen = currentScreen(state);
	return screen.name === 'versions' ? screen.environment : undefined;
};

/** Which environments are shown, and how their rows look. */
const matrixOf = memoLast((environments: readonly LearnedEnvironment[], key: string | undefined, width: number) => {
	const window = environmentWindow(environments, key, width - 2);
	const style: RowStyle<VersionsLine> = {
		...projectRowStyle,
		columns: versionColumns(window),
		isSame: (a, b) => a.versions === b.versions && projectRowStyle.isSame(a, b),
	};
	return {window, style};
});

/** The rows of the matrix. */
function listOf({state, context}: DrawContext, width: number) {
	const {
		projects: {list, position, filtered},
		interface: {size},
	} = state;
	const {projects, environments} = versionsOf(state);
	const {window, style} = matrixOf(environments, selectedEnvironmentKey(state), width);
	const projectAt = rowsOf(state, context.localNow, false);
	const rows: List<VersionsLine> = {
		style,
		shown: {
			position,
			count: projectRowsOf(state.projects).count,
			height: projectRows(size),
			width,
			isOpen: !filtered && list.end === 'open',
			groups: [],
			rowAt(index) {
				const row = projectAt(index);
				return row && {...row, versions: projects.get(row.project.id) ?? noVersions};
			},
		},
		context: {...context, ranges: rangesOf(filtered?.query)},
	};
	return {window, rows};
}

/** Draws the matrix of projects and environments, or why it is empty. */
export const drawVersions: Draw = (shown, width) => {
	const {state, context} = shown;
	const {list, position} = state.projects;
	if (list.rows.length === 0) return [];
	if (projectRowsOf(state.projects).count === 0) return noMatch(state);
	const {window, rows} = listOf(shown, width);
	const lines = listLines(rows);
	const selectedLine = 1 + position.index - position.top;
	return lines.map((line, at) => {
		if (at === 0) return markedHead(line, window, context);
		return at === selectedLine ? markedCell(line, window, context) : line;
	});
};

/** Says the selected project with all environments on the screen, then the selected one alone. */
const speakVersions: Speak = (shown, width) => {
	if (projectRowsOf(shown.state.projects).count === 0) return spokenLines(drawVersions(shown, width, 0));
	const {window, rows} = listOf(shown, width);
	const environment = window.shown[window.selected - window.first];
	const row = rows.shown.rowAt(rows.shown.position.index);
	const cell = row && environment && window.total > 1 ? spokenCell(row, environment, rows.context) : [];
	return [...spokenList(rows), ...spokenLines([cell])];
};

export const versionsScreen = {
	title: 'Versions',
	mainScreen: 'versions',
	selects: projectsScope.selects,
	place: projectsScope.place,
	keys: versionsKeys,
	component: VersionsScreen,
} as const;
