import type {Deployment} from '../../../api/types.ts';
import {memoLast, memoOn} from '../../../base/memo.ts';
import {toServiceTime} from '../../../clock.ts';
import {failureDifferences, lastSuccessBefore} from '../../../present/charts/failure-difference.ts';
import type {HistoryLines} from '../../../present/charts/history.ts';
import type {Context} from '../../../present/column.ts';
import {deploymentFields} from '../../../present/deployment.ts';
import type {Field} from '../../../present/fields.ts';
import {headlineLines} from '../../../present/headline.ts';
import {createHistoryPanel} from '../../../present/history-panel.ts';
import {type Line, wrappedLines} from '../../../present/line.ts';
import {
	headlined,
	type ListedDeployment,
	type ProjectRecord,
	projectRecord,
	usualFor,
} from '../../../present/project-record.ts';
import type {Pins} from '../../../status-words.ts';
import {keyOfDeployment} from '../../../store/model/deployments/detected-changes.ts';
import {
	type DeploymentRow,
	deploymentRows,
	type ProjectDeployments,
	rowIn,
} from '../../../store/model/deployments/project-deployments.ts';
import {liveLayout} from '../../../store/model/live-layout.ts';
import {deploymentsOf} from '../../../store/state/deployments/known-deployment.ts';
import type {State} from '../../../store/state/state.ts';
import {plain} from '../../../text.ts';
import {hasFailed} from '../../../usual-range.ts';
import type {DrawContext} from '../../contexts.ts';
import {nothingShownText} from '../../keys/arrangement-keys.ts';
import {indented} from '../../lines/scroll-marks.ts';

type Size = {readonly width: number; readonly height: number};

const recordOf = memoLast((known: ProjectDeployments, pins: Pins) => projectRecord(deploymentRows(known), pins));

/** Returns the record of a project, computed once per response. */
export const recordOfProject = (known: ProjectDeployments, {state}: DrawContext): ProjectRecord =>
	recordOf(known, state.interface.pins);

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
	const success = lastSuccessBefore(deployment, recordOfProject(known, shown).deployments, context);
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
	const record = recordOfProject(known, shown);
	const {askedAt} = known;
	const headline = {
		deployment,
		changes: changesOf(state, deployment),
		usual: usualFor(record, deployment),
		seenAt: asOf ?? (askedAt === undefined ? undefined : toServiceTime(askedAt, state.polling.skewMs)),
		isListed: asOf === undefined,
		success: hasFailed(deployment, context.pins)
			? lastSuccessBefore(deployment, record.deployments, context)
			: undefined,
		otherCount: record.running.filter(other => other.deployment.id !== deployment.id).length,
	};
	return indented(headlineLines(headline, {width: width - 2, height}, context), 1);
}

/** The history without a selection. Moving the mark must not cost as much as drawing the chart. */
const historyOf = memoOn(
	(record: ProjectRecord, {width, height}: Size, {now, isAscii}: Context) => [record, width, height, now, isAscii],
	(record, {width, height}, context) =>
		indentedHistory(createHistoryPanel(record, {width: width - 2, height}, context)),
);

/** Draws the history of a project, with the selected deployment marked, if any. */
export const drawHistory = (
	selected: ListedDeployment | undefined,
	known: ProjectDeployments,
	shown: DrawContext,
	size: Size,
): readonly Line[] => historyOf(recordOfProject(known, shown), size, shown.context)(selected?.deployment.id);

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
	const record = recordOfProject(known, shown);
	const basis = selected ?? record.newest;
	if (!basis) return [];
	const row = headlined(record, basis, shown.context.pins);
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
	const usual = usualFor(recordOfProject(known, shown), deployment);
	const changes = changesOf(state, deployment);
	const {requestId} = rowIn(known, deployment.id) ?? deployment;
	const fields = deploymentFields({...deployment, requestId}, {usual, changes, asOf}, context);
	return [...first, ...fields.filter(({label}) => !without?.has(label))];
}
