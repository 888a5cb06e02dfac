export type ColorSupport = {
	readonly hasColor: boolean;
	readonly isTrueColor: boolean;
	readonly hasLinks: boolean;
	readonly hasBackgroundQuery: boolean;
};

const linkPrograms = /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|zed|rio)$/;
const linkTerms = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour|rio)/;

/** In a multiplexer, the environment may describe a terminal that is no longer attached. */
const isInMultiplexer = ({TMUX, STY, ZELLIJ, TERM = ''}: NodeJS.ProcessEnv): boolean =>
	Boolean(TMUX || STY || ZELLIJ) || /^(?:screen|tmux)/.test(TERM);

/** The sequence documented for the terminal. A multiplexer passes on the bell only. */
export function notificationSequence(environment: NodeJS.ProcessEnv): 'OSC 9' | 'OSC 777' | undefined {
	const {TERM = '', TERM_PROGRAM = ''} = environment;
	if (isInMultiplexer(environment)) return undefined;
	if (/^(?:iTerm\.app|WezTerm|ghostty)$/.test(TERM_PROGRAM) || /^(?:xterm-kitty|xterm-ghostty|wezterm)/.test(TERM))
		return 'OSC 9';
	return /^(?:foot|contour)/.test(TERM) ? 'OSC 777' : undefined;
}

/** False in a multiplexer, which may print sequences that it does not know. FORCE_HYPERLINK overrides. */
function showsLinks(environment: NodeJS.ProcessEnv): boolean {
	const {FORCE_HYPERLINK, TERM = '', TERM_PROGRAM = '', VTE_VERSION, WT_SESSION} = environment;
	if (FORCE_HYPERLINK) return FORCE_HYPERLINK !== '0';
	if (isInMultiplexer(environment) || /^(?:dumb|linux)/.test(TERM)) return false;
	return Boolean(WT_SESSION) || Boolean(VTE_VERSION) || linkPrograms.test(TERM_PROGRAM) || linkTerms.test(TERM);
}

export function colorSupport(environment: NodeJS.ProcessEnv, choice: 'auto' | 'never' | 'always'): ColorSupport {
	const {TERM = '', COLORTERM = ''} = environment;
	const hasColor = choice === 'always' || (choice === 'auto' && TERM !== 'dumb');
	return {
		hasColor,
		hasLinks: hasColor && showsLinks(environment),
		isTrueColor: /^(?:truecolor|24bit)$/i.test(COLORTERM),
		// The Linux console would change its palette on this query.
		hasBackgroundQuery: hasColor && TERM !== 'dumb' && TERM !== 'linux',
	};
}

export function throughMultiplexer(sequence: string, {TMUX, STY}: NodeJS.ProcessEnv): string {
	if (TMUX) return `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
	return STY ? `\u001BP${sequence}\u001B\\` : sequence;
}

export const characterLocale = ({LC_ALL, LC_CTYPE, LANG}: NodeJS.ProcessEnv): string | undefined =>
	LC_ALL || LC_CTYPE || LANG;

/** True without a locale, as in most containers. Also true on Windows, where Node writes UTF-16 to the console. */
export function isUtf8Locale(environment: NodeJS.ProcessEnv, platform: string): boolean {
	const locale = characterLocale(environment);
	return !locale || platform === 'win32' || /utf-?8/i.test(locale);
}
