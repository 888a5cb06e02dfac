import {constants, openSync, readSync} from 'node:fs';
import {ReadStream} from 'node:tty';
import {isSystemError} from '../base/files.ts';
import type {TerminalOutput} from './output.ts';

/** Asks the terminal for its background colour (OSC 11). Terminals that do not know the question ignore it. */
const backgroundQuery = '\u001B]11;?\u001B\\';

/** How long whoever gets the terminal next waits for an outstanding reply. */
const maxWaitMs = 300;

const pauseMs = 5;

/** Reads up to the end of so many control strings, and drops them. Blocks. */
function dropReplies(count: number): void {
	const clock = new Int32Array(new SharedArrayBuffer(4));
	const byte = Buffer.alloc(1);
	let received = '';
	let waitedMs = 0;
	try {
		const fd = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
		while (waitedMs < maxWaitMs && received.split(/\u0007|\u001B\\/).length <= count) {
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

/** Asks for the colour behind the text. The reply arrives as input, so whoever has the terminal then would take it for keys. */
export function createBackgroundQuery(output: Pick<TerminalOutput, 'write'>, stdin: NodeJS.ReadStream) {
	let outstanding = 0;
	return {
		ask() {
			outstanding++;
			output.write(backgroundQuery);
		},

		noteReply() {
			outstanding = Math.max(0, outstanding - 1);
		},

		/** Waits for the replies that are outstanding, and drops them. Call it while the terminal is in raw mode. */
		settle() {
			if (outstanding > 0 && stdin instanceof ReadStream) dropReplies(outstanding);
			outstanding = 0;
		},
	};
}
