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

/** Terminals that support synchronized updates show what is between these in one step. */
export const beginUpdate = on('synchronizedUpdate');
export const endUpdate = off('synchronizedUpdate');

export const enterAlternateScreen = on('alternateScreen');
export const leaveAlternateScreen = off('alternateScreen');

export const bracketedPaste = {on: on('bracketedPaste'), off: off('bracketedPaste')} as const;

/** Saves whether the wheel sends arrow keys. Many terminals begin with that, and `less` relies on it, so it is restored and not turned off. Then resets what shows text (DECSTR), on the screen of the shell, too. */
export const modesBeforeEntering = `\u001B[?${modes.alternateScroll}s\u001B[!p`;

/** Ends what another program may have left on. First what shows text in other places or as other signs, as not every terminal knows DECSTR: origin mode and margins at the sides, insert mode, a scroll region, character sets. Then mouse and size reports, the modes of the cursor keys and the keypad, modifyOtherKeys, kitty's keyboard protocol. Old terminals print parts of the last two, so a frame or a cleared screen must cover that. The end resets a style. */
const resetModes =
	'\u001B[?6;69l\u001B[4l\u001B[r\u001B(B\u000F' +
	'\u001B[?9;1000;1002;1003;1005;1006;1015;1016;1;2048l\u001B>\u001B[>4m\u001B[=0u\u001B[m';

/** Takes over the terminal. The wheel sends arrow keys, so the mouse is not captured and still selects text. Autowrap is off: a line that the terminal measures wider than landfall does must not push the others down. */
export const modesAfterEntering =
	resetModes +
	hideCursor +
	off('autowrap') +
	bracketedPaste.on +
	on('focusReports') +
	on('colorReports') +
	on('alternateScroll');

/** Restores the terminal, even in the middle of a frame. The screen is cleared first: tmux otherwise leaves lines of it in the shell if the window has grown. */
export const modesBeforeLeaving =
	`${endUpdate}${resetModes}\u001B[2J` +
	`\u001B[?${modes.alternateScroll}r` +
	off('colorReports') +
	off('focusReports') +
	bracketedPaste.off +
	on('autowrap') +
	showCursor;

/** The signals that end landfall, each with its conventional exit code (128 plus the signal number). Others cannot be caught or have another meaning. SIGUSR1 would otherwise start a debugger for a process that holds an API key, and print to the screen. */
export const endingSignals = {
	SIGHUP: 129,
	SIGINT: 130,
	SIGQUIT: 131,
	SIGABRT: 134,
	SIGUSR1: 138,
	SIGUSR2: 140,
	SIGALRM: 142,
	SIGTERM: 143,
	// Ctrl+Break on Windows, which has no other of these signals but SIGINT and, for a closed window, SIGHUP.
	SIGBREAK: 149,
	SIGXCPU: 152,
} as const;

/** Calls `end` with the exit code once a signal asks a command to end. */
export function onEndingSignal(process: NodeJS.Process, end: (exitCode: number) => void): void {
	const {isatty} = process.getBuiltinModule('node:tty');
	const isOnTerminal = [0, 1, 2].some(descriptor => isatty(descriptor));
	for (const [signal, code] of Object.entries(endingSignals)) {
		// `nohup` ignores SIGHUP, which Node undoes before it runs any code. But nohup leaves no terminal to its command either.
		if (signal === 'SIGHUP' && !isOnTerminal) process.on(signal, () => {});
		else process.once(signal, () => end(code));
	}
}
