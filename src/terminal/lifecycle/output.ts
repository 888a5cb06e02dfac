import {EventEmitter} from 'node:events';
import {constants, openSync, writeSync} from 'node:fs';
import {isatty} from 'node:tty';
import type {Output} from '../render/screen.ts';

type BufferedOutput = {
	readonly output: Output;
	/** Waits until the terminal has taken what was written, but not for one that takes nothing. For the last moment before somebody else has it. */
	readonly settle: () => void;
};

type OutputOptions = {
	readonly stdout: NodeJS.WriteStream & {readonly fd?: number};
	/** Runs `then` after a delay and gives what calls it off, as a `Clock` does. */
	readonly after: (delayMs: number, then: () => void) => () => void;
	/** Hears, a little later, why nothing can be written any more. */
	readonly onError: (error: NodeJS.ErrnoException) => void;
};

/** How long until a terminal that took nothing is tried again. The first pause is short: Linux takes 8 kB at a time, less than a large screen, and a terminal reads them in no time. */
const pauseMs = 20;
const minPauseMs = 1;

/** A terminal that takes nothing for so long is not waited for. */
const maxStallMs = 500;

/** The same terminal, opened so that nothing ever waits for it; whoever shares the other one must not find it changed. Undefined where a system has no way to. */
function openAgain(stdout: OutputOptions['stdout']): number | undefined {
	if (!stdout.isTTY || stdout.fd !== 1) return undefined;
	try {
		const fd = openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
		return isatty(fd) ? fd : undefined;
	} catch {
		return undefined;
	}
}

/**
What the screens write to. Node waits for a terminal that was stopped, and hears neither its clock nor a signal meanwhile; this keeps what the terminal does not take, and says by `drain` when it has taken everything.

Where the terminal cannot be opened for that, it is Node's own output.
*/
export function createOutput({stdout, after, onError}: OutputOptions): BufferedOutput {
	const fd = openAgain(stdout);
	if (fd === undefined) return {output: stdout, settle() {}};

	const events = new EventEmitter();
	let rest = Buffer.alloc(0);
	let isLost = false;
	let isPlanned = false;

	/** Gives whether everything was taken. */
	const push = (): boolean => {
		try {
			while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
		} catch (thrown) {
			const error = thrown as NodeJS.ErrnoException;
			if (error.code === 'EAGAIN') return false;
			rest = Buffer.alloc(0);
			if (!isLost) setImmediate(() => onError(error));
			isLost = true;
		}

		return true;
	};

	const plan = (waitMs = minPauseMs) => {
		if (isPlanned) return;
		isPlanned = true;
		after(waitMs, () => {
			isPlanned = false;
			const left = rest.length;
			if (push()) events.emit('drain');
			else plan(rest.length < left ? minPauseMs : Math.min(2 * waitMs, pauseMs));
		});
	};

	const output = Object.assign(events, {
		isTTY: true,

		write(text: string) {
			if (isLost) return true;
			const isWaiting = rest.length > 0;
			rest = isWaiting ? Buffer.concat([rest, Buffer.from(text)]) : Buffer.from(text);
			if (!isWaiting && push()) return true;
			plan();
			return false;
		},
	});
	Object.defineProperty(output, 'writableNeedDrain', {get: () => rest.length > 0});
	return {
		output: output as unknown as Output,

		settle() {
			const clock = new Int32Array(new SharedArrayBuffer(4));
			let waitedMs = 0;
			while (waitedMs < maxStallMs) {
				const left = rest.length;
				if (push()) return;
				waitedMs = rest.length < left ? 0 : waitedMs + pauseMs;
				Atomics.wait(clock, 0, 0, pauseMs);
			}
		},
	};
}
