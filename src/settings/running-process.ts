import {isSystemError} from './json-file.ts';

/** Whether a process with this id exists on this machine. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return isSystemError(error) && error.code === 'EPERM';
	}
}
