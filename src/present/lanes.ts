import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {blanks, fit, plain, type SafeText} from '../base/text.ts';
import type {Change} from '../model/deployment-changes.ts';
import {validTime} from '../model/durations.ts';
import {blankRow, drawnLine, put, wholeCells} from './drawing.ts';
import {hourMinute} from './format.ts';
import {cutLine, type Line, type SafeSpan} from './line.ts';
import {signOf} from './outcome.ts';
import type {RowContext} from './table.ts';
import {concludedMoment, stagesOf} from './timeline.ts';

/** A deployment on the timeline and its observed changes. */
export type Lane = {
	readonly deployment: Deployment;
	readonly changes: readonly Change[];
	/** When the service last listed it, by its clock. Undefined if that is now. */
	readonly asOf: ServiceTime | undefined;
};

/** The time until now that lanes show, in `width` cells. */
export type LaneWindow = {readonly spanMs: number; readonly width: number};

/** Later stages are darker, so stages can be told apart without colour. */
const unicodeSigns = {stages: ['█', '▓', '▒', '░'], unobserved: '┈', earlier: '‹', unknown: '~'};
const asciiSigns = {stages: ['#', '%', '=', '-'], unobserved: '.', earlier: '<', unknown: '~'};

/** When a deployment ended, by the service or else by what was seen. Undefined if unknown. */
function endOf({deployment, changes}: Lane, now: ServiceTime): ServiceTime | undefined {
	if (!isConcluded(deployment)) return now;
	return validTime(deployment.concludedAt) ?? concludedMoment(changes)?.before;
}

/** When a deployment began, by the service or else when it was first seen to change. */
const startOf = ({deployment, changes}: Lane): number | undefined =>
	validTime(deployment.createdAt) ?? validTime(changes[0]?.after);

type Extent = {
	/** The first cell of the bar; negative if it began before the window. */
	readonly from: number;
	/** The last cell, which holds the outcome. Negative if all of the bar lies before the window. */
	readonly to: number;
	readonly hasUnknownEnd: boolean;
};

/** Where the window begins, and how much time a cell holds. */
type Scale = {
	readonly now: ServiceTime;
	readonly startsAt: ServiceTime;
	readonly cellMs: number;
	readonly width: number;
};

/** The cell of a moment, negative before the window. What lies in the future is now. */
const cellAt = (ms: number, {startsAt, cellMs, width}: Scale): number =>
	Math.min(width - 1, Math.floor((ms - startsAt) / cellMs));

function extentOf(lane: Lane, scale: Scale): Extent | undefined {
	const [start, end] = [startOf(lane), endOf(lane, scale.now)];
	if (start === undefined && end === undefined) return undefined;
	// A record that ends before it begins says at most when it ended.
	const to = cellAt(end ?? start ?? 0, scale);
	const from = start === undefined || (end !== undefined && end < start) ? to : cellAt(start, scale);
	return {from: Math.min(from, to), to, hasUnknownEnd: end === undefined};
}

type Piece = {readonly until: ServiceTime; readonly sign: string; readonly isQuiet: boolean};

/** The pieces of a bar up to its last cell: a shade for each stage, dots for whole cells without an observation. */
function piecesOf(lane: Lane, to: number, scale: Scale, signs: typeof unicodeSigns): readonly Piece[] {
	const stages = stagesOf(lane.deployment, lane.changes);
	if (stages.length === 0) return [{until: to, sign: signs.stages[0] ?? '', isQuiet: false}];
	return stages.flatMap(({ended}, index): readonly Piece[] => {
		const sign = signs.stages[Math.min(stages.length - 1 - index, signs.stages.length - 1)] ?? '';
		if (!ended) return [{until: to, sign, isQuiet: false}];
		const [lastSeen, firstSeen] = [cellAt(ended.after, scale), cellAt(ended.before, scale)];
		return [
			{until: lastSeen + 1, sign, isQuiet: false},
			{until: firstSeen, sign: signs.unobserved, isQuiet: true},
		];
	});
}

