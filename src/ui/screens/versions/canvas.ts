import {
	environmentWindow,
	markedCell,
	markedHead,
	type VersionsLine,
	versionCard,
	versionColumns,
} from '../../../present/charts/versions/version-columns.ts';
import {
	type Environments,
	environmentsOf,
	type LearnedEnvironment,
	learnedEnvironments,
	versionRow,
} from '../../../present/charts/versions/version-row.ts';
import type {ProjectRow} from '../../../present/project.ts';
import type {ProjectDeployments} from '../../../store/model/deployments/project-deployments.ts';
import {isNarrow, projectRows} from '../../../store/model/layout.ts';
import {countOf} from '../../../store/model/projects/project-list.ts';
import {projectRowsOf} from '../../../store/model/projects/project-rows.ts';
import {deploymentsOf, recentDeployments} from '../../../store/state/deployments/known-deployment.ts';
import {hasReadAllDeployments} from '../../../store/state/deployments/read-deployments.ts';
import {currentScreen, type State} from '../../../store/state/state.ts';
import type {Draw, DrawContext} from '../../contexts.ts';
import type {LineMemo, RowStyle} from '../../render/line-memo.ts';
import {listLines} from '../../render/list-lines.ts';
import {noMatch, projectRowStyle, rowsOf} from '../projects/canvas.ts';

/** The environments among the newest deployments of all projects. Learned again when deployments were read, project by project. */
export function environmentsIn(state: State, memo: LineMemo): readonly LearnedEnvironment[] {
	const {table} = state.deployments;
	const known = memo.kept('projectEnvironments', [], () => new WeakMap());
	const environmentsAt = (projectId: string, deployments: ProjectDeployments): Environments => {
		const learned = known.get(deployments) ?? environmentsOf(recentDeployments(state, projectId));
		known.set(deployments, learned);
		return learned;
	};
	return memo.kept('environments', [table], () =>
		learnedEnvironments([...table].map(([projectId, deployments]) => environmentsAt(projectId, deployments))),
	);
}

export const selectedEnvironmentKey = (state: State): string | undefined => {
	const screen = currentScreen(state);
	return screen.name === 'versions' ? screen.environment : undefined;
};

/** Which environments are shown, and how their rows look. */
function matrixOf({state, memo}: Pick<DrawContext, 'state' | 'memo'>, width: number) {
	const environments = environmentsIn(state, memo);
	const key = selectedEnvironmentKey(state);
	return memo.kept('matrix', [environments, key, width], () => {
		const window = environmentWindow(environments, key, width - 2);
		const style: RowStyle<VersionsLine> = {
			...projectRowStyle,
			columns: versionColumns(window),
			card: versionCard(window),
			isSame: (a, b) => a.versions === b.versions && projectRowStyle.isSame(a, b),
		};
		return {window, style};
	});
}

/** Returns a function that adds its versions to the row of a project. They are computed once until deployments are read again. */
function versionsIn({state, memo}: DrawContext): (row: ProjectRow) => VersionsLine {
	const {pins} = state.interface;
	const known = memo.kept('versions', [state.deployments.table, pins], () => new WeakMap());
	return row => {
		const {project} = row;
		const before = known.get(project);
		if (before) return {...row, versions: before};
		const deployments = deploymentsOf(state, project.id);
		const read = deployments.askedAt === undefined ? undefined : deployments.recent;
		const versions = versionRow(project, read, pins, hasReadAllDeployments(deployments));
		known.set(project, versions);
		return {...row, versions};
	};
}

/** Draws the matrix of projects and environments, or why it is empty. */
export const drawVersions: Draw = (shown, width) => {
	const {state, context, memo} = shown;
	const {
		projects: {list, position, view},
		interface: {size},
	} = state;
	if (countOf(list) === 0) return [];
	const {count} = projectRowsOf(state.projects);
	if (count === 0) return noMatch(state);
	const {window, style} = matrixOf(shown, width);
	const [projectAt, withVersions] = [rowsOf(state, context.localNow, false, memo), versionsIn(shown)];
	const lines = listLines(
		style,
		{
			position,
			count,
			height: projectRows(size),
			width,
			isNarrow: isNarrow(size),
			isOpen: !view && list.end === 'open',
			groups: [],
			rowAt(index) {
				const row = projectAt(index);
				return row && withVersions(row);
			},
		},
		{...context, ranges: memo.ranges(view?.query ?? '')},
		memo,
	);
	if (isNarrow(size)) return lines;
	const selectedLine = 1 + position.index - position.top;
	return lines.map((line, at) => {
		if (at === 0) return markedHead(line, window, context);
		return at === selectedLine ? markedCell(line, window, context) : line;
	});
};
