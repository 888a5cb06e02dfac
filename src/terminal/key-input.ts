import {EventEmitter} from 'node:events';
import {createKeySplitter, type KeyToken} from './key-split.ts';

export type KeyInputOptions = {
	/** Whether a text field is open. Asked for each key at the moment it is handed on. */
	readonly isTyping: () => boolean;
	/** Hears whether the terminal has the focus, once it was asked to report that. */
	readonly onFocus: (isFocused: boolean) => void;
	/** Runs `then` after a delay and gives what calls it off, as a `Clock` does. */
	readonly after: (delayMs: number, then: () => void) => () => void;
};

/** An escape sequence arrives in one piece or in quick succession; a lone escape is the key. */
const sequencePauseMs = 20;

/** A paste whose end never comes must not keep the keyboard for ever. */
const pastePauseMs = 1000;

/** More waiting keys than this, and no more are read until these are done. */
const longestQueue = 1000;

/** Escape as the kitty protocol writes it: Ink takes a bare one for a possible beginning and waits, and would join it with the next key. */
const escapeKey = '\u001B[27u';

/** Tab, enter, both backspaces, and ctrl+c: the control characters that a text field or its dialog knows. */
const usableWhileTyping = new Set(['\t', '\r', '\u007F', '\b', '\u0003']);

/** Whether a text field would type a letter for this key although none was meant: ctrl and alt with a letter. */
function isMistaken(key: string): boolean {
	const isAlt = key.length > 1 && key.startsWith('\u001B') && !/^\u001B[[O]./u.test(key);
	if (isAlt) return !usableWhileTyping.has(key.slice(1));
	return /^\p{Cc}$/u.test(key) && !usableWhileTyping.has(key);
}

/** What Ink gets for a token now, or undefined if it gets nothing. */
function chunkFor(token: KeyToken, isTyping: boolean): string | undefined {
	switch (token.kind) {
		case 'escape':
			return escapeKey;
		case 'key':
			return isTyping && isMistaken(token.text) ? undefined : token.text;
		case 'paste':
			// Outside a field every character of it would be a command.
			return isTyping && token.text !== '' ? `\u001B[200~${token.text}\u001B[201~` : undefined;
		case 'focus':
			return undefined;
	}
}

/**
Stands between the terminal's input and Ink: hands on one key in each turn of the loop, so that what a key changed is there before the next one is handled.

It offers what Ink uses of a stream and no more. The terminal is read only while it is in raw mode; keys still waiting when raw mode ends are dropped, because they were meant for what was on the screen then.
*/
export function createKeyInput(source: NodeJS.ReadStream, options: KeyInputOptions): NodeJS.ReadStream {
	const events = new EventEmitter();
	let splitter = createKeySplitter();
	let queue: KeyToken[] = [];
	let current: string | undefined;
	let isRaw = false;
	let isTurnOver = true;
	let isFull = false;
	let callOff: (() => void) | undefined;

	const pump = () => {
		if (!isTurnOver || !isRaw || events.listenerCount('readable') === 0) return;
		while (current === undefined) {
			const token = queue.shift();
			if (!token) break;
			current = chunkFor(token, options.isTyping());
		}

		if (isFull && queue.length === 0) {
			isFull = false;
			source.resume();
		}

		if (current === undefined) return;
		isTurnOver = false;
		setImmediate(() => {
			isTurnOver = true;
			pump();
		});
		events.emit('readable');
	};

	const take = (tokens: readonly KeyToken[]) => {
		for (const token of tokens) {
			if (token.kind === 'focus') options.onFocus(token.isFocused);
			else queue.push(token);
		}

		if (queue.length > longestQueue) {
			isFull = true;
			source.pause();
		}

		pump();
	};

	const onData = (chunk: string) => {
		callOff?.();
		const tokens = splitter.push(chunk);
		const holding = splitter.holding();
		if (holding !== 'nothing') {
			callOff = options.after(holding === 'paste' ? pastePauseMs : sequencePauseMs, () => take(splitter.flush()));
		}

		take(tokens);
	};

	const startReading = () => {
		isRaw = true;
		source.setEncoding('utf8');
		source.on('data', onData);
		source.resume();
	};

	const stopReading = () => {
		isRaw = false;
		callOff?.();
		source.off('data', onData);
		source.pause();
		isFull = false;
		splitter = createKeySplitter();
		queue = [];
		current = undefined;
	};

	// Ink lets go of the keys for a moment when one screen replaces another.
	events.on('newListener', (name: string) => {
		if (name === 'readable') setImmediate(pump);
	});

	const keys = Object.assign(events, {
		isTTY: source.isTTY,

		setEncoding: () => keys,

		setRawMode(isWanted: boolean) {
			source.setRawMode(isWanted);
			if (isWanted && !isRaw) startReading();
			if (!isWanted && isRaw) stopReading();
			return keys;
		},

		read() {
			const chunk = current ?? null;
			current = undefined;
			return chunk;
		},

		ref() {
			source.ref();
			return keys;
		},

		unref() {
			source.unref();
			return keys;
		},
	});
	return keys as unknown as NodeJS.ReadStream;
}
