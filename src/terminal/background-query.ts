import {constants, openSync, readSync} from 'node:fs';
import {ReadStream} from 'node:tty';
import {isSystemError} from '../base/files.ts';
import type {TerminalOutput} from './terminal-output.ts';

const backgroundQuery = '\u001B]11;?\u001B\\';

const maxWaitMs = 300;

const pauseMs = 5;

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
		// The terminal is gone.
		if (!isSystemError(error)) throw error;
	}
}

/** A reply that comes late is input: a later owner of the terminal would take it for keys. */
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

		/** Call it only while the terminal is in raw mode. */
		settle() {
			if (outstanding > 0 && stdin instanceof ReadStream) dropReplies(outstanding);
			outstanding = 0;
		},
	};
}
