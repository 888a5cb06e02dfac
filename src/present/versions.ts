import type {Deployment} from '../api/types.ts';
import {cells, isVisible, plain, type SafeText} from '../base/text.ts';
import {
	type DeployedVersion,
	type LearnedEnvironment,
	type ProjectVersions,
	versionsBehind,
} from '../model/deployed-versions.ts';
import {endedAt} from '../model/durations.ts';
import {fittingParts, type Part, wholeCells} from './drawing.ts';
import {age} from './format.ts';
import {fitSpans, type Line, type SafeSpan, space} from './line.ts';
import {shapeOf, signOf} from './outcome.ts';
import {type ProjectRow, projectColumns} from './project.ts';
import {signSpan} from './signs.ts';
import {type Column, type RowContext, textOrNothing, versionColumn, versionText} from './table.ts';

/** A row of the versions matrix: a project as in any list, and its versions. */
export type VersionsLine = ProjectRow & {readonly versions: ProjectVersions};

type CellRow = Pick<VersionsLine, 'project' | 'versions'>;

/** `−3` behind, `+1` ahead, `?` if unknown, nothing if it is the latest. */
function behindSpan(behind: number | undefined, {isAscii}: RowContext): Line {
	if (behind === 0) return [];
	if (behind === undefined || Number.isNaN(behind)) return [{text: plain` ?`, tone: 'quiet'}];
	const by = Math.abs(behind);
	if (behind < 0) return [{text: plain` +${by}`, tone: 'plain', spoken: plain`${by} ahead`}];
	return [{text: plain` ${isAscii ? plain`-` : plain`−`}${by}`, tone: 'busy', spoken: plain`${by} behind`}];
}

const versionOrUnknown = (version: number | undefined): SafeText => versionText(version) ?? plain`v?`;

/** No version: there is none, or none among the deployments that were read. */
const noVersion = (isWhole: boolean, context: RowContext): SafeSpan =>
	isWhole ? textOrNothing(undefined, context) : {text: plain`?`, tone: 'quiet', spoken: plain`unknown`};

const signedVersion = (sign: SafeSpan, {uploadVersion}: Deployment): Line => [
	sign,
	{text: versionOrUnknown(uploadVersion), tone: sign.tone},
];

function liveSpans({project, versions: {isWhole}}: CellRow, deployed: DeployedVersion, context: RowContext): Line {
	const {live} = deployed;
	if (!live) return [noVersion(isWhole, context)];
	const behind = versionsBehind(project, deployed);
	const version: SafeSpan = {text: versionOrUnknown(live.uploadVersion), tone: behind === 0 ? 'plain' : 'strong'};
	return [version, ...behindSpan(behind, context)];
}

const timesSpan = (count: number, {isAscii}: RowContext): SafeSpan => ({
	text: plain` ${isAscii ? plain`x` : plain`×`}${count}`,
	tone: 'quiet',
	spoken: plain`${count} times`,
});

/** The parts of a cell with the spaces before them. */
function cellParts(row: CellRow, environment: string, context: RowContext): readonly Part[] {
	const {isRead, isWhole, deployed: own} = row.versions;
	const only = (span: SafeSpan): readonly Part[] => [{spans: [span], keep: 0}];
	if (!isRead) return only(signSpan('not read', 'quiet', context));
	const deployed = own.get(environment);
	if (!deployed) return only(noVersion(isWhole, context));
	const {live, deploying, failed, failedCount} = deployed;
	const liveAt = live && endedAt(live);
	const aged: Line = liveAt === undefined ? [] : [space, {text: age(liveAt, context.now), tone: 'quiet'}];
	return [
		{spans: liveSpans(row, deployed, context), keep: 5},
		{spans: aged, keep: 2},
		{spans: deploying ? [space, space, ...signedVersion(signOf(deploying, context), deploying)] : [], keep: 3},
		{spans: failed ? [space, space, ...signedVersion(shapeOf('bad', context), failed)] : [], keep: 4},
		{spans: failed && failedCount > 1 ? [timesSpan(failedCount, context)] : [], keep: 1},
	];
}

/**
A cell of the versions matrix, exactly `width` cells wide: `v41 −3 4h ago  ◐v44  ✖v43 ×2`.

That is the version that is live, how far it is behind the latest upload and since when it is live, what is deploying, and what failed last since then and how many did. Where room is short, the count goes first, then the age, what is deploying, and what failed. A project that has not been read looks unlike one that was never deployed there, and unlike one of which only deployments elsewhere were read.
*/
export function versionCell(row: CellRow, environment: string, width: number, context: RowContext): Line {
	const room = wholeCells(width);
	return fitSpans(fittingParts(cellParts(row, environment, context), room, plain``), room);
}

export type EnvironmentWindow = {
	readonly shown: readonly LearnedEnvironment[];
	/** The index of the selected environment among all of them, and of the first one shown. */
	readonly selected: number;
	readonly first: number;
	readonly total: number;
	readonly nameWidth: number;
	readonly hasLatest: boolean;
	readonly cellWidth: number;
};

