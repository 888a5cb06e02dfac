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

const pidCount = 2 ** 22;

/** The number of distinct starts. With more, an id would be too large for a number. A prime loses no part of a start. */
const startCount = 2 ** 31 - 1;

/** The start of a process, as a text that no other process with its id has. Throws if the process is not running, or if the system does not tell. */
function processStart(pid: number): string {
	if (!existsSync('/proc/self/stat')) {
		const options = {encoding: 'utf8', env: {LC_ALL: 'C', TZ: 'UTC'}, stdio: 'pipe'} as const;
		return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], options);
	}

	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name of the program comes first, in parentheses, and may contain spaces and parentheses.
	const [state = '', ...rest] = fields.slice(fields.lastIndexOf(')') + 2).split(' ');
	// A zombie has ended, but its parent has not asked for its exit code.
	if ('ZX'.includes(state)) throw new Error('not running');
	// The boot of the computer, and the time since then. A changed clock does not matter.
	return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')} ${rest[18]}`;
}

function datedProcessId(pid: number): number {
	try {
		let number = 1;
		for (const character of processStart(pid)) number = (number * 31 + character.charCodeAt(0)) % startCount;
		return Math.max(1, number) * pidCount + pid;
	} catch {
		return pid;
	}
}

/** Identifies a process in a file that outlives it. Another process may get the same process id later. */
export const lastingProcess = (pid: number) => {
	let own: number | undefined;
	return {
		/** Computed on first use, because it may run a program. */
		get id() {
			own ??= datedProcessId(pid);
			return own;
		},

		isRunning: (id: number): boolean =>
			// In a container, every process may have the same process id.
			id < pidCount ? id !== pid && exists(id) : datedProcessId(id % pidCount) === id,
	};
};
