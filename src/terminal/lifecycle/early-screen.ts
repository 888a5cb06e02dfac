import {enterScreen, leaveScreen} from './screen-modes.ts';
import {endingSignals} from './signals.ts';

/** A terminal that was taken before the screens could be drawn. */
export type EarlyScreen = {
	/** Somebody else sees to the terminal from now on. */
	readonly release: () => void;
	/** Gives the terminal back. */
	readonly close: () => void;
};

/** Where the header begins, in the look that it will have. */
const firstFrame = '\u001B[H \u001B[1mlandfall\u001B[m';

/** Whether the shell has told this process not to use its terminal. Only Linux says so without being asked for a change of the line settings. */
function isInBackground({readFileSync}: typeof import('node:fs')): boolean {
	try {
		const stat = readFileSync('/proc/self/stat', 'latin1');
		// What stands before it is the name of the program, which may hold anything.
		const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return Number(foreground) > 0 && group !== foreground;
	} catch {
		return false;
	}
}

/**
Takes the terminal and shows a first frame at once, before anything else is loaded; gives it back if the process ends before somebody else sees to that. Undefined where there is no terminal, or where it is not ours to take now.

It writes past the streams of the process, which take a while to be made.
*/
export function openEarlyScreen(process: NodeJS.Process): EarlyScreen | undefined {
	const {isatty} = process.getBuiltinModule('node:tty');
	if (!isatty(0) || !isatty(1)) return undefined;

	const fs = process.getBuiltinModule('node:fs');
	if (isInBackground(fs)) return undefined;

	const write = (text: string) => {
		try {
			fs.writeSync(1, text);
		} catch {
			// A terminal that takes nothing now: the screens will find out what is the matter.
		}
	};

	let isOpen = true;
	const release = () => {
		isOpen = false;
		for (const signal of Object.keys(endingSignals)) process.off(signal, onSignal);
		process.off('exit', close);
		process.off('uncaughtExceptionMonitor', close);
	};
	const close = () => {
		if (isOpen) write(leaveScreen);
		release();
	};
	const onSignal = (signal: NodeJS.Signals) => {
		close();
		process.exit(endingSignals[signal as keyof typeof endingSignals]);
	};

	for (const signal of Object.keys(endingSignals)) process.on(signal, onSignal);
	process.on('exit', close);
	process.on('uncaughtExceptionMonitor', close);
	write(enterScreen + firstFrame);
	return {release, close};
}
