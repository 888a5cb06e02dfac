import type {LocalTime} from '../../../clock.ts';

/** The frames that were painted in some time. */
export type FrameTimes = {readonly count: number; readonly totalMs: number; readonly maxMs: number};

export const noFrames: FrameTimes = {count: 0, totalMs: 0, maxMs: 0};

/** What landfall has measured about itself. Times cover the last minute or less. */
export type Figures = {
	readonly at: LocalTime;
	readonly residentBytes: number;
	/** The memory that this process may use at all. Undefined if nothing but the computer limits it. */
	readonly allowedBytes: number | undefined;
	readonly frames: FrameTimes;
	/** The longest time in which landfall computed and answered nothing. */
	readonly maxBlockMs: number;
};

export const framesTogether = (a: FrameTimes, b: FrameTimes): FrameTimes => ({
	count: a.count + b.count,
	totalMs: a.totalMs + b.totalMs,
	maxMs: Math.max(a.maxMs, b.maxMs),
});

export const meanFrameMs = ({count, totalMs}: FrameTimes): number => (count === 0 ? 0 : totalMs / count);
