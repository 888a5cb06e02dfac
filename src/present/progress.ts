import {type Deployment, isConcluded} from '../api/types.ts';
import {elapsed} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {durationMs, type UsualRange} from '../model/durations.ts';
import {blankRow, drawnLine, put, wholeCells} from './drawing.ts';
import type {Line, SafeSpan} from './line.ts';
import {type RowContext, textOrNothing} from './table.ts';

/** The parts of a bar beyond the 90th percentile or without an observation have characters of their own, so that they show without colour. */
const unicodeSigns = {full: '█', slow: '▓', unseen: '▒', rest: '░', mark: '┊', parts: ' ▏▎▍▌▋▊▉'};
const asciiSigns = {full: '=', slow: '!', unseen: '?', rest: '.', mark: '|', parts: '....===='};

/** A bar ends a bit beyond the 90th percentile, or where a slower deployment is now. */
const marginFactor = 1.1;

/** In a shorter bar, the marks would hide too much of it. */
const minWidthForMarks = 12;

/** `2.3× usual` for a duration beyond the 90th percentile, as a multiple of the median. Undefined for any other. */
export function timesUsualText(
	ms: number,
	{medianMs, p90Ms}: UsualRange,
	{isAscii}: Pick<RowContext, 'isAscii'>,
): SafeText | undefined {
	const times = medianMs > 0 ? (ms / medianMs).toFixed(1) : '1.0';
	return ms <= p90Ms || times === '1.0' ? undefined : safe(`${times}${isAscii ? 'x' : '×'} usual`);
}

/** Elapsed and expected: `0:42 of about 1:10`, `3:12 of about 1:10 · 2.7× usual`; when it is over, `took 3:12 · usually 1:10 · 2.7× usual`. Without a usual duration, only the elapsed time. */
export function progressText(deployment: Deployment, usual: UsualRange | undefined, context: RowContext): Line {
	const ms = durationMs(deployment, context.now);
	if (ms === undefined) return [textOrNothing(undefined, context)];
	const isOver = isConcluded(deployment);
	const spent: SafeSpan = isOver
		? {text: plain`took ${elapsed(ms)}`, tone: 'plain'}
		: {text: elapsed(ms), tone: 'busy'};
	if (!usual) return [spent];
	const median = elapsed(usual.medianMs);
	const expected: SafeSpan = {text: isOver ? plain` · usually ${median}` : plain` of about ${median}`, tone: 'quiet'};
	const times = timesUsualText(ms, usual, context);
	return times ? [spent, expected, {text: plain` · ${times}`, tone: isOver ? 'plain' : 'bad'}] : [spent, expected];
}

/** A bar of exactly `width` cells that shows how far along a deployment is, with the median and the 90th percentile marked. What lies after `seenAt` was not observed. */
export function progressBar(
	deployment: Deployment,
	usual: UsualRange,
	width: number,
	context: RowContext,
	seenAt = context.now,
): Line {
	const row = blankRow(wholeCells(width));
	const length = row.signs.length;
	const ms = durationMs(deployment, context.now) ?? 0;
	const seenMs = durationMs(deployment, seenAt) ?? 0;
	const signs = context.isAscii ? asciiSigns : unicodeSigns;
	// Only what is in progress stands out.
	const [fullTone, slowTone] = isConcluded(deployment) ? (['quiet', 'quiet'] as const) : (['busy', 'bad'] as const);
	const cellMs = Math.max(usual.p90Ms * marginFactor, ms, 1) / Math.max(1, length);
	for (let at = 0; at < length; at++) {
		const eighths = Math.floor(((ms - at * cellMs) / cellMs) * 8);
		const isSlow = (at + 0.5) * cellMs > usual.p90Ms;
		const part = signs.parts[eighths] ?? signs.rest;
		if (eighths > 0 && at * cellMs >= seenMs && seenMs < ms) put(row, at, signs.unseen, 'quiet');
		else if (eighths >= 8) put(row, at, isSlow ? signs.slow : signs.full, isSlow ? slowTone : fullTone);
		else if (eighths > 0 && !isSlow) put(row, at, part, fullTone);
		else put(row, at, signs.rest, 'quiet');
	}

	const marks = length < minWidthForMarks ? [] : [usual.medianMs, usual.p90Ms];
	for (const mark of marks) put(row, Math.floor(mark / cellMs), signs.mark, 'strong');
	return drawnLine(row);
}
