import type {Rgb} from '../base/color.ts';

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

/** Asks the terminal for its background colour (OSC 11). Terminals that do not know the question ignore it. */
export const backgroundQuery = '\u001B]11;?\u001B\\';

/** What a terminal says about its colours: its background, or that its colours changed (mode 2031). */
export type ColorReport = {readonly kind: 'background'; readonly color: Rgb} | {readonly kind: 'colors-changed'};

const backgroundReply =
	/^\u001B\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?(?:\u0007|\u001B\\)$/i;

/** Scales a number of one to four hexadecimal digits to 0 to 255. */
const scaled = (digits: string): number => Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);

/** Whether an escape sequence is the reply to a question about the terminal rather than a key. */
export const isTerminalReply = (sequence: string): boolean =>
	/^\u001B\]\d/.test(sequence) || /^\u001B\[\?997;\d+n$/.test(sequence);

/** Returns what a reply says about the terminal's colours. Undefined for any other reply. */
export function colorReportOf(reply: string): ColorReport | undefined {
	if (reply.endsWith('n')) return {kind: 'colors-changed'};
	const [, red, green, blue] = backgroundReply.exec(reply) ?? [];
	if (red === undefined || green === undefined || blue === undefined) return undefined;
	return {kind: 'background', color: [scaled(red), scaled(green), scaled(blue)]};
}
