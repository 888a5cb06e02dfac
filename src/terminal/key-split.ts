import type {Rgb} from '../base/color.ts';

/** What a terminal says about its colours: its background, or that its colours changed (mode 2031). */
export type ColorReport = {readonly kind: 'background'; readonly color: Rgb} | {readonly kind: 'colors-changed'};

export type KeyToken =
	/** One key: a grapheme, a control character or a whole escape sequence. */
	| {readonly kind: 'key'; readonly text: string}
	| {readonly kind: 'escape'}
	/** A bracketed paste without its markers, already reduced to a single line. */
	| {readonly kind: 'paste'; readonly text: string}
	| {readonly kind: 'focus'; readonly isFocused: boolean}
	| ColorReport;

const pasteStart = '\u001B[200~';
const pasteEnd = '\u001B[201~';
const focusIn = '\u001B[I';
const focusOut = '\u001B[O';

/** A longer paste is truncated; a single-line field never needs this much. */
export const maxPasteLength = 1024 * 1024;

/** CSI (including the Linux console's `[[A` and rxvt's `[2$`), SS3, an OSC reply, or one escaped character. Except for the reply, the same grammar as Ink's. */
const sequence =
	/\u001B(?:\[(?:\[[0-?]*[ -/]*[@-~]|[235678]\$|[0-?]*[ -/]*[@-Z\\-~])|O[\d;]*[@-~]|\]\d[^\p{Cc}]*(?:\u0007|\u001B\\)|(?![[O]|\]\d|\u001B)[\s\S])/uy;
const partialSequence = /\u001B(?:\[\[?[0-?]*[ -/]*|O[\d;]*|\](?:\d[^\p{Cc}]*\u001B?)?)?/uy;
const partialReply = /^\u001B\]\d/;
const maxPartialLength = 64;
const plain = /[^\p{Cc}]+/uy;

const backgroundReply =
	/^\u001B\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?(?:\u0007|\u001B\\)$/i;

/** Scales a number of one to four hexadecimal digits to 0 to 255. */
const scaled = (digits: string): number => Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);

/** Whether an escape sequence is the reply to a question about the terminal rather than a key. */
const isTerminalReply = (sequence: string): boolean =>
	/^\u001B\]\d/.test(sequence) || /^\u001B\[\?997;\d+n$/.test(sequence);

/** Returns what a reply says about the terminal's colours. Undefined for any other reply. */
function colorReportOf(reply: string): ColorReport | undefined {
	if (reply.endsWith('n')) return {kind: 'colors-changed'};
	const [, red, green, blue] = backgroundReply.exec(reply) ?? [];
	if (red === undefined || green === undefined || blue === undefined) return undefined;
	return {kind: 'background', color: [scaled(red), scaled(green), scaled(blue)]};
}

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0];
};

/** Replaces line breaks with spaces, except at the end, and removes other control characters. */
const asOneLine = (text: string): string =>
	text
		.replace(/(?<![\r\n])[\r\n]+$/, '')
		.replace(/\r\n|[\r\n\t]/g, ' ')
		.replace(/\p{Cc}/gu, '');

/** Whether the text from `at` on may become a sequence with the next chunk. */
const isUnfinished = (text: string, at: number): boolean => {
	const {length} = match(partialSequence, text, at) ?? '';
	return at + length === text.length && length <= maxPartialLength;
};

function createGraphemeSplitter(): (run: string) => readonly string[] {
	let segmenter: Intl.Segmenter | undefined;
	return run => {
		if (/^[ -~]*$/.test(run)) return [...run];
		segmenter ??= new Intl.Segmenter(); // Slow to create, and rarely needed.
		return [...segmenter.segment(run)].map(({segment}) => segment);
	};
}

/** Whether a chunk that follows half a paste is more of it. A key that is pressed arrives as one character or one sequence. */
const isMorePaste = (chunk: string): boolean => {
	const end = chunk.indexOf(pasteEnd);
	const start = chunk.indexOf(pasteStart);
	return end === -1 ? /^[^\u001B]{2}/u.test(chunk) : end > 0 && (start === -1 || start > end);
};