function laneLine(lane: Lane, scale: Scale, shape: SafeSpan, {isAscii}: RowContext): Line {
	const row = blankRow(scale.width);
	const extent = extentOf(lane, scale);
	if (!extent) return drawnLine(row);
	const signs = isAscii ? asciiSigns : unicodeSigns;
	const {from, to, hasUnknownEnd} = extent;
	if (from < 0) put(row, 0, signs.earlier, 'quiet');
	if (to < 0) return drawnLine(row);
	let at = Math.max(0, from, from < 0 && to > 0 ? 1 : 0);
	const draw = (until: number, sign: string, tone: SafeSpan['tone']) => {
		for (; at < until; at++) put(row, at, sign, tone);
	};
	// A remembered deployment is known only up to when it was last seen.
	const asOf = validTime(lane.asOf);
	const seenTo =
		isConcluded(lane.deployment) || asOf === undefined ? to : Math.min(to, Math.max(from, 0, cellAt(asOf, scale)));
	for (const {until, sign, isQuiet} of piecesOf(lane, to, scale, signs)) {
		draw(Math.min(until, seenTo), sign, isQuiet ? 'quiet' : shape.tone);
	}

	draw(seenTo, signs.unobserved, 'quiet');
	draw(at + 1, shape.text, shape.tone);
	if (hasUnknownEnd) draw(at + 1, signs.unknown, 'quiet');
	draw(to + 1, signs.unobserved, 'quiet');
	return drawnLine(row);
}

/**
A line of exactly `width` cells for each deployment: a bar from when it began to when it concluded, or to now.

The bar ends with its outcome. Stages are shaded, or solid if none was observed; unobserved time is dotted; and `‹` stands for what began before the window.
*/
export function laneLines(lanes: readonly Lane[], {spanMs, width}: LaneWindow, context: RowContext): readonly Line[] {
	const room = wholeCells(width);
	const {now} = context;
	const scale: Scale = {now, startsAt: now - spanMs, cellMs: spanMs / Math.max(1, room), width: room};
	return lanes.map(lane => laneLine(lane, scale, signOf(lane.deployment, context), context));
}

const minuteMs = 60_000;
const stepsMs = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map(minutes => minutes * minuteMs);

/** A tick is a mark and a time of five cells, or of seven with 12 hours. */
const tickWidth = (isTwelveHour = false): number => (isTwelveHour ? 8 : 6);
const tickGap = 3;

/** The first full multiple of a step, counted from local midnight, that is not before a moment. */
function firstTick(ms: number, stepMs: number): number {
	const zoneMs = new Date(ms).getTimezoneOffset() * minuteMs;
	return Math.ceil((ms - zoneMs) / stepMs) * stepMs + zoneMs;
}

/** The axis above lanes, exactly `width` cells wide: local times at round moments, each right of its mark, and `now`. */
export function laneAxis({spanMs, width}: LaneWindow, {now, isAscii, isTwelveHour = false}: RowContext): Line {
	const timeWidth = tickWidth(isTwelveHour) - 1;
	const room = wholeCells(width);
	const cellMs = spanMs / Math.max(1, room);
	const stepMs = stepsMs.find(step => step / cellMs >= timeWidth + 1 + tickGap);
	const mark: SafeText = isAscii ? plain`|` : plain`┊`;
	const spans: SafeSpan[] = [];
	let at = 0;
	const lastAt = room - timeWidth - 1 - ' now'.length;
	for (let tick = stepMs ? firstTick(now - spanMs, stepMs) : Number.NaN; tick < now; tick += stepMs ?? Number.NaN) {
		const from = Math.floor((tick - (now - spanMs)) / cellMs);
		if (from < at || from > lastAt) continue;
		spans.push({text: blanks(from - at), tone: 'plain'});
		spans.push({text: plain`${mark}${fit(hourMinute(tick, {isTwelveHour}), timeWidth)}`, tone: 'quiet'});
		at = from + timeWidth + 1;
	}

	const end = cutLine([{text: plain`now`, tone: 'quiet'}], room);
	return [...spans, {text: blanks(room - at - 'now'.length), tone: 'plain'}, ...end];
}
