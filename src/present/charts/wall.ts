import type {Deployment} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import {endedAt} from '../../deployment-times.ts';
import {blanks, cells, plain, type SafeText} from '../../text.ts';
import {type Context, textOrNothing, versionText} from '../column.ts';
import {age, clockTime, count, countOrMore} from '../format.ts';
import {fitSpans, type Line, type SafeSpan, type Tone} from '../line.ts';
import {shapeOf} from '../outcome.ts';
import {fittingParts, wholeCells} from './drawing.ts';
import {largeText} from './large-text.ts';

/** What a wall shows in large figures. */
export type WallFigures = {
	readonly running: number;
	readonly succeeded: number;
	readonly failed: number;
	/** Those that may be too low. */
	readonly atLeast?: ReadonlySet<WallFigure>;
};

type WallFigure = 'running' | 'succeeded' | 'failed';

export const figuresHeight = 4;

/** More than between the digits of a figure, so that two figures do not look like one. */
const figureGap = 2;

/** What each figure counts, from the longest form to the shortest; the last stands beside the sign of the outcome alone. All name the hour: without it, a figure would look like one of all time. */
const figures: ReadonlyArray<{
	readonly of: WallFigure;
	readonly outcome: 'running' | 'good' | 'bad';
	readonly captions: readonly [SafeText, SafeText, SafeText, SafeText];
}> = [
	{of: 'running', outcome: 'running', captions: [plain`running`, plain`running`, plain`running`, plain``]},
	{
		of: 'succeeded',
		outcome: 'good',
		captions: [plain`succeeded in the last hour`, plain`succeeded in 1 hour`, plain`good, 1h`, plain`1h`],
	},
	{
		of: 'failed',
		outcome: 'bad',
		captions: [plain`failed in the last hour`, plain`failed in 1 hour`, plain`failed, 1h`, plain`1h`],
	},
];

const valueText = (values: WallFigures, of: WallFigure): SafeText =>
	countOrMore(values[of], values.atLeast?.has(of) ?? false);

/** Returns the figures side by side, three lines high and with a caption each: `figuresHeight` lines of `width` cells. */
export function figureLines(values: WallFigures, width: number, context: Context): readonly Line[] {
	const ownWidth = wholeCells(width / figures.length);
	// Captions do not touch, and the last one may end at the edge.
	const hasRoomFor = (form: 0 | 1 | 2) =>
		figures.every(({captions}, at) => cells(captions[form]) + 2 + (at < figures.length - 1 ? 1 : 0) <= ownWidth);
	const form = ([0, 1, 2] as const).find(hasRoomFor) ?? 3;
	const columns = figures.map(({of, outcome, captions}): readonly Line[] => {
		const value = values[of];
		const shape = shapeOf(outcome, context);
		const tone: Tone = value > 0 ? shape.tone : 'quiet';
		const large = largeText(valueText(values, of), {width: ownWidth - figureGap, tone}, context);
		const caption: Line = [
			{...shape, tone},
			{text: plain` ${captions[form]}`, tone: 'quiet'},
		];
		return [...large, caption].map(line => fitSpans(line, ownWidth));
	});
	return Array.from({length: figuresHeight}, (_, row) => columns.flatMap(lines => lines[row] ?? []));
}

/** Returns the figures in one line, as many as fit, for a screen too short for large ones. The failures go last. */
export const figureLine = (values: WallFigures, width: number, context: Context): Line =>
	fittingParts(
		figures.map(({of, outcome, captions}, keep) => {
			const shape = shapeOf(outcome, context);
			const tone: Tone = values[of] > 0 ? shape.tone : 'quiet';
			return {
				spans: [
					{...shape, tone},
					{text: plain` ${valueText(values, of)}`, tone},
					{text: plain` ${captions[2]}`, tone: 'quiet'},
				],
				keep,
			};
		}),
		wholeCells(width),
	);

/** Returns the figures as a sentence. */
export const spokenFigures = (values: WallFigures): SafeText =>
	plain`${valueText(values, 'running')} in progress, ${valueText(values, 'succeeded')} succeeded and ${valueText(values, 'failed')} failed in the last hour`;

/** A deployment that failed, and the name of its project. */
export type WallFailure = {readonly project: SafeText; readonly deployment: Deployment};

