import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {isSystemError} from '../base/files.ts';

function exists(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return isSystemError(error) && error.code === 'EPERM';
	}
}

/** More than any process id of Linux and macOS. */
const pidCount = 2 ** 22;

/** With more, an id would be too large for a number. A prime, so that no part of a start is lost. */
const startCount = 2 ** 31 - 1;

/** Returns when a process started, as a text that no other process with its id shares. Throws if it is not running, or if the system does not tell. */
function processStart(pid: number): string {
	if (!existsSync('/proc/self/stat')) {
		const options = {encoding: 'utf8', env: {LC_ALL: 'C', TZ: 'UTC'}, stdio: 'pipe'} as const;
		return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], options);
	}

	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name of the program comes before, in parentheses, and may contain any of these characters.
	const [state = '', ...rest] = fields.slice(fields.lastIndexOf(')') + 2).split(' ');
	// It has ended, but the one that started it has not asked how.
	if ('ZX'.includes(state)) throw new Error('not running');
	// In which run of the computer, and how long after its start: nobody's clock changes that.
	return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')} ${rest[18]}`;
}

/** The process id with a number for when it started. The process id alone if that is not known. */
function datedProcessId(pid: number): number {
	try {
		let number = 1;
		for (const character of processStart(pid)) number = (number * 31 + character.charCodeAt(0)) % startCount;
		return Math.max(1, number) * pidCount + pid;
	} catch {
		return pid;
	}
}

/** Identifies a process in a file that outlives it, by its id and when it started: later, another process may have the same id. Earlier versions stored the process id alone. */
export const lastingProcess = (pid: number) => {
	let own: number | undefined;
	return {
		/** Asks the system only if it is needed, which not every run does. */
		get id() {
			own ??= datedProcessId(pid);
			return own;
		},

		isRunning: (id: number): boolean =>
			// In a container, every process may have the same process id.
			id < pidCount ? id !== pid && exists(id) : datedProcessId(id % pidCount) === id,
	};
};
