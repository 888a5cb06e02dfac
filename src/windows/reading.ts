import type {Clock, LocalTime} from '../clock.ts';
import {beatMs} from './follower-side.ts';
import type {Claim} from './meeting-place.ts';
import type {ReaderSide} from './reader-side.ts';

/** The time during which this window is the reader. */
export type Reading = {
	readonly side: ReaderSide;
	/** Whether no other window has replaced this one. Certain, even if this window was not running for a while. */
	readonly isHeld: () => boolean;
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
};

/** How often a reader without followers checks whether it was replaced, once it has read for `newReaderMs`. Before that, others may be replacing the same reader. Rarely, because it checks before each read anyway. */
const soloBeatMs = 5000;
const newReaderMs = 5000;

/** How long a check is valid. Other windows wait for longer before they replace a reader. */
const maxCheckAgeMs = 500;

/** Gives signs of life for as long as no other window has taken the name. */
export function startReading({claim, side, clock, onReplaced}: Options): Reading {
	const since = clock.now();
	let heldAt = since;
	let cancelTimer = () => {};

	/** Checks whether this window still holds the claim, and remembers when it last did. */
	function hasClaim(now: LocalTime): boolean {
		const isHeld = claim.isHeld();
		if (isHeld) heldAt = now;
		return isHeld;
	}

	function beatAfter(delayMs: number) {
		cancelTimer();
		cancelTimer = clock.after(delayMs, beat);
	}

	function beat() {
		const now = clock.now();
		if (!hasClaim(now)) return onReplaced();
		side.beat();
		beatAfter(side.count() === 0 && now - since > newReaderMs ? soloBeatMs : beatMs);
	}

	beatAfter(0);
	return {
		side,
		beatSoon: () => beatAfter(beatMs),

		isHeld() {
			const now = clock.now();
			if (Math.abs(now - heldAt) < maxCheckAgeMs || hasClaim(now)) return true;
			beatAfter(0);
			return false;
		},

		close() {
			cancelTimer();
			side.close();
			claim.release();
		},
	};
}
