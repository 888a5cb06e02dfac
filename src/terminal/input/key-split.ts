import {type ColorReport, colorReportOf, isTerminalReply} from '../os/colors.ts';

/** One item of terminal input. */
export type KeyToken =
	/** One key: a grapheme, a control character or a whole escape sequence. */
	| {readonly kind: 'key'; readonly text: string}
	| {readonly kind: 'escape'}
	/** A bracketed paste without its markers, already reduced to a single line. */
	| {readonly kind: 'paste'; readonly text: string}
	| {readonly kind: 'focus'; readonly isFocused: boolean}
	| ColorReport;

export type KeySplitter = {
	/** Returns the tokens that a chunk completes. An incomplete rest is buffered. */
	readonly push: (chunk: string) => readonly KeyToken[];
	/** What is buffered, if anything. */
	readonly pending: () => 'nothing' | 'sequence' | 'reply' | 'paste';
	/** Returns what is buffered, treating it as complete. */
	readonly flush: () => readonly KeyToken[];
};

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

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0];
};

/** Replaces line breaks with spaces, except at the end, and removes other control characters. */
const asOneLine = (text: string): string =>
	text
		.replace(/[\r\n]+$/, '')
		.replace(/\r\n|[\r\n\t]/g, ' ')
		.replace(/\p{Cc}/gu, '');

/** Returns what a reply says. Nothing if landfall did not ask for it: a reply is never a key. */
const takeReply = (reply: string): readonly KeyToken[] => {
	const report = colorReportOf(reply);
	return report ? [report] : [];
};

/** Whether the text from `at` on may become a sequence with the next chunk. */
const isUnfinished = (text: string, at: number): boolean => {
	const {length} = match(partialSequence, text, at) ?? '';
	return at + length === text.length && length <= maxPartialLength;
};

/** Returns a function that splits text into graphemes. */
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

/** Collects a paste that may arrive in several chunks. */
function createPaste() {
	let isOpen = false;
	let collected = '';

	const add = (text: string) => {
		collected += text.slice(0, maxPasteLength - collected.length);
	};

	const close = (rest: string): KeyToken => {
		add(rest);
		const token: KeyToken = {kind: 'paste', text: asOneLine(collected)};
		isOpen = false;
		collected = '';
		return token;
	};

	return {
		isOpen: () => isOpen,
		close,

		open() {
			isOpen = true;
		},

		/** Consumes the text from `at` on up to the end marker, or up to where a partial end marker may begin. Returns where it stopped. */
		take(text: string, at: number, tokens: KeyToken[]): number {
			const end = text.indexOf(pasteEnd, at);
			if (end === -1) {
				const certain = Math.max(at, text.length - pasteEnd.length + 1);
				add(text.slice(at, certain));
				return certain;
			}

			tokens.push(close(text.slice(at, end)));
			return end + pasteEnd.length;
		},
	};
}

/** Returns a splitter of terminal input into keys, pastes, and reports of focus and colours, independent of chunk boundaries. */
export function createKeySplitter(): KeySplitter {
	let buffer = '';
	/** Whether a paste was taken as complete without its end marker, and nothing else has arrived since. A connection that stalls must not turn the rest into commands. */
	let isPasteCut = false;
	const paste = createPaste();
	const graphemes = createGraphemeSplitter();

	/** Consumes one sequence. An incomplete sequence is dropped, but a lone escape is the Escape key. */
	const takeSequence = (at: number, tokens: KeyToken[]): number => {
		const found = match(sequence, buffer, at) ?? '';
		if (found === pasteStart) paste.open();
		else if (found === focusIn || found === focusOut) tokens.push({kind: 'focus', isFocused: found === focusIn});
		else if (isTerminalReply(found)) tokens.push(...takeReply(found));
		else if (found !== '' && found !== pasteEnd) tokens.push({kind: 'key', text: found});
		if (found !== '') return at + found.length;

		const partial = match(partialSequence, buffer, at) ?? '\u001B';
		if (partial === '\u001B') tokens.push({kind: 'escape'});
		return at + partial.length;
	};

	const split = (isMoreToCome: boolean): readonly KeyToken[] => {
		const tokens: KeyToken[] = [];
		let at = 0;
		while (at < buffer.length) {
			if (paste.isOpen()) {
				at = paste.take(buffer, at, tokens);
				if (paste.isOpen()) break;
			} else if (buffer[at] === '\u001B') {
				if (isMoreToCome && isUnfinished(buffer, at)) break;
				at = takeSequence(at, tokens);
			} else {
				const run = match(plain, buffer, at);
				if (run) tokens.push(...graphemes(run).map(text => ({kind: 'key', text}) as const));
				else tokens.push({kind: 'key', text: buffer[at] ?? ''});
				at += run?.length ?? 1;
			}
		}

		buffer = buffer.slice(at);
		return tokens;
	};

	return {
		push(chunk) {
			if (isPasteCut && isMorePaste(chunk)) paste.open();
			isPasteCut = false;
			buffer += chunk;
			return split(true);
		},

		pending() {
			if (paste.isOpen()) return 'paste';
			if (partialReply.test(buffer)) return 'reply';
			return buffer === '' ? 'nothing' : 'sequence';
		},

		flush() {
			if (!paste.isOpen()) return split(false);
			const token = paste.close(buffer);
			isPasteCut = true;
			buffer = '';
			return [token];
		},
	};
}
