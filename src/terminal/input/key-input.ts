import {EventEmitter} from 'node:events';
import {type Key, keyFrom} from './key-names.ts';
import {createKeySplitter, type KeyToken} from './key-split.ts';

/** When a key arrived, which may be long before it is handed on. */
type KeyArrival = {
	readonly at: number;
	/** Whether it arrived before the key before it was dealt with: nobody can have seen what that one did. */
	readonly isFollowing: boolean;
};

type Arrived = {readonly token: KeyToken; readonly arrival: KeyArrival};

export type KeyInputOptions = {
	/** Whether a text field is open. Asked for each key at the moment it is handed on. */
	readonly isTyping: () => boolean;
	/** Whether whoever must hear the next key is there. While it is not, keys wait. */
	readonly isReady: () => boolean;
	/** Whether a widget of Ink's hears a key, instead of `onKey`. Asked for each key at the moment it is handed on. */
	readonly isForInk: (key: Key, arrival: KeyArrival) => boolean;
	/** Hears each other key by its name. */
	readonly onKey: (key: Key, arrival: KeyArrival) => void;
	/** Hears what is pasted into a field. Elsewhere each character of it would be a command. */
	readonly onPaste: (text: string, arrival: KeyArrival) => void;
	/** Hears that all keys that have arrived were handed on. */
	readonly onIdle: () => void;
	/** Hears whether the terminal has the focus, once it was asked to report that. */
	readonly onFocus: (isFocused: boolean) => void;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Runs `then` after a delay and gives what calls it off, as a `Clock` does. */
	readonly after: (delayMs: number, then: () => void) => () => void;
};

export type KeyInput = {
	/** Sets the terminal to hand over every key as it is pressed, and begins to read. */
	readonly start: () => void;
	/** Sets the terminal anew, after somebody else may have set it in another way. Keys that still wait are kept. */
	readonly retake: () => void;
	/** Keys that still wait are dropped: they were meant for what was on the screen then. */
	readonly stop: () => void;
	/** Looks again whether a waiting key can be handed on. */
	readonly wake: () => void;
	/** What Ink gets for its standard input. */
	readonly forInk: NodeJS.ReadStream;
};

/** An escape sequence arrives in one piece or in quick succession; a lone escape is the key. */
export const sequencePauseMs = 20;

/** A paste whose end never comes must not keep the keyboard for ever. */
const pastePauseMs = 1000;

/** More waiting keys than this, and no more are read until these are done. */
const maxQueueLength = 1000;

/** Escape as the kitty protocol writes it: Ink takes a bare one for a possible beginning and waits, and would join it with the next key. */
const escapeKey = '\u001B[27u';

/** What Ink uses of a stream: it is told that there is something to read, and reads it. */
function createInkInput() {
	let current: string | undefined;
	const events = new EventEmitter();
	const input = Object.assign(events, {
		isTTY: true,
		setEncoding: () => input,
		// Whether the terminal is in raw mode is not Ink's to say, nor whether the process stays for it.
		setRawMode: () => input,
		ref: () => input,
		unref: () => input,

		read() {
			const chunk = current ?? null;
			current = undefined;
			return chunk;
		},
	});
	return {
		stream: input as unknown as NodeJS.ReadStream,

		/** Hands a chunk on, if anybody reads. */
		offer(chunk: string) {
			current = chunk;
			events.emit('readable');
			current = undefined;
		},
	};
}

const escKey: Key = {name: 'esc', text: undefined};

/** Stands between the terminal's input and whoever hears keys: hands on one key in each turn of the loop, so that what a key changed is there before the next one is handled. */
export function createKeyInput(source: NodeJS.ReadStream, options: KeyInputOptions): KeyInput {
	const ink = createInkInput();
	let splitter = createKeySplitter();
	let queue: Arrived[] = [];
	let isReading = false;
	let isTurnOver = true;
	let isFull = false;
	let callOff: (() => void) | undefined;

	const handOn = ({token, arrival}: Arrived) => {
		const key = token.kind === 'key' ? keyFrom(token.text) : token.kind === 'escape' ? escKey : undefined;
		if (key && options.isForInk(key, arrival)) ink.offer(token.kind === 'key' ? token.text : escapeKey);
		else if (key) options.onKey(key, arrival);
		if (token.kind === 'paste' && options.isTyping()) options.onPaste(token.text, arrival);
	};

	const pump = () => {
		if (!isTurnOver || !isReading || !options.isReady()) return;
		const next = queue.shift();
		if (isFull && queue.length === 0) {
			isFull = false;
			source.resume();
		}

		if (!next) return;
		isTurnOver = false;
		setImmediate(() => {
			isTurnOver = true;
			pump();
		});
		handOn(next);
		if (queue.length === 0) options.onIdle();
	};

	const take = (tokens: readonly KeyToken[]) => {
		const at = options.now();
		for (const token of tokens) {
			if (token.kind === 'focus') options.onFocus(token.isFocused);
			else queue.push({token, arrival: {at, isFollowing: queue.length > 0 || !isTurnOver}});
		}

		if (queue.length > maxQueueLength) {
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

	return {
		forInk: ink.stream,
		wake: pump,

		start() {
			if (isReading) return;
			isReading = true;
			source.setRawMode(true);
			source.setEncoding('utf8');
			source.on('data', onData);
			source.resume();
		},

		retake() {
			if (!isReading) return;
			// What is set already is not set again.
			source.setRawMode(false);
			source.setRawMode(true);
		},

		stop() {
			if (!isReading) return;
			isReading = false;
			callOff?.();
			source.off('data', onData);
			source.pause();
			source.setRawMode(false);
			isFull = false;
			splitter = createKeySplitter();
			queue = [];
		},
	};
}
