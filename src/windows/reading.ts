import type {Clock} from '../clock.ts';
import {beatMs, maxSilenceMs} from './follower-side.ts';
import type {Claim} from './meeting-place.ts';
import type {ReaderSide} from './reader-side.ts';

/** The time during which this window is the reader. */
export type Reading = {
	readonly side: ReaderSide;
	/** Whether no other window has taken the name. */
	readonly isHeld: Claim['isHeld'];
	/** Whether it did not run for so long that another window may have replaced it. */
	readonly isLate: () => boolean;
	/** Gives a sign of life. Returns the pause until the next one. */
	readonly beat: () => {readonly wasLate: boolean; readonly pauseMs: number};
	readonly close: () => void;
};

/** How often a reader without followers looks whether it was replaced, once it has read for `newReaderMs`. Before that, others may replace the same reader. */
const soloBeatMs = 1000;
const newReaderMs = 5000;

export function createReading(
	{claim, side}: {readonly claim: Claim; readonly side: ReaderSide},
	clock: Clock,
): Reading {
	const since = clock.now();
	let heldAt = since;
	/** The pause after `heldAt` until the next sign of life. */
	let pauseMs = beatMs;

	const isLate = () => Math.abs(clock.now() - heldAt) >= pauseMs + maxSilenceMs - beatMs;

	return {
		side,
		isHeld: claim.isHeld,
		isLate,

		beat() {
			const wasLate = isLate();
			heldAt = clock.now();
			const isCalm = side.count() === 0 && heldAt - since > newReaderMs;
			pauseMs = isCalm ? soloBeatMs : beatMs;
			side.beat();
			return {wasLate, pauseMs};
		},

		close() {
			side.close();
			claim.release();
		},
	};
}
