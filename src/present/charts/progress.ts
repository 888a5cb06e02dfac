import {type Deployment, isConcluded} from '../../api/types.ts';
import {durationMs} from '../../deployment-times.ts';
import {elapsed} from '../../duration.ts';
import type {Change} from '../../journal/sighting.ts';
import {outcomeOf} from '../../status-words.ts';
import {plain, safe} from '../../text.ts';
import type {UsualRange} from '../../usual-range.ts';
import {type Context, textOrNothing} from '../column.ts';
import {cutLine, type Line, type SafeSpan} from '../line.ts';
import {shapeOf} from '../outcome.ts';
import {blankRow, drawnLine, fittingParts, put, wholeCells} from './drawing.ts';
import {pipelineLine} from './pipeline.ts';

/** What happens in a bar beyond the 90th percentile gets its own character, so it shows without colour. */
const unicodeSigns = {full: '█', slow: '▓', rest: '░', mark: '┊', parts: ' ▏▎▍▌▋▊▉'};
const asciiSigns = {full: '=', slow: '!', rest: '.', mark: '|', parts: '....===='};

/** A bar ends a bit beyond the 90th percentile, or where a slower deployment is now. */
const marginFactor = 1.1;

/** Elapsed and expected: `0:42 of about 1:10`, `3:12 of about 1:10 · 2.7× usual`. Only elapsed if nothing is usual. */
export function progressText(deployment: Deployment, usual: UsualRange | undefined, context: Context): Line {
	const ms = durationMs(deployment, context.now);
	if (ms === undefined) return [textOrNothing(undefined, context)];
	const spent: SafeSpan = {text: elapsed(ms), tone: isConcluded(deployment) ? 'plain' : 'busy'};
	if (!usual) return [spent];
	const expected: SafeSpan = {text: plain` of about ${elapsed(usual.medianMs)}`, tone: 'quiet'};
	const times = usual.medianMs > 0 ? (ms / usual.medianMs).toFixed(1) : '';
	if (ms <= usual.p90Ms || times === '' || times === '1.0') return [spent, expected];
	return [spent, expected, {text: safe(` · ${times}${context.isAscii ? 'x' : '×'} usual`), tone: 'bad'}];
}

/** A bar of exactly `width` cells: how far a deployment is, with the median and the 90th percentile marked. */
export function progressBar(deployment: Deployment, usual: UsualRange, width: number, context: Context): Line {
	const row = blankRow(wholeCells(width));
	const length = row.signs.length;
	const ms = durationMs(deployment, context.now) ?? 0;
	const signs = context.isAscii ? asciiSigns : unicodeSigns;
	const cellMs = Math.max(usual.p90Ms * marginFactor, ms, 1) / Math.max(1, length);
	for (let at = 0; at < length; at++) {
		const eighths = Math.floor(((ms - at * cellMs) / cellMs) * 8);
		const isSlow = (at + 0.5) * cellMs > usual.p90Ms;
		const part = signs.parts[eighths] ?? signs.rest;
		if (eighths >= 8) put(row, at, isSlow ? signs.slow : signs.full, isSlow ? 'bad' : 'busy');
		else if (eighths > 0 && !isSlow) put(row, at, part, 'busy');
		else put(row, at, signs.rest, 'quiet');
	}

	for (const mark of [usual.medianMs, usual.p90Ms]) put(row, Math.floor(mark / cellMs), signs.mark, 'strong');
	return drawnLine(row);
}

/** A running deployment in at most two lines: elapsed and expected above its bar, or elapsed and stages if nothing is usual. */
export function progressLines(
	deployment: Deployment,
	changes: readonly Change[],
	usual: UsualRange | undefined,
	width: number,
	context: Context,
): readonly Line[] {
	const shape = shapeOf(outcomeOf(deployment, context.pins), context);
	const spent = [shape, {text: plain` `, tone: 'plain'} as const, ...progressText(deployment, usual, context)];
	if (!usual) return [cutLine(spent, wholeCells(width)), pipelineLine(deployment, changes, width, context)];
	const legend: Line = [{text: plain`9 of 10 by ${elapsed(usual.p90Ms)}`, tone: 'quiet'}];
	const head = fittingParts(
		[
			{spans: spent, keep: 2},
			{spans: legend, keep: 1},
		],
		width,
	);
	return [head, progressBar(deployment, usual, width, context)];
}
