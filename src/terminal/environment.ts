export type ColorSupport = {
	readonly hasColor: boolean;
	/** Whether the terminal has 24-bit colours. Otherwise it is assumed to have 256. */
	readonly isTrueColor: boolean;
	readonly hasLinks: boolean;
	readonly hasBackgroundQuery: boolean;
};

/** The terminals that show links, as they name themselves in TERM_PROGRAM and in TERM. */
const linkPrograms = /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|zed|rio)$/;
const linkTerms = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour|rio)/;

/** The first version of VTE that shows links; the one before it crashes. */
const minVteVersion = 5001;

/** Whether landfall runs in a multiplexer, so that the environment may describe a terminal that is not there any more. */
const isInMultiplexer = ({TMUX, STY, ZELLIJ, TERM = ''}: NodeJS.ProcessEnv): boolean =>
	Boolean(TMUX || STY || ZELLIJ) || /^(?:screen|tmux)/.test(TERM);

/** Returns the sequence with which a terminal is known to show notifications, according to its documentation. Undefined if there is none: a multiplexer passes only the bell on. */
export function notificationSequence(environment: NodeJS.ProcessEnv): 'OSC 9' | 'OSC 777' | undefined {
	const {TERM = '', TERM_PROGRAM = ''} = environment;
	if (isInMultiplexer(environment)) return undefined;
	if (/^(?:iTerm\.app|WezTerm|ghostty)$/.test(TERM_PROGRAM) || /^(?:xterm-kitty|xterm-ghostty|wezterm)/.test(TERM))
		return 'OSC 9';
	return /^(?:foot|contour)/.test(TERM) ? 'OSC 777' : undefined;
}

/** Whether a terminal is known to show links. A multiplexer may print what it does not understand, so there are none inside of it. FORCE_HYPERLINK decides otherwise. */
function showsLinks(environment: NodeJS.ProcessEnv): boolean {
	const {FORCE_HYPERLINK, TERM = '', TERM_PROGRAM = '', VTE_VERSION, WT_SESSION} = environment;
	if (FORCE_HYPERLINK) return FORCE_HYPERLINK !== '0';
	if (isInMultiplexer(environment) || /^(?:dumb|linux)/.test(TERM)) return false;
	return (
		Boolean(WT_SESSION) ||
		Number(VTE_VERSION) >= minVteVersion ||
		linkPrograms.test(TERM_PROGRAM) ||
		linkTerms.test(TERM)
	);
}

/** What the terminal can show according to its environment. `choice` is the user's. */
export function colorSupport(environment: NodeJS.ProcessEnv, choice: 'auto' | 'never' | 'always'): ColorSupport {
	const {TERM = '', COLORTERM = ''} = environment;
	const hasColor = choice === 'always' || (choice === 'auto' && TERM !== 'dumb');
	return {
		hasColor,
		hasLinks: hasColor && showsLinks(environment),
		isTrueColor: /^(?:truecolor|24bit)$/i.test(COLORTERM),
		// The Linux console would take the query for a change of its palette.
		hasBackgroundQuery: hasColor && TERM !== 'dumb' && TERM !== 'linux',
	};
}

/** Wraps a sequence so that tmux or screen, if landfall runs inside one, passes it to the outer terminal. */
export function throughMultiplexer(sequence: string, {TMUX, STY}: NodeJS.ProcessEnv): string {
	if (TMUX) return `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
	return STY ? `\u001BP${sequence}\u001B\\` : sequence;
}

/** Returns the locale that decides about characters. Empty or undefined if none is set. */
export const characterLocale = ({LC_ALL, LC_CTYPE, LANG}: NodeJS.ProcessEnv): string | undefined =>
	LC_ALL || LC_CTYPE || LANG;

/** Whether the terminal shows UTF-8 by its locale. If none is set, as in most containers, it does. Windows has no such locale: there Node writes UTF-16 to the console. */
export function isUtf8Locale(environment: NodeJS.ProcessEnv, platform: string): boolean {
	const locale = characterLocale(environment);
	return !locale || platform === 'win32' || /utf-?8/i.test(locale);
}
