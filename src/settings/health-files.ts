import {mkdirSync, readdirSync, renameSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {isSystemError} from './json-file.ts';
import {readPrivately} from './private-file.ts';

/** How a window is doing, in one sentence. */
export type WindowHealth = {readonly says: string; readonly isBad: boolean};

/** The report of one window, and when it was written. */
export type HealthReport = WindowHealth & {readonly pid: number; readonly at: number};

type HealthFiles = {
	/** Created if missing. Only its owner may enter it. */
	readonly directory: string;
	/** Whether a process exists. */
	readonly isRunning: (pid: number) => boolean;
};

function unlinkIfThere(path: string) {
	try {
		unlinkSync(path);
	} catch (error) {
		if (!isSystemError(error)) throw error;
	}
}

function pidsIn(directory: string): readonly number[] {
	try {
		return readdirSync(directory).flatMap(name => (/^[1-9]\d*\.json$/.test(name) ? Number.parseInt(name, 10) : []));
	} catch (error) {
		if (!isSystemError(error)) throw error;
		return [];
	}
}

const pathOf = (directory: string, pid: number): string => join(directory, `${pid}.json`);

/** Returns a function that writes the report of a window to a file, if it has changed, or removes the file if there is no report. A disk that cannot be written is ignored: nobody depends on these figures. */
export function createHealthFile({
	directory,
	isRunning,
	pid,
	now,
}: HealthFiles & {readonly pid: number; readonly now: () => number}): (health: WindowHealth | undefined) => void {
	const path = pathOf(directory, pid);
	let written: string | undefined;

	function write({says, isBad}: WindowHealth) {
		if (written === undefined) {
			mkdirSync(directory, {recursive: true, mode: 0o700});
			// Windows that were killed have left theirs behind.
			for (const other of pidsIn(directory)) if (!isRunning(other)) unlinkIfThere(pathOf(directory, other));
		}

		const draft = `${path}.tmp`;
		writeFileSync(draft, JSON.stringify({says, isBad, at: now()}), {mode: 0o600});
		renameSync(draft, path);
		written = says;
	}

	return health => {
		if (health?.says === written) return;
		try {
			if (health) return write(health);
			unlinkIfThere(path);
			written = undefined;
		} catch (error) {
			if (!isSystemError(error)) throw error;
		}
	};
}

function reportFrom(text: string, pid: number): HealthReport | undefined {
	try {
		const {says, isBad, at} = JSON.parse(text);
		return typeof says === 'string' && Number.isFinite(at) ? {pid, says, isBad: isBad === true, at} : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the reports of the windows that are open. */
export function readHealthFiles({
	directory,
	isRunning,
	userId,
}: HealthFiles & {readonly userId: number | undefined}): readonly HealthReport[] {
	return pidsIn(directory).flatMap(pid => {
		if (!isRunning(pid)) return [];
		const file = readPrivately(pathOf(directory, pid), {userId, isSecret: false});
		return file.outcome === 'read' ? (reportFrom(file.text, pid) ?? []) : [];
	});
}
