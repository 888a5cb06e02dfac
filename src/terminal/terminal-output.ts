import {EventEmitter} from 'node:events';
import {constants, openSync, writeSync} from 'node:fs';
import {isatty} from 'node:tty';

export type TerminalOutput = Pick<NodeJS.WriteStream, 'write' | 'on' | 'writableNeedDrain'>;

/** In cells. A size of zero is not known yet, so 80×24 is assumed. */
export const sizeOf = ({columns, rows}: Pick<NodeJS.WriteStream, 'columns' | 'rows'>) => ({
	columns: Math.max(1, columns || 80),
	rows: Math.max(1, rows || 24),
});

type TerminalOutputOptions = {
	readonly stdout: NodeJS.WriteStream & {readonly fd?: number};
	readonly after: (delayMs: number, then: () => void) => () => void;
};

/** Longest pause between retries. The first is short, because Linux accepts 8 kB at a time, less than a large screen, and most terminals drain that at once. */
const maxRetryDelayMs = 20;
const minDelayMs = 1;

const maxStallMs = 500;

/** Opens the terminal again, because a non-blocking stdout would affect other processes. Undefined if the system cannot. */
function openNonBlocking(stdout: TerminalOutputOptions['stdout']): number | undefined {
	if (stdout.fd !== 1) return undefined;
	try {
		const fd = openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
		return isatty(fd) ? fd : undefined;
	} catch {
		return undefined;
	}
}

/** Buffers output for a stopped terminal, and emits `drain` once everything is written. Node would block there and handle neither timers nor signals. Node's own stdout emits the errors. */
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

		/** Blocks until the buffer is written. Gives up on a stalled terminal. */
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
