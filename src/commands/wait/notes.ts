import type {Clock} from '../../clock.ts';
import {duration, wholeDuration} from '../../duration.ts';
import {plain, type SafeText, withPeriod} from '../../text.ts';
import type {CommandContext} from '../headless/context.ts';
import type {Trouble} from './project-wait.ts';

/** CI systems take a job for hung if its log is silent for longer. */
const maxSilenceMs = 60_000;

/** Shorter trouble is not worth a line: where a list fails, its deployments are read one by one. */
const minTroubleMs = 6000;

/** What is said besides the results where there is no progress line, such as in a log. */
export type Notes = {
	/** Call it when something was printed: a reader of the log then knows that landfall is alive. */
	readonly printed: () => void;
	/** Says what is due. `still` returns a sentence about the progress. */
	readonly tick: (trouble: Pick<Trouble, 'error' | 'since'> | undefined, still: () => SafeText | undefined) => void;
};

/** `giveUpAfterMs` is how long the command tolerates trouble. Undefined: forever. */
export function createNotes(
	{clock, output}: Pick<CommandContext, 'output'> & {readonly clock: Pick<Clock, 'now' | 'elapsed'>},
	giveUpAfterMs: number | undefined,
): Notes {
	let saidAt = clock.elapsed();
	/** The trouble that the last note about trouble reported. Undefined once it is over. */
	let reported: Pick<Trouble, 'since'> | undefined;
	const say = (sentence: SafeText) => {
		saidAt = clock.elapsed();
		output.note(sentence);
	};

	return {
		printed() {
			saidAt = clock.elapsed();
		},

		tick(trouble, still) {
			const now = clock.now();
			if (reported && !trouble) {
				say(plain`Reading again after ${duration(now - reported.since)}.`);
				reported = undefined;
			}

			if (!reported && trouble && now - trouble.since >= minTroubleMs) {
				reported = trouble;
				const until = giveUpAfterMs === undefined ? plain`` : plain` for up to ${wholeDuration(giveUpAfterMs)}`;
				say(plain`${withPeriod(trouble.error.message)} Trying again${until}.`);
			}

			if (clock.elapsed() - saidAt < maxSilenceMs) return;
			const sentence = still();
			if (sentence) say(sentence);
		},
	};
}
