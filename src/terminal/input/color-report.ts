import type {Rgb} from '../../color.ts';

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
