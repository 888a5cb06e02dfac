import type {Clock} from '../clock.ts';
import {beatMs, maxSilenceMs} from './follower-side.ts';
import type {Claim} from './meeting-place.ts';
import type {ReaderSide} from './reader-side.ts';

/** The time during which this window is the reader. */
export type Reading = {
	readonly side: ReaderSide;
	/** Whether it was not running for so long that another window may have replaced it. */
	readonly isLate: () => boolean;
	/** Gives the next sign of life soon: a follower has joined. */
	readonly beatSoon: () => void;
	readonly close: () => void;
};

type Options = {
	readonly claim: Claim;
	readonly side: ReaderSide;
	readonly clock: Clock;
	/** Another window has taken the name. */
	readonly onReplaced: () => void;
	/** A reader that was late has found that it was not replaced. */
	readonly onBack: () => void;
};

/** How often a reader without followers checks whether it was replaced, once it has read for `newReaderMs`. Before that, others may be replacing the same reader. */
const soloBeatMs = 1000;
const newReaderMs = 5000;

/** Gives signs of life for as long as no other window has taken the name. */
export function startReading({claim, side, clock, onReplaced, onBack}: Options): Reading {
	const since = clock.now();
	let heldAt = since;
	/** The pause after `heldAt` until the next sign of life. */
	let pauseMs = beatMs;
	let isOpen = true;
	let cancelTimer = () => {};

	const isLate = () => Math.abs(clock.now() - heldAt) >= pauseMs + maxSilenceMs - beatMs;

	function beatAfter(delayMs: number) {
		cancelTimer();
		cancelTimer = clock.after(delayMs, () => void beat());
	}

	async function beat() {
		const isHeld = await claim.isHeld();
		if (!isOpen) return;
		if (!isHeld) return onReplaced();
		const wasLate = isLate();
		heldAt = clock.now();
		pauseMs = side.count() === 0 && heldAt - since > newReaderMs ? soloBeatMs : beatMs;
		side.beat();
		beatAfter(pauseMs);
		if (wasLate) onBack();
	}

	void beat();
	return {
		side,
		isLate,
		beatSoon: () => beatAfter(beatMs),

		close() {
			isOpen = false;
			cancelTimer();
			side.close();
			claim.release();
		},
	};
}
