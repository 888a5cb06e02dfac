import {EventEmitter} from 'node:events';
import {isExact} from '../base/utf8.ts';
import {type Key, keyFrom} from './key-names.ts';
import {type ColorReport, createKeySplitter, type KeyToken} from './key-split.ts';

type KeyTiming = {
	/** Since when it may have waited: `readAt`. */
	readonly at: number;
	/** Whether it arrived before the previous key was handled, so the user cannot have seen that key's effect. */
	readonly isFollowing: boolean;
};

type QueuedToken = {
	readonly token: Exclude<KeyToken, ColorReport | {readonly kind: 'focus'}>;
	readonly arrival: KeyTiming;
};

type KeyInputOptions = {
	/** Handles a key. If it returns false, the key goes to Ink's widgets. */
	readonly onKey: (key: Key, arrival: KeyTiming) => boolean;
	/** Receives a paste in one piece, like a key. Its characters must not become keys: each could be a command. */
	readonly onPaste: (text: string, arrival: KeyTiming) => boolean;
	/** Called afterwards if what was typed or pasted is not UTF-8. */
	readonly onNotUtf8: () => void;
	readonly onFocus: (isFocused: boolean) => void;
	readonly onColors: (report: ColorReport) => void;
	/** A moment by which all keys had been read. The next one may have waited since, while the process stood still or behind a full queue. */
	readonly readAt: () => number;
	/** When the next guard against stray keys ends. Infinite if none does. */
	readonly guardEnd: () => number;
	/** Called after the end of a guard, when all keys that were pressed before are read. */
	readonly onRead: () => void;
	readonly now: () => number;
	/** Runs `then` after a delay, like `Clock.after`. Returns a function that cancels it. */
	readonly after: (delayMs: number, then: () => void) => () => void;
};

/** A lone escape is the Escape key after this time, which nobody notices. */
export const escapePauseMs = 20;

/** How long the rest of what has begun may take. Nothing may block the keyboard forever. */
const maxPausesMs = {escape: escapePauseMs, sequence: 500, 'late rest': 10_000, paste: 1000} as const;

/** Reading pauses while more keys than this are queued. */
const maxQueueLength = 1000;

/** The part of a readable stream that Ink uses: a `readable` event, then `read()`. */
function createInkInput() {
	let current: string | undefined;
	const events = new EventEmitter();
	const input = Object.assign(events, {
		isTTY: true,
		setEncoding: () => input,
		// Ink must control neither raw mode nor whether stdin keeps the process alive.
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

		/** Offers a chunk, which is dropped if nothing reads it. */
		offer(chunk: string) {
			current = chunk;
			events.emit('readable');
			current = undefined;
		},
	};
}

/** Hands over the keys from the terminal's input: one per turn of the event loop, so that each key sees the effect of the previous one. */
export function createKeyInput(source: NodeJS.ReadStream, options: KeyInputOptions) {
	const ink = createInkInput();
	let splitter = createKeySplitter();
	let queue: QueuedToken[] = [];
	let isReading = false;
	let isTurnOver = true;
	let stopWaiting: (() => void) | undefined;
	let stopWatching = () => {};

	/** Ends a guard in time, or as soon as what was pressed before is read: more may follow what has just been read. A full queue keeps the rest waiting, so the same paste goes on. */
	const watchGuards = () => {
		stopWatching();
		const endsAt = options.guardEnd();
		if (endsAt === Number.POSITIVE_INFINITY || source.isPaused()) return;
		stopWatching = options.after(endsAt - options.now(), () => {
			options.onRead();
			watchGuards();
		});
	};

	const handle = ({token: {kind, text}, arrival}: QueuedToken) => {
		const key = kind === 'paste' ? undefined : keyFrom(text);
		const isHandled = key ? options.onKey(key, arrival) : kind === 'key' || options.onPaste(text, arrival);
		if (!isHandled) ink.offer(text);
		if (!isExact(text)) options.onNotUtf8();
	};

	const pump = () => {
		if (!isTurnOver || !isReading) return;
		const next = queue.shift();
		if (queue.length === 0 && source.isPaused()) {
			source.resume();
			watchGuards();
		}

		if (!next) return;
		isTurnOver = false;
		setImmediate(() => {
			isTurnOver = true;
			pump();
		});
		handle(next);
	};

	const enqueue = (tokens: readonly KeyToken[]) => {
		const at = options.readAt();
		for (const token of tokens) {
			if (token.kind === 'focus') options.onFocus(token.isFocused);
			else if (token.kind === 'background' || token.kind === 'colors-changed') options.onColors(token);
			else queue.push({token, arrival: {at, isFollowing: queue.length > 0 || !isTurnOver}});
		}

		if (queue.length > maxQueueLength) source.pause();
		pump();
	};

	/** Gives up on what is pending when its rest has not come in time. */
	const waitForRest = () => {
		stopWaiting?.();
		const pending = splitter.pending();
		if (pending === 'nothing') return;
		stopWaiting = options.after(maxPausesMs[pending], () => {
			if (!source.isPaused()) enqueue(splitter.flush());
			waitForRest();
		});
	};

	const onData = (chunk: string) => {
		const tokens = splitter.push(chunk);
		waitForRest();
		enqueue(tokens);
		watchGuards();
	};

	return {
		forInk: ink.stream,

		/** Call it when a guard has begun. */
		watchGuards,

		start() {
			if (isReading) return;
			isReading = true;
			source.setRawMode(true);
			source.setEncoding('utf8');
			source.on('data', onData);
			source.resume();
			watchGuards();
		},

		/** Re-enters raw mode after another program may have left it. Keeps queued keys. */
		retake() {
			if (!isReading) return;
			// Node skips setting a mode it believes to be set already.
			source.setRawMode(false);
			source.setRawMode(true);
		},

		/** Stops reading and drops queued keys: they were meant for what was on the screen. */
		stop() {
			if (!isReading) return;
			isReading = false;
			stopWaiting?.();
			stopWatching();
			source.off('data', onData);
			source.pause();
			source.setRawMode(false);
			splitter = createKeySplitter();
			queue = [];
		},
	};
}

export type KeyInput = ReturnType<typeof createKeyInput>;
