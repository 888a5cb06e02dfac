import {constants, openSync, readSync} from 'node:fs';
import {ReadStream} from 'node:tty';
import {isSystemError} from '../base/files.ts';
import type {TerminalOutput} from './output.ts';

/** Asks the terminal for its background colour (OSC 11). Terminals that do not know the question ignore it. */
const backgroundQuery = '\u001B]11;?\u001B\\';

/** Later than this after the question, no reply is expected. */
const maxReplyMs = 5000;

/** How long a reply that is outstanding keeps the terminal from whoever gets it next. */
const maxWaitMs = 300;

const pauseMs = 5;

/** Reads up to the end of a control string, and drops it. Blocks. */
function dropReply(): void {
	const clock = new Int32Array(new SharedArrayBuffer(4));
	const byte = Buffer.alloc(1);
	let received = '';
	let waitedMs = 0;
	try {
		const fd = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
		while (waitedMs < maxWaitMs && !/\u0007$|\u001B\\$/.test(received)) {
			try {
				if (readSync(fd, byte) === 0) return;
				received += byte.toString('latin1');
			} catch (error) {
				if (!isSystemError(error) || error.code !== 'EAGAIN') throw error;
				Atomics.wait(clock, 0, 0, pauseMs);
				waitedMs += pauseMs;
			}
		}
	} catch (error) {
		// There is no terminal any more.
		if (!isSystemError(error)) throw error;
	}
}

type BackgroundQueryOptions = {
	readonly output: Pick<TerminalOutput, 'write'>;
	/** The keyboard. */
	readonly stdin: NodeJS.ReadStream;
	readonly elapsed: () => number;
};

/** Asks for the colour behind the text. The reply arrives as input, so whoever has the terminal then would take it for keys. */
export function createBackgroundQuery({output, stdin, elapsed}: BackgroundQueryOptions) {
	let isExpectedUntil = 0;
	return {
		ask() {
			isExpectedUntil = elapsed() + maxReplyMs;
			output.write(backgroundQuery);
		},

		/** Call it when the reply has come. */
		noteReply() {
			isExpectedUntil = 0;
		},

		/** Waits for a reply that is outstanding, and drops it. Call it while the terminal is in raw mode. */
		settle() {
			if (elapsed() < isExpectedUntil && stdin instanceof ReadStream) dropReply();
			isExpectedUntil = 0;
		},
	};
}
