import {memoLast} from '../../../base/memo.ts';
import {
	environmentWindow,
	markedCell,
	markedHead,
	spokenCell,
	type VersionsLine,
	versionColumns,
} from '../../../present/versions.ts';
import {projectRows} from '../../../store/model/layout.ts';
import {projectRowsOf} from '../../../store/model/projects/project-rows.ts';
import {type LearnedEnvironment, noVersions, versionsOf} from '../../../store/model/versions.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Draw, DrawContext, Speak} from '../../contexts.ts';
import type {RowStyle} from '../../lines/row-cache.ts';
import {spokenLines} from '../../lines/spoken-lines.ts';
import {type List, listLines, spokenList} from '../../render/list-lines.ts';
import {noMatch, projectRowStyle, rangesOf, rowsOf} from '../projects/canvas.ts';

export const selectedEnvironmentKey = (state: State): string | undefined => {
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
		projects: {list, position, view},
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
			isOpen: !view && list.end === 'open',
			groups: [],
			rowAt(index) {
				const row = projectAt(index);
				return row && {...row, versions: projects.get(row.project.id) ?? noVersions};
			},
		},
		context: {...context, ranges: rangesOf(view?.query)},
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
export const speakVersions: Speak = (shown, width) => {
	if (projectRowsOf(shown.state.projects).count === 0) return spokenLines(drawVersions(shown, width, 0));
	const {window, rows} = listOf(shown, width);
	const environment = window.shown[window.selected - window.first];
	const row = rows.shown.rowAt(rows.shown.position.index);
	const cell = row && environment && window.total > 1 ? spokenCell(row, environment, rows.context) : [];
	return [...spokenList(rows), ...spokenLines([cell])];
};
