import type {Rgb} from '../base/color.ts';
import {isExact} from '../base/utf8.ts';
import {keyName, plainForm} from './key-names.ts';

export type ColorReport = {readonly kind: 'background'; readonly color: Rgb} | {readonly kind: 'colors-changed'};

export type KeyToken =
	/** A grapheme, a control character or the sequence of a named key. A run of text with bytes that are not UTF-8 (U+FFFD) stays in one piece. */
	| {readonly kind: 'key'; readonly text: string}
	| {readonly kind: 'paste'; readonly text: string}
	| {readonly kind: 'focus'; readonly isFocused: boolean}
	| ColorReport;

const esc = '\u001B';
const pasteStart = '\u001B[200~';

const maxPasteLength = 1024 * 1024;

/** Longer than any report landfall reads. The rest of an unfinished sequence is dropped. */
const maxHeldLength = 64;

/**
The sequences of ECMA-48, in their 7-bit and 8-bit forms, and additions of terminals. Each expression also matches the beginning of a sequence. Its group matches only at the end.

ST, CAN, SUB or a new sequence ends a control string.
*/
const inputSequences: readonly RegExp[] = [
	// A mouse report of X10: three characters follow.
	/(?:\u001B\[|\u009B)M[^\0-\u001F]{0,2}([^\0-\u001F])?/uy,
	// CSI, with the keys of rxvt (`[2$`) and of the Linux console (`[[A`).
	/(?:\u001B\[|\u009B)(?:[235678](?=\$)|\[?[0-?]*[ -/]*)([$@-~])?/y,
	// SS3.
	/(?:\u001BO|\u008F)[\d;]*([@-~])?/y,
	// OSC. A bell ends it, too.
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

const scaled = (digits: string): number => Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);

function matchAt(text: string, at: number): readonly (string | undefined)[] {
	for (const sequence of inputSequences) {
		sequence.lastIndex = at;
		const match = sequence.exec(text);
		if (match) return match;
	}

	return [];
}

/** Empty for a sequence that is no key, such as a reply to another program. */
function tokensOf(sequence: string): readonly KeyToken[] {
	if (/^\u001B\[[IO]$/.test(sequence)) return [{kind: 'focus', isFocused: sequence.endsWith('I')}];
	if (/^\u001B\[\?997;\d+n$/.test(sequence)) return [{kind: 'colors-changed'}];
	const [, red, green, blue] = backgroundReply.exec(sequence) ?? [];
	if (red !== undefined && green !== undefined && blue !== undefined)
		return [{kind: 'background', color: [scaled(red), scaled(green), scaled(blue)]}];
	const text = controlString.test(sequence) ? undefined : plainForm(sequence);
	return text === undefined || keyName(text) === undefined ? [] : [{kind: 'key', text}];
}

const asOneLine = (text: string): string =>
	text
		.replace(/(?<![\r\n])[\r\n]+$/, '')
		.replace(/\r\n|[\r\n\t]/g, ' ')
		.replace(/\p{Cc}/gu, '');

function graphemesIn(run: string): readonly string[] {
	if (/^[ -~]*$/.test(run)) return [...run];
	// Rarely needed, and loading the Unicode tables takes milliseconds.
	return run.length > 1 && isExact(run) ? [...new Intl.Segmenter().segment(run)].map(({segment}) => segment) : [run];
}

/** Matches the rest of an interrupted text. A pressed key arrives as one character or one sequence. */
const moreText = /^[^\u001B]./su;

/** Matches the rest of a paste, even a single character. Escape and ctrl+c end a paste without an end marker. */
const morePaste = /^(?:[\t\r\n\P{Cc}]|[^\u001B].)/su;

/** Whether a chunk continues a paste. `buffered` may be the beginning of `pasteEnd`. */
const isMorePaste = (buffered: string, chunk: string, pasteEnd: string): boolean => {
	const end = (buffered + chunk).indexOf(pasteEnd);
	const start = (buffered + chunk).indexOf(pasteStart);
	return end === -1 ? morePaste.test(chunk) : end > 0 && (start === -1 || start > end);
};

function isLateRest(sequence: string, chunk: string): boolean {
	// The escape was handled as a key already. Nobody types a whole control string.
	if (sequence === esc) return /^(?:\[.|O[A-Z]$|\]\d|[\]PX^_][^\u001B]*(?:\u0007|\u001B\\))/s.test(chunk);
	if (!controlString.test(sequence)) return true;
	return moreText.test(chunk) || /^(?:[\u0007\u009C]|\u001B\\)/.test((sequence.endsWith(esc) ? esc : '') + chunk);
}

/** Splits terminal input into keys, pastes and reports, wherever the chunks are cut. Neither half a sequence nor its late rest becomes a key. */
export function createKeySplitter() {
	/** An unfinished sequence, or the possible beginning of a paste's end marker. */
	let buffer = '';
	let isLate = false;
	let paste: {readonly text: string; readonly end: string} | undefined;
	/** The end marker that a finished paste lacked. After a stalled connection, the rest of the paste may follow, and must not become commands. */
	let cutPasteEnd: string | undefined;

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

	/** Takes a whole sequence, a text or a control character. Ignores 8-bit control characters and the late rest of a sequence, but a late marker still begins a paste. A line feed counts as enter. */
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

		/** Gives up waiting. Drops half a sequence, takes a lone escape for the Escape key, and ends a paste. */
		flush(): readonly KeyToken[] {
			if (paste) {
				const {text, end} = paste;
				paste = undefined;
				cutPasteEnd = end;
				// The buffer holds the beginning of the end marker.
				isLate = buffer !== '';
				return [{kind: 'paste', text: asOneLine(text)}];
			}

			if (isLate) buffer = '';
			isLate = buffer !== '';
			return buffer === esc ? [{kind: 'key', text: esc}] : [];
		},
	};
}