function failureLine({project, deployment}: WallFailure, width: number, context: Context): Line {
	const at = endedAt(deployment);
	const environment = deployment.environmentId?.shown;
	const quiet = (text: SafeText | undefined): Line => (text === undefined ? [] : [{text, tone: 'quiet'}]);
	return fittingParts(
		[
			{spans: [shapeOf('bad', context), {text: plain` ${project}`, tone: 'strong'}], keep: 4},
			{spans: environment === undefined ? [] : [textOrNothing(environment, context)], keep: 2},
			{spans: quiet(versionText(deployment.uploadVersion)), keep: 1},
			{spans: at === undefined ? [] : [{text: age(at, context.now), tone: 'bad'}], keep: 3},
		],
		width,
		plain`  `,
	);
}

/** Returns the newest failures in at most `height` lines. If there are more, the last line says how many. */
export function failureLines(
	failures: readonly WallFailure[],
	{width, height}: {readonly width: number; readonly height: number},
	context: Context,
): readonly Line[] {
	const newest = failures.toSorted(
		(a, b) =>
			(endedAt(b.deployment) ?? 0) - (endedAt(a.deployment) ?? 0) || (a.deployment.id < b.deployment.id ? -1 : 1),
	);
	const shown = newest.length <= height ? newest.length : Math.max(0, height - 1);
	const lines = newest.slice(0, shown).map(failure => failureLine(failure, width, context));
	if (newest.length === shown || height <= 0) return lines;
	const rest = count(newest.length - shown);
	const more: Line = [{text: plain`  and ${rest} more failed`, tone: 'bad'}];
	const all = fittingParts(
		[
			{spans: [shapeOf('bad', context), {text: plain` ${rest} failed`, tone: 'bad'}], keep: 2},
			{spans: [{text: plain`in the last hour`, tone: 'quiet'}], keep: 1},
		],
		width,
		plain` `,
	);
	return [...lines, fitSpans(shown > 0 ? more : all, wholeCells(width))];
}

/** Returns the banner above figures that are old, or that nothing was read for. */
export const oldDataLine = (readAt: LocalTime | undefined, width: number, context: Context): Line =>
	fitSpans(
		[
			{text: context.isAscii ? plain`! ` : plain`▲ `, tone: 'bad'},
			{
				text:
					readAt === undefined
						? plain`Nothing has been read yet`
						: plain`As of ${clockTime(readAt, context)}, ${age(readAt, context.localNow)}: nothing was read since`,
				tone: 'bad',
			},
		],
		wholeCells(width),
	);

/** Returns lines in the tone of what may be out of date. */
export const dimmed = (lines: readonly Line[]): readonly Line[] =>
	lines.map(line => line.map(({text}): SafeSpan => ({text, tone: 'quiet'})));

/** How far the content of a wall moves, in cells. It needs as much room around it. */
export const maxShift = {right: 2, down: 1};

const minuteMs = 60_000;

/** The positions of the content, one for each minute. Each is one cell away from the next. */
const shifts = [
	{right: 0, down: 0},
	{right: 1, down: 0},
	{right: 2, down: 0},
	{right: 2, down: 1},
	{right: 1, down: 1},
	{right: 0, down: 1},
] as const;

/** Returns the content of a wall, moved a little every minute so that nothing burns into the screen. */
export function shifted(lines: readonly Line[], localNow: LocalTime): readonly Line[] {
	const {right, down} = shifts[Math.floor(localNow / minuteMs) % shifts.length] ?? shifts[0];
	const left: SafeSpan = {text: blanks(right), tone: 'plain'};
	return [...Array.from({length: down}, (): Line => []), ...lines.map((line): Line => [left, ...line])];
}

/** How long a wall shows a page of the board. */
const pageMs = 15_000;

/** Returns which page of the board a wall shows now, and how many there are. They advance automatically. */
export function wallPage(
	rowCount: number,
	height: number,
	localNow: LocalTime,
): {readonly page: number; readonly pageCount: number} {
	const pageCount = Math.max(1, Math.ceil(rowCount / Math.max(1, height)));
	return {page: Math.floor(localNow / pageMs) % pageCount, pageCount};
}
