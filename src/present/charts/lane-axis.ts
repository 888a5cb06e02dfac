import {blanks, fit, plain, type SafeText} from '../../text.ts';
import type {Context} from '../column.ts';
import {hourMinute} from '../format.ts';
import {cutLine, type Line, type SafeSpan} from '../line.ts';
import {wholeCells} from './drawing.ts';
import type {LaneWindow} from './lanes.ts';

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
export function laneAxis({spanMs, width}: LaneWindow, {now, isAscii, isTwelveHour = false}: Context): Line {
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
