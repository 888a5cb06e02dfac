import type {Rgb} from '../base/color.ts';
import {isExact} from '../base/utf8.ts';
import {keyName, plainForm} from './key-names.ts';

/** What a terminal says about its colours: its background, or that its colours changed (mode 2031). */
export type ColorReport = {readonly kind: 'background'; readonly color: Rgb} | {readonly kind: 'colors-changed'};

export type KeyToken =
	/** One key: a grapheme, a control character or the sequence of a key that has a name. A run of text that holds bytes which are not UTF-8 (U+FFFD) stays in one piece. */
	| {readonly kind: 'key'; readonly text: string}
	/** A bracketed paste without its markers, already reduced to a single line. */
	| {readonly kind: 'paste'; readonly text: string}
	| {readonly kind: 'focus'; readonly isFocused: boolean}
	| ColorReport;

const esc = '\u001B';
const pasteStart = '\u001B[200~';

/** A longer paste is truncated; a single-line field never needs this much. */
export const maxPasteLength = 1024 * 1024;

/** No report that counts is longer. More of an unfinished sequence is not kept. */
const maxHeldLength = 64;

/**
The sequences of ECMA-48 in their 7-bit and 8-bit forms, and those that terminals have added. An expression matches as much of a sequence as there is, and its group matches the end.

A control string ends with ST, is aborted by CAN and SUB, and a new sequence ends it too.
*/
const inputSequences: readonly RegExp[] = [
	// A mouse report of X10: three characters follow.
	/(?:\u001B\[|\u009B)M[^\0-\u001F]{0,2}([^\0-\u001F])?/uy,
	// CSI, with the keys of rxvt (`[2$`) and of the Linux console (`[[A`).
	/(?:\u001B\[|\u009B)(?:[235678](?=\$)|\[?[0-?]*[ -/]*)([$@-~])?/y,
	// SS3.
	/(?:\u001BO|\u008F)[\d;]*([@-~])?/y,
	// OSC, which a bell ends, too.
	/(?:\u001B\]|\u009D)[^\u0007\u0018\u001A\u001B\u009C]*(?:([\u0007\u0018\u001A\u009C]|\u001B\\|(?=\u001B[^\\]))|\u001B$)?/y,
	// DCS, SOS, PM and APC.
	/(?:\u001B[PX^_]|[\u0090\u0098\u009E\u009F])[^\u0018\u001A\u001B\u009C]*(?:([\u0018\u001A\u009C]|\u001B\\|(?=\u001B[^\\]))|\u001B$)?/y,
	// A key with alt.
	/\u001B([^\u001B\u0080-\u009F])?/uy,
	// No sequence: text, or one control character.
	/(?:[^\p{Cc}]+|\p{Cc})()/uy,
];
const controlString = /^(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])/;

const backgroundReply =
	/^\u001B\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?(?:\u0007|\u009C|\u001B\\)$/i;

/** Scales a number of one to four hexadecimal digits to 0 to 255. */
const scaled = (digits: string): number => Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);

function matchAt(text: string, at: number): readonly (string | undefined)[] {
	for (const sequence of inputSequences) {
		sequence.lastIndex = at;
		const match = sequence.exec(text);
		if (match) return match;
	}

	return [];
}

