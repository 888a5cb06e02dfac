import type {Deployment} from '../api/types.ts';
import {clamp} from '../base/clamp.ts';
import {cells, isVisible, plain, type SafeText} from '../base/text.ts';
import type {Sort} from '../model/arrangement.ts';
import {type LearnedEnvironment, latestVersion, type ProjectVersions} from '../model/deployed-versions.ts';
import {endedAt} from '../model/durations.ts';
import {versionOf, versionText} from '../model/upload-version.ts';
import {fittingParts, type Part, wholeCells} from './drawing.ts';
import {age} from './format.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan, silent, space} from './line.ts';
import {shapeOf, signOf} from './outcome.ts';
import {type ProjectRow, projectColumns} from './project.ts';
import {signSpan, signText} from './signs.ts';
import {
	type Column,
	droppedFromLast,
	gapWidth,
	type RowContext,
	textOrNothing,
	type UnrankedColumn,
	versionColumn,
} from './table.ts';

export type VersionsRow = ProjectRow & {readonly versions: ProjectVersions; readonly isSelected: boolean};

type CellRow = Pick<VersionsRow, 'project' | 'versions'>;

/** `3 behind v44`, or the short form `−3`. Empty for the latest version. */
function behindSpan(behind: number, latest: number | undefined, isShort: boolean, context: RowContext): Line {
	if (behind === 0) return [];
	if (Number.isNaN(behind)) return [{text: plain` ?`, tone: 'quiet'}];
	const words = plain`${behind} behind ${versionText(latest) ?? plain``}`;
	const text = isShort ? plain` ${signText('minus', context)}${behind}` : plain` ${words}`;
	return [{text, tone: 'busy', spoken: words}];
}

const versionOrUnknown = (deployment: Deployment | undefined): SafeText => versionOf(deployment) ?? plain`v?`;

const noVersion = (isWhole: boolean, context: RowContext): SafeSpan =>
	isWhole ? textOrNothing(undefined, context) : {text: plain`?`, tone: 'quiet', spoken: plain`unknown`};

const signedVersion = (sign: SafeSpan, deployment: Deployment): Line => [
	sign,
	{text: versionOrUnknown(deployment), tone: sign.tone},
];

function cellParts({project, versions}: CellRow, environment: string, isShort: boolean, context: RowContext) {
	const part = (keep: number, ...spans: Line): Part => ({spans, keep});
	if (!versions.isRead) return [part(0, signSpan('not read', 'quiet', context))];
	const deployed = versions.deployed.get(environment);
	const none = noVersion(versions.isWhole, context);
	if (!deployed) return [part(0, none)];
	const {live, deploying, failed, failedCount} = deployed;
	const latest = latestVersion(project, versions.deployed);
	const behind = Number(latest) - Number(live?.uploadVersion);
	const liveAt = live && endedAt(live);
	const times: SafeSpan = {
		text: plain` ${signText('times', context)}${failedCount}`,
		tone: 'quiet',
		spoken: plain`${failedCount} times`,
	};
	const version: SafeSpan = {text: versionOrUnknown(live), tone: behind === 0 ? 'plain' : 'strong'};
	return [
		part(5, ...(live ? [version, ...behindSpan(behind, latest, isShort, context)] : [none])),
		...(liveAt === undefined ? [] : [part(2, space, {text: age(liveAt, context.now), tone: 'quiet'})]),
		...(deploying ? [part(3, space, space, ...signedVersion(signOf(deploying, context), deploying))] : []),
		...(failed ? [part(4, space, space, ...signedVersion(shapeOf('bad', context), failed))] : []),
		...(failed && failedCount > 1 ? [part(1, times)] : []),
	];
}

/** `v41 3 behind v44 4h ago  ◐v44  ✖v43 ×2` in exactly `width` cells: the live version and its age, the version being deployed, and the last failure with the number of failures since. A narrow cell writes `−3` and drops the least important parts. */
export function versionCell(row: CellRow, environment: string, width: number, context: RowContext): Line {
	const room = wholeCells(width);
	const whole = cellParts(row, environment, false, context).flatMap(({spans}) => spans);
	if (lineWidth(whole) <= room) return fitSpans(whole, room);
	return fitSpans(fittingParts(cellParts(row, environment, true, context), room, plain``), room);
}

const latestWidth = 7;

