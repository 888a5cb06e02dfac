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
import {type ProjectView, projectColumns} from './project.ts';
import {signSpan} from './signs.ts';
import {type Column, gapWidth, type RowContext, textOrNothing, versionColumn} from './table.ts';

/** A row of the versions matrix: a project as in any list, and its versions. */
export type VersionsLine = ProjectView & {readonly versions: ProjectVersions; readonly isSelected: boolean};

type CellRow = Pick<VersionsLine, 'project' | 'versions'>;

/** `3 behind v44`, or `−3` where that has no room. `?` if unknown, nothing if it is the latest. */
function behindSpan(behind: number, latest: number | undefined, isShort: boolean, {isAscii}: RowContext): Line {
	if (behind === 0) return [];
	if (Number.isNaN(behind)) return [{text: plain` ?`, tone: 'quiet'}];
	const words = plain`${behind} behind ${versionText(latest) ?? plain``}`;
	const sign = isAscii ? plain`-` : plain`−`;
	return [{text: isShort ? plain` ${sign}${behind}` : plain` ${words}`, tone: 'busy', spoken: words}];
}

const versionOrUnknown = (deployment: Deployment | undefined): SafeText => versionOf(deployment) ?? plain`v?`;

/** No version: there is none, or none among the deployments that were read. */
const noVersion = (isWhole: boolean, context: RowContext): SafeSpan =>
	isWhole ? textOrNothing(undefined, context) : {text: plain`?`, tone: 'quiet', spoken: plain`unknown`};

const signedVersion = (sign: SafeSpan, deployment: Deployment): Line => [
	sign,
	{text: versionOrUnknown(deployment), tone: sign.tone},
];

/** The parts of a cell with the spaces before them. */
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
		text: plain` ${context.isAscii ? plain`x` : plain`×`}${failedCount}`,
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

/** A cell of the versions matrix, exactly `width` cells wide: `v41 3 behind v44 4h ago  ◐v44  ✖v43 ×2`. That is what is live and since when, what is deploying, what failed last, and how many have failed since. In less room, the words become `−3`, and the least important parts go. */
export function versionCell(row: CellRow, environment: string, width: number, context: RowContext): Line {
	const room = wholeCells(width);
	const whole = cellParts(row, environment, false, context).flatMap(({spans}) => spans);
	if (lineWidth(whole) <= room) return fitSpans(whole, room);
	return fitSpans(fittingParts(cellParts(row, environment, true, context), room, plain``), room);
}

const latestWidth = 7;

/** In less, the name and one version with its age take all of it. */
const minWidthForLatest = 58;
const narrowCellWidth = 15;

/** Narrower cells show too little to be worth a column of their own. */
const minCellWidth = 18;
const maxCellWidth = 36;

/** Stands for the environments until one is learned. */
const noEnvironment: LearnedEnvironment = {key: '', text: undefined, projectCount: 0};

/** Returns the environments to show in `width` cells. They scroll by as many as fit, so that the selected one is among them. `selected` and `first`, the first one shown, are indexes among all of them. */
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

/** The mark before the cell of the selected project in the selected environment. */
const selectionMark = (title: SafeText, {isAscii}: RowContext): SafeSpan => ({
	text: isAscii ? plain`>` : plain`▸`,
	tone: 'accent',
	spoken: plain`, ${title}`,
});

/** The column of an environment, whose cells begin with room for a mark. Of the cells of the selected row, a screen reader says only that of the selected environment. Why a project's versions are not available takes the place of all its cells. */
function environmentColumn(
	{shown, selected, first, total, cellWidth}: EnvironmentWindow,
	index: number,
	sort: Sort | undefined,
): Column<VersionsLine> {
	const environment = shown[index] ?? noEnvironment;
	const title = environmentTitle(environment);
	const isSelected = first + index === selected;
	const isSorted = isSelected && sort?.by === 'behind';
	const sorted: Line = isSorted ? [{text: sort.isDescending ? plain` ▼` : plain` ▲`, tone: 'strong'}] : [];
	return {
		name: environment.key,
		title,
		width: cellWidth,
		keep: 18 - index,
		head({isAscii}, width) {
			const before = index === 0 && first > 0 ? (isAscii ? plain`<` : plain`‹`) : plain` `;
			const after =
				index === shown.length - 1 && first + shown.length < total ? (isAscii ? plain`>` : plain`›`) : plain``;
			return [
				{text: before, tone: 'quiet'},
				...fitSpans([{text: title, tone: isSelected ? 'strong' : 'quiet'}, ...sorted], width - 1 - cells(after)),
				{text: after, tone: 'quiet'},
			];
		},
		cell(row, context) {
			if (row.unavailable !== undefined) return index === 0 ? [space, {text: row.unavailable, tone: 'quiet'}] : [];
			const cell = versionCell(row, environment.key, cellWidth - 1, context);
			if (!row.isSelected) return [space, ...cell];
			return isSelected ? [selectionMark(title, context), ...cell] : silent([space, ...cell]);
		},
	};
}

const [nameColumn] = projectColumns;

const latestColumn = versionColumn<VersionsLine>('upload', 19, ({project, versions}) =>
	versionText(latestVersion(project, versions.deployed)),
);

export const versionColumns = (
	window: EnvironmentWindow,
	sort: Sort | undefined,
): ReadonlyArray<Column<VersionsLine>> => [
	{
		name: 'project',
		title: '  PROJECT',
		width: window.nameWidth,
		keep: 20,
		cell: (row, context, width) => nameColumn?.cell(row, context, width) ?? [],
	},
	...(window.hasLatest ? [latestColumn] : []),
	...window.shown.map((_, index) => environmentColumn(window, index, sort)),
];
