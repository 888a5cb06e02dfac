import {memoLast} from '../../../base/memo.ts';
import {
	environmentWindow,
	markedCell,
	markedHead,
	type VersionsLine,
	versionColumns,
} from '../../../present/versions.ts';
import {projectRows} from '../../../store/model/layout.ts';
import {projectRowsOf} from '../../../store/model/projects/project-filter.ts';
import {type LearnedEnvironment, noVersions, versionsOf} from '../../../store/model/versions.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Draw} from '../../contexts.ts';
import type {RowStyle} from '../../render/line-memo.ts';
import {listLines} from '../../render/list-lines.ts';
import {noMatch, projectRowStyle, rowsOf} from '../projects/canvas.ts';

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

/** Draws the matrix of projects and environments, or why it is empty. */
export const drawVersions: Draw = (shown, width) => {
	const {state, context, memo} = shown;
	const {
		projects: {list, position, view},
		interface: {size},
	} = state;
	if (list.rows.length === 0) return [];
	const {count} = projectRowsOf(state.projects);
	if (count === 0) return noMatch(state);
	const {projects, environments} = versionsOf(state);
	const {window, style} = matrixOf(environments, selectedEnvironmentKey(state), width);
	const projectAt = rowsOf(state, context.localNow, false, memo);
	const lines = listLines(
		style,
		{
			position,
			count,
			height: projectRows(size),
			width,
			isOpen: !view && list.end === 'open',
			groups: [],
			rowAt(index) {
				const row = projectAt(index);
				return row && {...row, versions: projects.get(row.project.id) ?? noVersions};
			},
		},
		{...context, ranges: memo.ranges(view?.query ?? '')},
		memo,
	);
	const selectedLine = 1 + position.index - position.top;
	return lines.map((line, at) => {
		if (at === 0) return markedHead(line, window, context);
		return at === selectedLine ? markedCell(line, window, context) : line;
	});
};