/** Returns what a sequence means: nothing if it is no key, such as a reply to another program. */
function tokensOf(sequence: string): readonly KeyToken[] {
	if (/^\u001B\[[IO]$/.test(sequence)) return [{kind: 'focus', isFocused: sequence.endsWith('I')}];
	if (/^\u001B\[\?997;\d+n$/.test(sequence)) return [{kind: 'colors-changed'}];
	const [, red, green, blue] = backgroundReply.exec(sequence) ?? [];
	if (red !== undefined && green !== undefined && blue !== undefined)
		return [{kind: 'background', color: [scaled(red), scaled(green), scaled(blue)]}];
	const text = controlString.test(sequence) ? undefined : plainForm(sequence);
	return text === undefined || keyName(text) === undefined ? [] : [{kind: 'key', text}];
}

/** Replaces line breaks with spaces, except at the end, and removes other control characters. */
const asOneLine = (text: string): string =>
	text
		.replace(/(?<![\r\n])[\r\n]+$/, '')
		.replace(/\r\n|[\r\n\t]/g, ' ')
		.replace(/\p{Cc}/gu, '');

function graphemesIn(run: string): readonly string[] {
	if (/^[ -~]*$/.test(run)) return [...run];
	// Loading the Unicode tables takes milliseconds, and is rarely needed.
	return run.length > 1 && isExact(run) ? [...new Intl.Segmenter().segment(run)].map(({segment}) => segment) : [run];
}

/** Matches more of a text that was interrupted. A key that is pressed arrives as one character or one sequence. */
const moreText = /^[^\u001B]./su;

/** Matches more of a paste, which a single character may be, too. Escape and ctrl+c end a paste whose end was lost. */
const morePaste = /^(?:[\t\r\n\P{Cc}]|[^\u001B].)/su;

/** Whether a chunk that follows half a paste is more of it. `held` may be the beginning of `pasteEnd`, which ends it. */
const isMorePaste = (held: string, chunk: string, pasteEnd: string): boolean => {
	const end = (held + chunk).indexOf(pasteEnd);
	const start = (held + chunk).indexOf(pasteStart);
	return end === -1 ? morePaste.test(chunk) : end > 0 && (start === -1 || start > end);
};

/** Whether a chunk may be the rest of a sequence of which nothing came for too long. */
function isLateRest(sequence: string, chunk: string): boolean {
	// Escape was taken for a key already. Nobody types a control string with its end.
	if (sequence === esc) return /^(?:\[.|O[A-Z]$|\]\d|[\]PX^_][^\u001B]*(?:\u0007|\u001B\\))/s.test(chunk);
	if (!controlString.test(sequence)) return true;
	return moreText.test(chunk) || /^(?:[\u0007\u009C]|\u001B\\)/.test((sequence.endsWith(esc) ? esc : '') + chunk);
}

/** Returns a splitter of terminal input into keys, pastes, and reports of focus and colours, independent of chunk boundaries. Half a sequence is never a key, and neither is its rest, which ends where the sequence does, or with what cannot belong to it. */
export function createKeySplitter() {
	/** An unfinished sequence, or what may be the beginning of the end of a paste. */
	let buffer = '';
	/** Whether the rest of the sequence is late. */
	let isLate = false;
	let paste: {readonly text: string; readonly end: string} | undefined;
	/** The end marker of a paste that was taken as complete without it, until something else arrives. A connection that stalls must not turn the rest into commands. */
	let cutPasteEnd: string | undefined;

	/** Consumes a paste up to its end marker, or up to where a partial one begins. */
	const takePaste = ({text, end}: NonNullable<typeof paste>, at: number, tokens: KeyToken[]): number => {
		const endsAt = buffer.indexOf(end, at);
		const endBegins = endsAt === -1 ? buffer.lastIndexOf(end.charAt(0)) : endsAt;
		const isEnding = endBegins >= at && end.startsWith(buffer.slice(endBegins, endBegins + end.length));
		const certain = isEnding ? endBegins : buffer.length;
		const taken = (text + buffer.slice(at, certain)).slice(0, maxPasteLength);
		paste = endsAt === -1 ? {text: taken, end} : undefined;
		if (paste) return certain;
		tokens.push({kind: 'paste', text: asOneLine(taken)});
		return endsAt + end.length;
	};

	/** Interprets a whole sequence, a text or a control character, which is no key if it is one of the 8-bit set. A line feed is enter. What came late is no key either, but the text that it begins to paste is none. */
	const interpret = (found: string, tokens: KeyToken[]) => {
		const sequence = found.replace(/^[\u0080-\u009F](?=.)/, c1 => esc + String.fromCharCode(c1.charCodeAt(0) - 64));
		if (sequence === pasteStart) paste = {text: '', end: found.replace('200', '201')};
		else if (isLate) return;
		else if (sequence.startsWith(esc)) tokens.push(...tokensOf(sequence));
		else if (!/[\u0080-\u009F]/.test(found))
			tokens.push(...graphemesIn(found === '\n' ? '\r' : found).map(text => ({kind: 'key', text}) as const));
	};

	const split = (): readonly KeyToken[] => {
		const tokens: KeyToken[] = [];
		let at = 0;
		while (at < buffer.length) {
			if (paste) {
				at = takePaste(paste, at, tokens);
				if (paste) break;
				continue;
			}

			const [found = '', end] = matchAt(buffer, at);
			if (end === undefined && at + found.length === buffer.length) break;
			if (end !== undefined || found === esc) interpret(found, tokens);
			isLate = false;
			at += found.length;
		}

		const rest = buffer.slice(at);
		const isTooLong = rest.length > maxHeldLength;
		buffer = isTooLong ? rest.slice(0, maxHeldLength) + (rest.endsWith(esc) ? esc : '') : rest;
		return tokens;
	};

	return {
		/** Returns the tokens that a chunk completes. An incomplete rest is buffered. */
		push(chunk: string): readonly KeyToken[] {
			if (cutPasteEnd !== undefined && isMorePaste(buffer, chunk, cutPasteEnd)) {
				paste = {text: '', end: cutPasteEnd};
				isLate = false;
			}

			cutPasteEnd = undefined;
			if (isLate && !isLateRest(buffer, chunk)) {
				isLate = false;
				buffer = '';
			}

			buffer += chunk;
			return split();
		},

		pending() {
			if (paste) return 'paste';
			if (buffer === '' || (isLate && buffer === esc)) return 'nothing';
			if (isLate) return 'late rest';
			return buffer === esc ? 'escape' : 'sequence';
		},

		/** Gives up waiting for what is pending. Half a sequence is dropped, but a lone escape is the Escape key, and a paste is taken as complete. */
		flush(): readonly KeyToken[] {
			if (paste) {
				const {text, end} = paste;
				paste = undefined;
				cutPasteEnd = end;
				// What is held is the beginning of the end marker.
				isLate = buffer !== '';
				return [{kind: 'paste', text: asOneLine(text)}];
			}

			if (isLate) buffer = '';
			isLate = buffer !== '';
			return buffer === esc ? [{kind: 'key', text: esc}] : [];
		},
	};
}
