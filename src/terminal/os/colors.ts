export type ColorSupport = {
	readonly hasColor: boolean;
	/** Whether the terminal has 24-bit colours. Otherwise it is assumed to have 256. */
	readonly isTrueColor: boolean;
	/** Whether the terminal shows OSC 8 links. */
	readonly hasLinks: boolean;
	/** Whether the terminal can be asked for its background. */
	readonly hasBackgroundQuery: boolean;
};

/** The terminals that show links, as they name themselves in TERM_PROGRAM and in TERM. */
const linkPrograms = /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|zed|rio)$/;
const linkTerms = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour|rio)/;

/** The first version of VTE that shows links; the one before it crashes. */
const minVteVersion = 5001;

/** Whether a terminal is known to show links. A multiplexer may print what it does not understand, so there are none inside of it. FORCE_HYPERLINK decides otherwise. */
function showsLinks(environment: Readonly<Record<string, string | undefined>>): boolean {
	const {FORCE_HYPERLINK, TMUX, STY, ZELLIJ, TERM = '', TERM_PROGRAM = '', VTE_VERSION, WT_SESSION} = environment;
	if (FORCE_HYPERLINK) return FORCE_HYPERLINK !== '0';
	if (TMUX || STY || ZELLIJ || /^(?:dumb|linux|screen|tmux)/.test(TERM)) return false;
	return (
		Boolean(WT_SESSION) ||
		Number(VTE_VERSION) >= minVteVersion ||
		linkPrograms.test(TERM_PROGRAM) ||
		linkTerms.test(TERM)
	);
}

/** Returns what the terminal can show according to its environment. `choice` is the user's. */
export function colorSupport(
	environment: Readonly<Record<string, string | undefined>>,
	choice: 'auto' | 'never' | 'always',
): ColorSupport {
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
