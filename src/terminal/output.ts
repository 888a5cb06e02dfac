import {EventEmitter} from 'node:events';
import {constants, openSync, writeSync} from 'node:fs';
import {isatty} from 'node:tty';

/** The part of a terminal stream that a screen uses. */
export type TerminalOutput = Pick<NodeJS.WriteStream, 'write' | 'on' | 'writableNeedDrain'>;

/** Returns the size of a terminal in cells. A size of zero means it was not measured yet, so it falls back to 80×24. */
export const sizeOf = ({columns, rows}: Pick<NodeJS.WriteStream, 'columns' | 'rows'>) => ({
	columns: Math.max(1, columns || 80),
	rows: Math.max(1, rows || 24),
});

type TerminalOutputOptions = {
	readonly stdout: NodeJS.WriteStream & {readonly fd?: number};
	/** Runs `then` after a delay, like `Clock.after`. Returns a function that cancels it. */
	readonly after: (delayMs: number, then: () => void) => () => void;
};

/** Retry delays while the terminal is not accepting output. The first is short: Linux accepts 8 kB at a time, less than a large screen, and terminals usually drain that at once. */
const maxRetryDelayMs = 20;
const minDelayMs = 1;

/** `flush` gives up on a terminal that accepts nothing for this long. */
const maxStallMs = 500;

/** Opens the same terminal again in non-blocking mode; changing the shared descriptor would affect other processes. Returns undefined where the system does not support this. */
function openNonBlocking(stdout: TerminalOutputOptions['stdout']): number | undefined {
	if (stdout.fd !== 1) return undefined;
	try {
		const fd = openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
		return isatty(fd) ? fd : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the output that the screens write to. Node blocks on a stopped terminal and then handles neither timers nor signals; this output buffers what the terminal does not accept, and emits `drain` once everything is written. Errors are emitted by Node's own stdout. */
export function createTerminalOutput({stdout, after}: TerminalOutputOptions): {
	readonly output: TerminalOutput;
	readonly flush: () => void;
} {
	const fd = openNonBlocking(stdout);
	if (fd === undefined) return {output: stdout, flush() {}};

	const events = new EventEmitter();
	let buffer = Buffer.alloc(0);
	let isLost = false;
	let isScheduled = false;

	const writeBuffer = (): boolean => {
		try {
			while (buffer.length > 0) buffer = buffer.subarray(writeSync(fd, buffer));
		} catch (thrown) {
			const error = thrown as NodeJS.ErrnoException;
			if (error.code === 'EAGAIN') return false;
			buffer = Buffer.alloc(0);
			if (!isLost) setImmediate(() => stdout.emit('error', error));
			isLost = true;
		}

		return true;
	};

	const schedule = (delayMs = minDelayMs) => {
		if (isScheduled) return;
		isScheduled = true;
		after(delayMs, () => {
			isScheduled = false;
			const left = buffer.length;
			if (writeBuffer()) events.emit('drain');
			else schedule(buffer.length < left ? minDelayMs : Math.min(2 * delayMs, maxRetryDelayMs));
		});
	};

	const output = Object.assign(events, {
		write(text: string) {
			if (isLost) return true;
			const isWaiting = buffer.length > 0;
			buffer = isWaiting ? Buffer.concat([buffer, Buffer.from(text)]) : Buffer.from(text);
			if (!isWaiting && writeBuffer()) return true;
			schedule();
			return false;
		},
	});
	Object.defineProperty(output, 'writableNeedDrain', {get: () => buffer.length > 0});
	return {
		output: output as unknown as TerminalOutput,

		/** Blocks until buffered output is written, but gives up on a stalled terminal. Call it just before the terminal is handed over. */
		flush() {
			const clock = new Int32Array(new SharedArrayBuffer(4));
			let waitedMs = 0;
			while (waitedMs < maxStallMs) {
				const left = buffer.length;
				if (writeBuffer()) return;
				waitedMs = buffer.length < left ? 0 : waitedMs + maxRetryDelayMs;
				Atomics.wait(clock, 0, 0, maxRetryDelayMs);
			}
		},
	};
}
