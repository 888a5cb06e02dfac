import type {Clock} from '../base/clock.ts';

const restDelayMs = 1000;

/** Files that a command needs to explain how it ended. None of them saves settings: conf ends the process at a signal, before the command has printed its results or reconciled its write. */
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

/** Loads every file that this process may need later, so that landfall can be deleted or replaced while it runs. */
export function loadRest({after}: Pick<Clock, 'after'>, of: 'commands' | 'screens'): void {
	after(restDelayMs, () => {
		// A file that is already missing is reported when it is needed.
		void Promise.allSettled(of === 'commands' ? restOfCommands() : restOfScreens());
	});
}
