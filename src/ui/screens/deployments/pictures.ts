import type {Deployment} from '../../../api/types.ts';
import {toServiceTime} from '../../../clock.ts';
import {deploymentFields} from '../../../present/deployment.ts';
import {failureDifferences, lastSuccessBefore} from '../../../present/failure-difference.ts';
import type {Field} from '../../../present/fields.ts';
import {headlineLines} from '../../../present/headline.ts';
import {createHistoryPanel, type HistoryLines} from '../../../present/history.ts';
import {type Line, wrappedLines} from '../../../present/line.ts';
import {
	headlined,
	type ListedDeployment,
	type ProjectStatistics,
	projectStatistics,
	usualFor,
} from '../../../present/project-statistics.ts';
import {
	type DeploymentRow,
	deploymentRows,
	type ProjectDeployments,
	rowIn,
} from '../../../store/model/deployments/deployment-table.ts';
import {keyOfDeployment} from '../../../store/model/deployments/detected-changes.ts';
import {liveLayout} from '../../../store/model/layout.ts';
import {deploymentsOf} from '../../../store/state/deployments.ts';
import type {State} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import {hasFailed} from '../../../usual-range.ts';
import type {DrawContext} from '../../contexts.ts';
import {nothingShownText} from '../../keys/arrangement-keys.ts';
import {indented} from '../../render/indented.ts';

type Size = {readonly width: number; readonly height: number};

/** Returns the statistics of a project, computed once per response. */
export const statisticsOf = (known: ProjectDeployments, {state, memo}: DrawContext): ProjectStatistics =>
	memo.kept('record', [known, state.interface.pins], () =>
		projectStatistics(deploymentRows(known), state.interface.pins),
	);

const noChanges = [] as const;

export const changesOf = ({deployments: {timelines}}: State, deployment: Deployment) =>
	timelines.get(keyOfDeployment(deployment)) ?? noChanges;

/** Returns how a failed deployment differed from the last success, for its details. Empty for any other. */
export function differenceFields(
	deployment: Deployment,
	known: ProjectDeployments,
	shown: DrawContext,
): readonly Field[] {
	const {state, context} = shown;
	if (!hasFailed(deployment, context.pins)) return [];
	const success = lastSuccessBefore(deployment, statisticsOf(known, shown).deployments, context);
	return failureDifferences(deployment, changesOf(state, deployment), success, context);
}

/** Draws a deployment in one line or three. */
export function drawHeadline(
	{deployment, asOf}: ListedDeployment,
	known: ProjectDeployments,
	shown: DrawContext,
	{width, height}: Size,
): readonly Line[] {
	const {state, context} = shown;
	const statistics = statisticsOf(known, shown);
	const {askedAt} = known;
	const headline = {
		deployment,
		changes: changesOf(state, deployment),
		usual: usualFor(statistics, deployment),
		seenAt: asOf ?? (askedAt === undefined ? undefined : toServiceTime(askedAt, state.polling.skewMs)),
		isListed: asOf === undefined,
		success: hasFailed(deployment, context.pins)
			? lastSuccessBefore(deployment, statistics.deployments, context)
			: undefined,
		otherCount: statistics.running.filter(other => other.deployment.id !== deployment.id).length,
	};
	return indented(headlineLines(headline, {width: width - 2, height}, context), 1);
}

/** Draws the history of a project, with the selected deployment marked, if any. */
export function drawHistory(
	selected: ListedDeployment | undefined,
	known: ProjectDeployments,
	shown: DrawContext,
	{width, height}: Size,
): readonly Line[] {
	const {context, memo} = shown;
	const statistics = statisticsOf(known, shown);
	// Moving the mark must not cost as much as drawing the chart.
	const history = memo.kept(
		'history',
		[statistics, width, height, context.now, context.isAscii, context.isTwelveHour, context.pins],
		() => indentedHistory(createHistoryPanel(statistics, {width: width - 2, height}, context)),
	);
	return history(selected?.deployment.id);
}

/** The lines shifted by a cell. Those without the mark stay the same objects, so that they are not painted again. */
function indentedHistory(history: HistoryLines): HistoryLines {
	const unmarked = indented(history(), 1).slice(0, -1);
	return selectedId => [...unmarked, ...indented(history(selectedId).slice(-1), 1)];
}

/** Draws what is between the title of a project and its list, which may show none of the deployments. */
export function drawPictures(
	selected: ListedDeployment | undefined,
	known: ProjectDeployments,
	shown: DrawContext,
	width: number,
): readonly Line[] {
	const {headline, gap, chart} = liveLayout(shown.state.interface.size);
	const statistics = statisticsOf(known, shown);
	const basis = selected ?? statistics.newest;
	if (!basis) return [];
	const row = headlined(statistics, basis, shown.context.pins);
	const blank: readonly Line[] = gap > 0 ? [[]] : [];
	return [
		...blank,
		...drawHeadline(row, known, shown, {width, height: headline}),
		...blank,
		...drawHistory(selected, known, shown, {width, height: chart}),
	];
}

/** The text of an empty list of deployments. */
export function nothingShown(state: State, width: number): readonly Line[] {
	const text = nothingShownText(state, 'deployments') ?? plain``;
	return [[], ...indented(wrappedLines(text, width - 4, 'quiet'), 2)];
}

/** Returns the fields of one deployment, below those of `first` and except for those with a label in `without`. */
export function knownFields(
	{deployment, asOf}: DeploymentRow,
	shown: DrawContext,
	{first = [], without}: {readonly first?: readonly Field[]; readonly without?: ReadonlySet<string>} = {},
): readonly Field[] {
	const {state, context} = shown;
	const known = deploymentsOf(state, deployment.projectId);
	const usual = usualFor(statisticsOf(known, shown), deployment);
	const changes = changesOf(state, deployment);
	const {requestId} = rowIn(known, deployment.id) ?? deployment;
	const fields = deploymentFields({...deployment, requestId}, {usual, changes, asOf}, context);
	return [...first, ...fields.filter(({label}) => !without?.has(label))];
}