/** Returns a splitter of terminal input into keys, pastes, and reports of focus and colours, independent of chunk boundaries. */
export function createKeySplitter() {
	let buffer = '';
	let paste: string | undefined;
	/** Whether a paste was taken as complete without its end marker, and nothing else has arrived since. A connection that stalls must not turn the rest into commands. */
	let isPasteCut = false;
	const graphemes = createGraphemeSplitter();

	const closePaste = (rest: string): KeyToken => {
		const text = ((paste ?? '') + rest).slice(0, maxPasteLength);
		paste = undefined;
		return {kind: 'paste', text: asOneLine(text)};
	};

	/** Consumes a paste up to its end marker, or up to where a partial one may begin. */
	const takePaste = (at: number, tokens: KeyToken[]): number => {
		const end = buffer.indexOf(pasteEnd, at);
		if (end !== -1) {
			tokens.push(closePaste(buffer.slice(at, end)));
			return end + pasteEnd.length;
		}

		const certain = Math.max(at, buffer.length - pasteEnd.length + 1);
		paste = ((paste ?? '') + buffer.slice(at, certain)).slice(0, maxPasteLength);
		return certain;
	};

	/** Consumes one sequence. An incomplete sequence is dropped, but a lone escape is the Escape key. A reply that landfall did not ask for is dropped, too: it is never a key. */
	const takeSequence = (at: number, tokens: KeyToken[]): number => {
		const found = match(sequence, buffer, at);
		if (found === undefined) {
			const partial = match(partialSequence, buffer, at) ?? '\u001B';
			if (partial === '\u001B') tokens.push({kind: 'escape'});
			return at + partial.length;
		}

		const report = isTerminalReply(found) ? colorReportOf(found) : undefined;
		if (found === pasteStart) paste = '';
		else if (found === focusIn || found === focusOut) tokens.push({kind: 'focus', isFocused: found === focusIn});
		else if (report) tokens.push(report);
		else if (found !== pasteEnd && !isTerminalReply(found)) tokens.push({kind: 'key', text: found});
		return at + found.length;
	};

	/** Consumes characters up to the next control character, or that one. */
	const takeText = (at: number, tokens: KeyToken[]): number => {
		const run = match(plain, buffer, at);
		const texts = run === undefined ? [buffer[at] ?? ''] : graphemes(run);
		for (const text of texts) tokens.push({kind: 'key', text});
		return at + (run?.length ?? 1);
	};

	const split = (isMoreToCome: boolean): readonly KeyToken[] => {
		const tokens: KeyToken[] = [];
		let at = 0;
		while (at < buffer.length) {
			if (paste !== undefined) {
				at = takePaste(at, tokens);
				if (paste !== undefined) break;
			} else if (buffer[at] === '\u001B') {
				if (isMoreToCome && isUnfinished(buffer, at)) break;
				at = takeSequence(at, tokens);
			} else {
				at = takeText(at, tokens);
			}
		}

		buffer = buffer.slice(at);
		return tokens;
	};

	return {
		/** Returns the tokens that a chunk completes. An incomplete rest is buffered. */
		push(chunk: string): readonly KeyToken[] {
			if (isPasteCut && isMorePaste(chunk)) paste = '';
			isPasteCut = false;
			buffer += chunk;
			return split(true);
		},

		pending() {
			if (paste !== undefined) return 'paste';
			if (partialReply.test(buffer)) return 'reply';
			return buffer === '' ? 'nothing' : 'sequence';
		},

		/** Returns what is buffered, treating it as complete. */
		flush(): readonly KeyToken[] {
			if (paste === undefined) return split(false);
			const token = closePaste(buffer);
			isPasteCut = true;
			buffer = '';
			return [token];
		},
	};
}
