/** One thing that came from the keyboard side of the terminal. */
export type KeyToken =
	/** One key: a grapheme, a control character or a whole escape sequence. */
	| {readonly kind: 'key'; readonly text: string}
	| {readonly kind: 'escape'}
	/** A bracketed paste, without its brackets and already fit for a field of one line. */
	| {readonly kind: 'paste'; readonly text: string}
	| {readonly kind: 'focus'; readonly isFocused: boolean};

export type KeySplitter = {
	/** Takes what has arrived and gives what is complete. The rest is held until more comes. */
	readonly push: (chunk: string) => readonly KeyToken[];
	/** What is being held, if anything. */
	readonly holding: () => 'nothing' | 'sequence' | 'paste';
	/** Gives what is held as if nothing more belonged to it. */
	readonly flush: () => readonly KeyToken[];
};

const pasteStart = '\u001B[200~';
const pasteEnd = '\u001B[201~';
const focusIn = '\u001B[I';
const focusOut = '\u001B[O';

/** A longer paste is cut: nothing that belongs into a field of one line comes near it. */
export const maxPasteLength = 1024 * 1024;

/** CSI with the old console's `[[A` and rxvt's `[2$`, SS3, else one escaped character. The same grammar as Ink's. */
const sequence =
	/\u001B(?:\[(?:\[[0-?]*[ -/]*[@-~]|[235678]\$|[0-?]*[ -/]*[@-Z\\-~])|O[\d;]*[@-~]|(?![[O]|\u001B)[\s\S])/uy;
const beginning = /\u001B(?:\[\[?[0-?]*[ -/]*|O[\d;]*)?/uy;
const maxBeginningLength = 64;
const plain = /[^\p{Cc}]+/uy;

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0];
};

/** Line ends become spaces, none at the end; what else a field of one line cannot hold is left out. */
const asOneLine = (text: string): string =>
	text
		.replace(/[\r\n]+$/, '')
		.replace(/\r\n|[\r\n\t]/g, ' ')
		.replace(/\p{Cc}/gu, '');

/** Cuts the input of a terminal into single keys, pastes and reports, wherever its chunks happen to end. */
export function createKeySplitter(): KeySplitter {
	let held = '';
	let isPasting = false;
	let pasted = '';
	let segmenter: Intl.Segmenter | undefined;

	const graphemes = (run: string): readonly string[] => {
		if (/^[ -~]*$/.test(run)) return [...run];
		segmenter ??= new Intl.Segmenter(); // Slow to make, and most keyboards never need it.
		return [...segmenter.segment(run)].map(({segment}) => segment);
	};

	const collect = (text: string) => {
		pasted += text.slice(0, maxPasteLength - pasted.length);
	};

	const endPaste = (): KeyToken => {
		const token: KeyToken = {kind: 'paste', text: asOneLine(pasted)};
		isPasting = false;
		pasted = '';
		return token;
	};

	/** Takes the paste on to its end, or to where a part of its end may have arrived. */
	const takePaste = (at: number, tokens: KeyToken[]): number => {
		const end = held.indexOf(pasteEnd, at);
		if (end === -1) {
			const certain = Math.max(at, held.length - pasteEnd.length + 1);
			collect(held.slice(at, certain));
			return certain;
		}

		collect(held.slice(at, end));
		tokens.push(endPaste());
		return end + pasteEnd.length;
	};

	/** Takes one sequence. Half of one that will not go on is no key, but a lone escape is. */
	const takeSequence = (at: number, tokens: KeyToken[]): number => {
		const found = match(sequence, held, at) ?? '';
		if (found === pasteStart) isPasting = true;
		else if (found === focusIn || found === focusOut) tokens.push({kind: 'focus', isFocused: found === focusIn});
		else if (found !== '' && found !== pasteEnd) tokens.push({kind: 'key', text: found});
		if (found !== '') return at + found.length;

		const half = match(beginning, held, at) ?? '\u001B';
		if (half === '\u001B') tokens.push({kind: 'escape'});
		return at + half.length;
	};

	const isUnfinished = (at: number): boolean => {
		const {length} = match(beginning, held, at) ?? '';
		return at + length === held.length && length <= maxBeginningLength;
	};

	const split = (isMoreToCome: boolean): readonly KeyToken[] => {
		const tokens: KeyToken[] = [];
		let at = 0;
		while (at < held.length) {
			if (isPasting) {
				at = takePaste(at, tokens);
				if (isPasting) break;
			} else if (held[at] === '\u001B') {
				if (isMoreToCome && isUnfinished(at)) break;
				at = takeSequence(at, tokens);
			} else {
				const run = match(plain, held, at);
				if (run) tokens.push(...graphemes(run).map(text => ({kind: 'key', text}) as const));
				else tokens.push({kind: 'key', text: held[at] ?? ''});
				at += run?.length ?? 1;
			}
		}

		held = held.slice(at);
		return tokens;
	};

	return {
		push(chunk) {
			held += chunk;
			return split(true);
		},

		holding() {
			if (isPasting) return 'paste';
			return held === '' ? 'nothing' : 'sequence';
		},

		flush() {
			if (!isPasting) return split(false);
			collect(held);
			held = '';
			return [endPaste()];
		},
	};
}
