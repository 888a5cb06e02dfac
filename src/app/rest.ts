import type {Clock} from '../base/clock.ts';

/** By then, the first rows are on the screen and short commands have ended. */
const restDelayMs = 1000;

/** Loads every file that this process may still need, so that it does not matter if landfall is deleted or replaced meanwhile. What a start needs is loaded before. */
export function loadRest({after}: Pick<Clock, 'after'>): void {
	after(restDelayMs, () => {
		const loading = [
			import('./report-bug.ts'),
			import('../api/in-process.ts'),
			import('../commands/context.ts'),
			import('../journal/journal.ts'),
			import('../sandbox/sandbox.ts'),
			import('../settings/lock.ts'),
			import('../terminal/programs.ts'),
			import('conf'),
		];
		// What is missing already is reported when it is needed.
		void Promise.allSettled(loading);
	});
}