const gapWidth = 2;
const latestWidth = 7;

/** In less, the name and one version with its age take all of it. */
const minWidthForLatest = 58;
const narrowCellWidth = 15;

/** Narrower cells show too little to be worth a column of their own. */
const minCellWidth = 18;
const maxCellWidth = 36;

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max));

/** Stands for the environments until one is learned. */
const noEnvironment: LearnedEnvironment = {key: '', text: undefined, projectCount: 0};

/** Returns the environments to show in `width` cells. They scroll by as many as fit, so that the selected one is among them. */
export function environmentWindow(
	environments: readonly LearnedEnvironment[],
	selectedKey: string | undefined,
	width: number,
): EnvironmentWindow {
	const all = environments.length === 0 ? [noEnvironment] : environments;
	const index = all.findIndex(({key}) => key === selectedKey);
	const selected = Math.max(0, index);
	const hasLatest = width >= minWidthForLatest;
	const nameWidth = clamp(hasLatest ? Math.round(width * 0.28) : width - gapWidth - narrowCellWidth, 14, 34);
	const room = width - nameWidth - (hasLatest ? gapWidth + latestWidth : 0);
	const count = clamp(Math.floor(room / (gapWidth + minCellWidth)), 1, all.length);
	const first = Math.min(Math.floor(selected / count) * count, all.length - count);
	const cellWidth = clamp(Math.floor(room / count) - gapWidth, 1, maxCellWidth);
	const shown = all.slice(first, first + count);
	return {shown, selected, first, total: all.length, nameWidth, hasLatest, cellWidth};
}

const environmentTitle = ({text, projectCount}: LearnedEnvironment): SafeText => {
	if (text !== undefined && isVisible(text.shown)) return text.shown;
	return projectCount === 0 ? plain`environments` : plain`no environment`;
};

/** Why a project's versions are not available takes the place of all its cells. */
const cellOf =
	(environment: LearnedEnvironment, index: number, width: number): Column<VersionsLine>['cell'] =>
	(row, context) => {
		if (row.unavailable === undefined) return versionCell(row, environment.key, width, context);
		return index === 0 ? [{text: row.unavailable, tone: 'quiet'}] : [];
	};

const [nameColumn] = projectColumns;

export const versionColumns = (window: EnvironmentWindow): ReadonlyArray<Column<VersionsLine>> => [
	{
		title: '  PROJECT',
		width: window.nameWidth,
		keep: 20,
		cell: (row, context, width) => nameColumn?.cell(row, context, width) ?? [],
	},
	...(window.hasLatest ? [versionColumn<VersionsLine>('UPLOAD', 19, ({project}) => project.latestUploadVersion)] : []),
	...window.shown.map((environment, index) => ({
		title: environmentTitle(environment),
		width: window.cellWidth,
		keep: 18 - index,
		cell: cellOf(environment, index, window.cellWidth),
	})),
];

/** Where a shown cell begins in a line of the matrix, after its gutter. */
const cellStart = ({nameWidth, hasLatest, cellWidth}: EnvironmentWindow, index: number): number =>
	1 + nameWidth + (hasLatest ? gapWidth + latestWidth : 0) + gapWidth + index * (cellWidth + gapWidth);

function withSpans(line: Line, replace: (span: SafeSpan, cell: number) => SafeSpan): Line {
	let at = 0;
	return line.map(span => {
		const start = at;
		at += cells(span.text);
		return replace(span, start);
	});
}

const withSpanAt = (line: Line, cell: number, replace: (span: SafeSpan) => SafeSpan): Line =>
	withSpans(line, (span, start) => (start === cell ? replace(span) : span));

/** Returns the column titles with the selected one marked, and with arrows where columns are hidden. */
export function markedHead(line: Line, window: EnvironmentWindow, {isAscii}: RowContext): Line {
	const {selected, first, total, shown} = window;
	const [before, after] = isAscii ? [plain`< `, plain`>`] : [plain`‹ `, plain`›`];
	const strong = withSpanAt(line, cellStart(window, selected - first), ({text}) => ({text, tone: 'strong'}));
	const left = withSpanAt(strong, cellStart(window, 0) - gapWidth, span =>
		first > 0 ? {text: before, tone: 'quiet'} : span,
	);
	return first + shown.length < total ? [...left.slice(0, -1), {text: after, tone: 'quiet'}] : left;
}

/** Returns the selected row with a mark before its cell in the selected environment. Of its cells, a screen reader says only that one. */
export function markedCell(line: Line, window: EnvironmentWindow, {isAscii}: RowContext): Line {
	const index = window.selected - window.first;
	const start = cellStart(window, index);
	const environment = window.shown[index] ?? noEnvironment;
	return withSpans(line, (span, at) => {
		if (at === start - gapWidth)
			return {text: isAscii ? plain` >` : plain` ▸`, tone: 'accent', spoken: plain`, ${environmentTitle(environment)}`};
		const isOther = at >= cellStart(window, 0) && (at < start || at >= start + window.cellWidth);
		return isOther ? {...span, spoken: plain``} : span;
	});
}
