import type {Clock} from '../base/clock.ts';

/** By then, the first rows are on the screen and short commands have ended. */
const restDelayMs = 1000;

/** What explains how a command ended. It saves no settings: conf would end the process at a signal, before the command has printed what it read or found out what became of its write. */
const restOfCommands = () => [
	import('./report-bug.ts'),
	import('../commands/context.ts'),
	import('../journal/journal.ts'),
];

const restOfScreens = () => [
	...restOfCommands(),
	import('../api/in-process.ts'),
	import('../sandbox/sandbox.ts'),
	import('../settings/lock.ts'),
	import('../terminal/programs.ts'),
	import('conf'),
];

/** Loads every file that this process may still need, so that it does not matter if landfall is deleted or replaced meanwhile. What a start needs is loaded before. */
export function loadRest({after}: Pick<Clock, 'after'>, of: 'commands' | 'screens'): void {
	after(restDelayMs, () => {
		// What is missing already is reported when it is needed.
		void Promise.allSettled(of === 'commands' ? restOfCommands() : restOfScreens());
	});
}
