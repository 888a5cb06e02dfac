import type {Deployment} from '../../api/types.ts';
import {toServiceTime} from '../../base/clock.ts';
import {memoLast, memoOn} from '../../base/memo.ts';
import {keyOfDeployment} from '../../model/deployment-changes.ts';
import {type KnownDeployment, type ProjectDeployments, rowIn} from '../../model/deployment-table.ts';
import {hasFailed} from '../../model/durations.ts';
import {knownProject, projectNameOf} from '../../model/known-project.ts';
import {titleHeight} from '../../model/layout.ts';
import type {WordMeanings} from '../../model/status-words.ts';
import {deploymentFields} from '../../present/deployment.ts';
import {failureDifferences, lastSuccessBefore} from '../../present/failure-difference.ts';
import type {Field} from '../../present/fields.ts';
import {headlineLines, projectTitleLine} from '../../present/headline.ts';
import {createHistoryPanel, type HistoryLines} from '../../present/history.ts';
import type {Line} from '../../present/line.ts';
import {
	type ListedDeployment,
	type ProjectStatistics,
	projectStatistics,
	usualFor,
} from '../../present/project-statistics.ts';
import type {RowContext} from '../../present/table.ts';
import {deploymentsOf} from '../../state/deployments.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Draw, DrawContext} from '../contexts.ts';
import {indented} from '../lines/scroll-marks.ts';

/** Returns the title of a project's screen. Empty on a short screen, where the header names the project. */
export const titleLines = (state: State, projectId: string, width: number): readonly Line[] =>
	titleHeight(state.interface.size) > 0
		? indented([projectTitleLine(projectNameOf(state, projectId), knownProject(state, projectId), width - 2)], 1)
		: [];

export const drawTitle: Draw = ({state}, width) => {
	const screen = currentScreen(state);
	return 'projectId' in screen ? titleLines(state, screen.projectId, width) : [];
};

type Size = {readonly width: number; readonly height: number};

const statisticsIn = memoLast((known: ProjectDeployments, wordMeanings: WordMeanings) =>
	projectStatistics(known.rows, wordMeanings),
);

/** Returns the statistics of a project, computed once per response. */
export const statisticsOf = (known: ProjectDeployments, {interface: ui}: State): ProjectStatistics =>
	statisticsIn(known, ui.wordMeanings);

const noChanges = [] as const;

export const changesOf = ({deployments: {timelines}}: State, deployment: Deployment) =>
	timelines.get(keyOfDeployment(deployment)) ?? noChanges;

/** What is known about a deployment: its project's other deployments, and the last success before it if it failed. */
function factsAbout(deployment: Deployment, {state, context}: DrawContext) {
	const known = deploymentsOf(state, deployment.projectId);
	const statistics = statisticsOf(known, state);
	return {
		known,
		statistics,
		changes: changesOf(state, deployment),
		usual: usualFor(statistics, deployment),
		success: hasFailed(deployment, context.wordMeanings)
			? lastSuccessBefore(deployment, statistics.deployments, context)
			: undefined,
	};
}

/** Returns how a failed deployment differed from the last success, for its details. Empty for any other. */
export function differenceFields(deployment: Deployment, drawing: DrawContext): readonly Field[] {
	const {context} = drawing;
	if (!hasFailed(deployment, context.wordMeanings)) return [];
	const {changes, success} = factsAbout(deployment, drawing);
	return failureDifferences(deployment, changes, success, context);
}

export function drawHeadline(
	{deployment, asOf}: ListedDeployment,
	drawing: DrawContext,
	{width, height}: Size,
): readonly Line[] {
	const {state, context} = drawing;
	const {known, statistics, ...facts} = factsAbout(deployment, drawing);
	const {askedAt} = known;
	const headline = {
		...facts,
		deployment,
		seenAt: asOf ?? (askedAt === undefined ? undefined : toServiceTime(askedAt, state.polling.skewMs)),
		isListed: asOf === undefined,
		otherCount: statistics.running.filter(other => other.deployment.id !== deployment.id).length,
	};
	return indented(headlineLines(headline, {width: width - 2, height}, context), 1);
}

/** The history without a selection. Moving the mark must not cost as much as drawing the chart. */
const historyOf = memoOn(
	(statistics: ProjectStatistics, {width, height}: Size, {now, isAscii, isTwelveHour, wordMeanings}: RowContext) => [
		statistics,
		width,
		height,
		now,
		isAscii,
		isTwelveHour,
		wordMeanings,
	],
	(statistics, {width, height}, context): HistoryLines => {
		const history = createHistoryPanel(statistics, {width: width - 2, height}, context);
		// Those without the mark stay the same objects, so that they are not painted again.
		const unmarked = indented(history(), 1).slice(0, -1);
		return selectedId => [...unmarked, ...indented(history(selectedId).slice(-1), 1)];
	},
);

export const drawHistory = (
	statistics: ProjectStatistics,
	selected: ListedDeployment | undefined,
	drawing: DrawContext,
	size: Size,
): readonly Line[] => historyOf(statistics, size, drawing.context)(selected?.deployment.id);

/** Returns the fields of one deployment, below those of `first` and except for those with a label in `without`. */
export function knownFields(
	{deployment, asOf}: KnownDeployment,
	drawing: DrawContext,
	{first = [], without}: {readonly first?: readonly Field[]; readonly without?: ReadonlySet<string>} = {},
): readonly Field[] {
	const {known, usual, changes} = factsAbout(deployment, drawing);
	const {requestId} = rowIn(known, deployment.id) ?? deployment;
	const fields = deploymentFields({...deployment, requestId}, {usual, changes, asOf}, drawing.context);
	return [...first, ...fields.filter(({label}) => !without?.has(label))];
}
