import {uptime} from 'node:os';
import {isSystemError} from './json-file.ts';

/** Whether a process with this id exists on this machine. */
function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return isSystemError(error) && error.code === 'EPERM';
	}
}

/** More than any process id of Linux and macOS. */
const pidCount = 2 ** 22;

/** What is counted from: 1 January 2020. */
const epochMs = 1_577_836_800_000;

/** With more, an id would be too large for a number. They last until 2088. */
const maxSeconds = 2 ** 31 - 1;

/** Identifies this process in a file that outlives it: by its id and when it started, in seconds by the local clock. After the computer was started again, another process may have the same id. Earlier versions stored the process id alone. */
export function lastingProcess(pid: number, now: () => number) {
	const seconds = Math.floor((now() - epochMs) / 1000);
	return {
		id: Math.min(Math.max(1, seconds), maxSeconds) * pidCount + (pid % pidCount),

		/** Whether a process is still running. */
		isRunning(id: number): boolean {
			const startedAt = Math.floor(id / pidCount) * 1000 + epochMs;
			const bootedAt = now() - uptime() * 1000;
			// Another process that had the id of this one has ended: in a container, every process may have the same.
			const isReused = id % pidCount === pid % pidCount;
			return !isReused && (id < pidCount || startedAt >= bootedAt) && isRunning(id % pidCount);
		},
	};
}