/** A narrower screen shows only the name and one version with its age. */
const minWidthForLatest = 58;
const narrowCellWidth = 15;

const minCellWidth = 18;
const maxCellWidth = 36;

const noEnvironment: LearnedEnvironment = {key: '', text: undefined, projectCount: 0};

/** The environments that fit into `width` cells. They scroll by whole windows to show the selected one. `selected` and `first` are indexes among all environments. */
export function environmentWindow(
	environments: readonly LearnedEnvironment[],
	selectedKey: string | undefined,
	width: number,
) {
	const all = environments.length === 0 ? [noEnvironment] : environments;
	const index = all.findIndex(({key}) => key === selectedKey);
	const selected = Math.max(0, index);
	const hasLatest = width >= minWidthForLatest;
	const nameWidth = hasLatest
		? clamp(Math.round(width * 0.28), 20, 34)
		: clamp(width - gapWidth - narrowCellWidth, 10, 34);
	const room = width - nameWidth - (hasLatest ? gapWidth + latestWidth : 0);
	const count = clamp(Math.floor(room / (gapWidth + minCellWidth)), 1, all.length);
	const first = Math.min(Math.floor(selected / count) * count, all.length - count);
	const cellWidth = clamp(Math.floor(room / count) - gapWidth, 1, maxCellWidth);
	const shown = all.slice(first, first + count);
	return {shown, selected, first, total: all.length, nameWidth, hasLatest, cellWidth};
}

type EnvironmentWindow = ReturnType<typeof environmentWindow>;

const environmentTitle = ({text, projectCount}: LearnedEnvironment): SafeText => {
	if (text !== undefined && isVisible(text.shown)) return text.shown;
	return projectCount === 0 ? plain`environments` : plain`no environment`;
};

const selectionMark = (title: SafeText, context: RowContext): SafeSpan => ({
	text: signText('selected here', context),
	tone: 'accent',
	spoken: plain`, ${title}`,
});

/** Each cell starts with room for the selection mark. In the selected row, only the cell of the selected environment is spoken. The reason for a failed read replaces all cells of a row. */
function environmentColumn(
	{shown, selected, first, total, cellWidth}: EnvironmentWindow,
	index: number,
	sort: Sort | undefined,
): UnrankedColumn<VersionsRow> {
	const environment = shown[index] ?? noEnvironment;
	const title = environmentTitle(environment);
	const isSelected = first + index === selected;
	const isSorted = isSelected && sort?.by === 'behind';
	const sorted: Line = isSorted ? [{text: sort.isDescending ? plain` ▼` : plain` ▲`, tone: 'strong'}] : [];
	return {
		name: environment.key,
		title,
		width: cellWidth,
		head(context, width) {
			const hasBefore = index === 0 && first > 0;
			const hasAfter = index === shown.length - 1 && first + shown.length < total;
			const before = hasBefore ? signText('more before', context) : plain` `;
			const after = hasAfter ? signText('more after', context) : plain``;
			return [
				{text: before, tone: 'quiet'},
				...fitSpans([{text: title, tone: isSelected ? 'strong' : 'quiet'}, ...sorted], width - 1 - cells(after)),
				{text: after, tone: 'quiet'},
			];
		},
		cell(row, context) {
			if (row.failedRead !== undefined) return index === 0 ? [space, {text: row.failedRead, tone: 'quiet'}] : [];
			const cell = versionCell(row, environment.key, cellWidth - 1, context);
			if (!row.isSelected) return [space, ...cell];
			return isSelected ? [selectionMark(title, context), ...cell] : silent([space, ...cell]);
		},
	};
}

const [nameColumn] = projectColumns;

const latestColumn = versionColumn<VersionsRow>('upload', ({project, versions}) =>
	versionText(latestVersion(project, versions.deployed)),
);

export const versionColumns = (window: EnvironmentWindow, sort: Sort | undefined): ReadonlyArray<Column<VersionsRow>> =>
	droppedFromLast<VersionsRow>([
		{
			name: 'project',
			title: '  PROJECT',
			width: window.nameWidth,
			cell: (row, context, width) => nameColumn?.cell(row, context, width) ?? [],
		},
		...(window.hasLatest ? [latestColumn] : []),
		...window.shown.map((_, index) => environmentColumn(window, index, sort)),
	]);
