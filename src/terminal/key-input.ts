import {EventEmitter} from 'node:events';
import {isExact} from '../base/utf8.ts';
import {type Key, keyFrom} from './key-names.ts';
import {type ColorReport, createKeySplitter, type KeyToken} from './key-split.ts';

type KeyTiming = {
	readonly at: number;
	/** The key arrived before the previous key was handled, so the user has not seen that key's effect. */
	readonly isFollowing: boolean;
};

type QueuedToken = {
	readonly token: Exclude<KeyToken, ColorReport | {readonly kind: 'focus'}>;
	readonly arrival: KeyTiming;
};

type KeyInputOptions = {
	/** False: the key goes to Ink's widgets. */
	readonly onKey: (key: Key, arrival: KeyTiming) => boolean;
	/** A paste arrives in one piece, because a command could be bound to each of its characters. */
	readonly onPaste: (text: string, arrival: KeyTiming) => boolean;
	readonly onNotUtf8: () => void;
	readonly onFocus: (isFocused: boolean) => void;
	readonly onColors: (report: ColorReport) => void;
	/** All keys pressed before this time have been read. A later key may have waited since then, behind a full queue or a stopped process. */
	readonly readAt: () => number;
	/** When the next guard against stray keys ends. Infinite if there is none. */
	readonly guardEnd: () => number;
	/** Called after a guard has ended and all earlier keys have been read. */
	readonly onRead: () => void;
	readonly now: () => number;
	readonly after: (delayMs: number, then: () => void) => () => void;
};

/** A lone escape counts as the Escape key after this time, which nobody notices. */
export const escapePauseMs = 20;

const maxPausesMs = {escape: escapePauseMs, sequence: 500, 'late rest': 10_000, paste: 1000} as const;

const maxQueueLength = 1000;

function createInkInput() {
	let current: string | undefined;
	const events = new EventEmitter();
	const input = Object.assign(events, {
		isTTY: true,
		setEncoding: () => input,
		// Ink must control neither the raw mode nor whether stdin keeps the process alive.
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

		offer(chunk: string) {
			current = chunk;
			events.emit('readable');
			current = undefined;
		},
	};
}

/** Hands over one key per turn of the event loop, so that each key sees the effect of the previous one. */
export function createKeyInput(source: NodeJS.ReadStream, options: KeyInputOptions) {
	const ink = createInkInput();
	let splitter = createKeySplitter();
	let queue: QueuedToken[] = [];
	let isReading = false;
	let isTurnOver = true;
	let stopWaiting: (() => void) | undefined;
	let stopWatching = () => {};

	/** Ends a guard once all keys pressed before its end have been read. The guard stays while the queue is full, because keys are waiting. */
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

		retake() {
			if (!isReading) return;
			// Node skips a mode that it believes set.
			source.setRawMode(false);
			source.setRawMode(true);
		},

		/** Drops queued keys, because they were meant for the screen that the user saw. */
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
