const modes = {
	alternateScreen: 1049,
	visibleCursor: 25,
	autowrap: 7,
	bracketedPaste: 2004,
	focusReports: 1004,
	synchronizedUpdate: 2026,
	colorReports: 2031,
	alternateScroll: 1007,
} as const;

const on = (mode: keyof typeof modes) => `\u001B[?${modes[mode]}h`;
const off = (mode: keyof typeof modes) => `\u001B[?${modes[mode]}l`;

export const showCursor = on('visibleCursor');
export const hideCursor = off('visibleCursor');

export const beginUpdate = on('synchronizedUpdate');
export const endUpdate = off('synchronizedUpdate');

export const enterAlternateScreen = on('alternateScreen');
export const leaveAlternateScreen = off('alternateScreen');

export const bracketedPaste = {on: on('bracketedPaste'), off: off('bracketedPaste')} as const;

/** Saves whether the wheel sends arrow keys. `less` relies on that, so it is restored later instead of turned off. Then resets how text is shown (DECSTR), even on the shell's screen. */
export const modesBeforeEntering = `\u001B[?${modes.alternateScroll}s\u001B[!p`;

/** Ends modes that another program may have left on. The first ones repeat DECSTR, which some terminals lack: origin mode and side margins, insert mode, scroll region, character sets. The others are mouse and size reports, cursor key and keypad modes, modifyOtherKeys, kitty's keyboard protocol, and styles. Old terminals print parts of the two keyboard protocols, so a frame or a cleared screen must follow. */
const resetModes =
	'\u001B[?6;69l\u001B[4l\u001B[r\u001B(B\u000F' +
	'\u001B[?9;1000;1002;1003;1005;1006;1015;1016;1;2048l\u001B>\u001B[>4m\u001B[=0u\u001B[m';

/** The wheel sends arrow keys, so the mouse still selects text. Autowrap is off: a line that the terminal measures wider must not push the others down. */
export const modesAfterEntering =
	resetModes +
	hideCursor +
	off('autowrap') +
	bracketedPaste.on +
	on('focusReports') +
	on('colorReports') +
	on('alternateScroll');

/** Also works in the middle of a frame. Clears the screen first, because otherwise tmux leaves lines of it in the shell after the window has grown. */
export const modesBeforeLeaving =
	`${endUpdate}${resetModes}\u001B[2J` +
	`\u001B[?${modes.alternateScroll}r` +
	off('colorReports') +
	off('focusReports') +
	bracketedPaste.off +
	on('autowrap') +
	showCursor;

/** Conventional exit codes: 128 plus the signal number. By default, SIGUSR1 would start a debugger for a process that holds an API key, and print to the screen. */
export const endingSignals = {
	SIGHUP: 129,
	SIGINT: 130,
	SIGQUIT: 131,
	SIGABRT: 134,
	SIGUSR1: 138,
	SIGUSR2: 140,
	SIGALRM: 142,
	SIGTERM: 143,
	// Ctrl+Break on Windows. Windows has no other signals but SIGINT and, for a closed window, SIGHUP.
	SIGBREAK: 149,
	SIGXCPU: 152,
} as const;

export function onEndingSignal(process: NodeJS.Process, end: (exitCode: number) => void): void {
	const {isatty} = process.getBuiltinModule('node:tty');
	const isOnTerminal = [0, 1, 2].some(descriptor => isatty(descriptor));
	for (const [signal, code] of Object.entries(endingSignals)) {
		// `nohup` ignores SIGHUP, and Node undoes that. A command under nohup has no terminal.
		if (signal === 'SIGHUP' && !isOnTerminal) process.on(signal, () => {});
		else process.once(signal, () => end(code));
	}
}
