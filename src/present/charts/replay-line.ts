import type {ServiceTime} from '../../clock.ts';
import {plain, type SafeText, safe} from '../../text.ts';
import type {Context} from '../column.ts';
import {shortTime} from '../format.ts';
import {cutLine, type Line, lineWidth, type Tone} from '../line.ts';
import {blankRow, drawnLine, put, wholeCells} from './drawing.ts';

/** The moment that a replay shows, and the time that it plays. */
export type ReplayPlace = {
	readonly from: ServiceTime;
	readonly until: ServiceTime;
	readonly at: ServiceTime;
	readonly speed: number;
	readonly isPaused: boolean;
};

const unicodeSigns = {playing: '▶', paused: '‖', played: '━', rest: '─', good: '╵', bad: '✖', other: '╵'};
const asciiSigns = {playing: '>', paused: '=', played: '=', rest: '-', good: "'", bad: 'x', other: "'"};

/** A deployment that concluded, and how. */
export type ReplayMark = {readonly at: ServiceTime; readonly isBad: boolean};

/** The time that a replay plays, in `width` cells: the part played so far, and failures. */
function timeBar({from, until, at}: ReplayPlace, marks: readonly ReplayMark[], width: number, isAscii: boolean): Line {
	const signs = isAscii ? asciiSigns : unicodeSigns;
	const row = blankRow(width);
	const cellOf = (ms: number) => Math.min(width - 1, Math.floor(((ms - from) / Math.max(1, until - from)) * width));
	for (let cell = 0; cell < width; cell++) {
		const isPlayed = cell <= cellOf(at);
		put(row, cell, isPlayed ? signs.played : signs.rest, isPlayed ? 'accent' : 'quiet');
	}

	for (const {at: markedAt, isBad} of marks) if (isBad) put(row, cellOf(markedAt), signs.bad, 'bad');
	return drawnLine(row);
}

/** From this width on, the line says that it belongs to a replay. */
const titledWidth = 60;

/** Returns the line above a replay: the moment that it shows, how fast it plays, and where in its time it is. */
export function replayLine(
	place: ReplayPlace,
	marks: readonly ReplayMark[],
	width: number,
	context: Pick<Context, 'isAscii' | 'isTwelveHour'>,
): Line {
	const {isAscii} = context;
	const {from, until, at, speed} = place;
	const isOver = at >= until;
	const isPaused = place.isPaused || isOver;
	const signs = isAscii ? asciiSigns : unicodeSigns;
	const room = wholeCells(width);
	const quiet = (text: SafeText) => ({text, tone: 'quiet' as Tone});
	const title: Line = room < titledWidth ? [] : [{text: plain` Replay `, tone: 'strong'}];
	const head: Line = [
		...title,
		{text: safe(` ${isPaused ? signs.paused : signs.playing} `), tone: isPaused ? 'busy' : 'accent'},
		{text: shortTime(at, until, context), tone: 'strong'},
		quiet(
			isOver ? plain`  the end  ` : isPaused ? plain`  paused  ` : plain`  ${speed}${isAscii ? plain`x` : plain`×`}  `,
		),
	];
	const ends: readonly [Line, Line] = [
		[quiet(plain`${shortTime(from, until, context)} `)],
		[quiet(plain` ${shortTime(until, until, context)}`)],
	];
	const long = room - lineWidth(head) - lineWidth(ends.flat()) - 1;
	if (long >= 10) return [...head, ...ends[0], ...timeBar(place, marks, long, isAscii), ...ends[1]];
	const short = room - lineWidth(head) - 1;
	return cutLine(short >= 5 ? [...head, ...timeBar(place, marks, short, isAscii)] : head, room);
}
