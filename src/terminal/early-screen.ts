import {endingSignals, enterScreen, leaveScreen, prepareScreen} from './screen-modes.ts';

const firstWord = '\u001B[H \u001B[1mlandfall\u001B[m';

/** Whether this is a background process, which must not use the terminal. Only Linux reports this without changing the terminal's settings. */
function isInBackground({readFileSync}: typeof import('node:fs')): boolean {
	try {
		const stat = readFileSync('/proc/self/stat', 'latin1');
		// Skips the program's name, which may contain any characters.
		const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return Number(foreground) > 0 && group !== foreground;
	} catch {
		return false;
	}
}

/** Takes over the terminal and shows a first frame before anything else is loaded; restores it if the process ends before `release`. Returns undefined without a terminal, or in a background process. Writes to the file descriptor, because the process's streams are slow to create. */
export function openEarlyScreen(platform: string) {
	// On Windows, only the process's streams make the console understand escape sequences.
	if (platform === 'win32') return undefined;
	const {isatty} = process.getBuiltinModule('node:tty');
	if (!isatty(0) || !isatty(1)) return undefined;

	const fs = process.getBuiltinModule('node:fs');
	if (isInBackground(fs)) return undefined;

	const write = (text: string) => {
		try {
			fs.writeSync(1, text);
		} catch {
			// The screens will report the error if it persists.
		}
	};

	let isOpen = true;
	const release = (): void => {
		isOpen = false;
		for (const signal of Object.keys(endingSignals)) process.off(signal, onSignal);
		process.off('exit', close);
		process.off('uncaughtExceptionMonitor', close);
	};
	const close = (): void => {
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
	write(prepareScreen + enterScreen + firstWord);
	return {
		release,
		close,
	};
}

export type EarlyScreen = NonNullable<ReturnType<typeof openEarlyScreen>>;
