import type {LocalTime} from '../../../clock.ts';
import type {RequestLog} from '../requests/request-log.ts';
import {type Figures, meanFrameMs} from './figures.ts';

const megabyte = 1_000_000;

/** The limits that landfall sets itself. */
export const limits = {
	/** A list of 250,000 projects takes 250 MB (`project-list.ts`) and the rest of landfall 100 MB. With a good deal of garbage on top, more is never needed. */
	maxResidentBytes: 500 * megabyte,
	/** The share of the memory that the process may use, in a container for example: beyond that, the system may end it. */
	maxAllowedShare: 0.5,
	/** A held key repeats 30 times a second. If frames take longer on average, the screen falls behind. */
	maxFrameMs: 33,
	/** A few slow frames are the first ones, before the code is compiled, or another program's fault. */
	minFrames: 10,
	/** A key that has no effect for this long seems lost, and other windows wait 1.2 seconds for a sign of life. */
	maxBlockMs: 500,
	/** If most requests fail, what is shown is older than it should be. */
	maxFailedShare: 0.5,
	/** Fewer are no reason to speak of a rate: the header already names a failing read. */
	minRequests: 20,
} as const;

/** How far back requests count. */
const requestSpanMs = 5 * 60_000;

export type LimitName = 'memory' | 'frames' | 'event loop' | 'requests';

export const maxBytesOf = ({allowedBytes = Number.POSITIVE_INFINITY}: Figures): number =>
	Math.min(limits.maxResidentBytes, allowedBytes * limits.maxAllowedShare);

export type RequestOutcomes = {readonly count: number; readonly failed: number};

/** Counts the requests of the last minutes, without those that were aborted because nobody waited for them any more. */
export function outcomesOf({latest}: RequestLog, now: LocalTime): RequestOutcomes {
	const recent = latest.filter(({outcome, startedAt}) => outcome !== 'aborted' && now - startedAt < requestSpanMs);
	return {count: recent.length, failed: recent.filter(({fault}) => fault !== undefined).length};
}

/** Returns which limits are exceeded. */
export function exceededLimits(figures: Figures, requests: RequestOutcomes): readonly LimitName[] {
	const {residentBytes, frames, maxBlockMs} = figures;
	const {maxFrameMs, minFrames, minRequests, maxFailedShare} = limits;
	const isExceeded: Readonly<Record<LimitName, boolean>> = {
		memory: residentBytes > maxBytesOf(figures),
		frames: frames.count >= minFrames && meanFrameMs(frames) > maxFrameMs,
		'event loop': maxBlockMs > limits.maxBlockMs,
		requests: requests.count >= minRequests && requests.failed > requests.count * maxFailedShare,
	};
	const names: readonly LimitName[] = ['memory', 'frames', 'event loop', 'requests'];
	return names.filter(name => isExceeded[name]);
}
