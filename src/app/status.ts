import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {duration, secondMs} from '../base/duration.ts';
import {exitCodes} from '../base/exit-codes.ts';
import type {Failure} from '../base/failure.ts';
import type {Options} from '../cli/command-line.ts';
import {JournalError} from '../journal/journal-error.ts';
import {readLastRead} from '../journal/read-only.ts';
import {countOrMore} from '../present/format.ts';
import {countsText} from '../present/outcome.ts';
import {findDirectories} from '../settings/directories.ts';
import {chosenConnection, openSettings} from '../settings/settings.ts';
import {isUtf8Locale} from '../terminal/environment.ts';
import {lastingProcess} from '../terminal/running-process.ts';
import {journalKeyOf} from './journal-key.ts';

type StatusOptions = Extract<Options, {readonly command: 'status'}>;

type StatusPrinter = {readonly print: (text: string) => void; readonly fail: (failure: Failure) => number};

const maxRecentMs = 90 * secondMs;

/** Prints what an open window saved with its last read. Makes no request. Resolves with the exit code. */
export function printStatus(
	{isJson, isAscii, ...named}: StatusOptions,
	now: number,
	{print, fail}: StatusPrinter,
): number {
	const {env: environment, pid, platform} = process;
	const {settings: directory, state} = findDirectories(environment);
	const {get, problem} = openSettings(directory);
	const chosen = chosenConnection(named, get());
	const service = journalKeyOf(chosen);
	if (service === undefined) {
		const message = problem ?? 'There is no such service. Name one with --base-url or --profile.';
		return fail({exitCode: exitCodes.usage, message});
	}

	const path = join(state, 'journal.sqlite');
	const read = readLastRead(path, service);
	if (read instanceof JournalError) return fail({exitCode: exitCodes.usage, message: read.message});
	if (!read || !lastingProcess(pid).isRunning(read.owner)) {
		const why = existsSync(path) ? '' : ` There is no journal: ${path}.`;
		return fail({
			exitCode: exitCodes.notFound,
			message: `No open window reads ${chosen.profile ?? chosen.baseUrl}.${why}`,
		});
	}

	const {readAt, counts} = read;
	const {failed, running, isComplete} = counts;
	const ageMs = Math.max(0, now - readAt);
	if (isJson) {
		const times = {read_at: new Date(readAt).toISOString(), age_ms: ageMs};
		print(`${JSON.stringify({failed, running, is_complete: isComplete, ...times})}\n`);
	} else {
		const style = {isAscii: isAscii || !isUtf8Locale(environment, platform)};
		const text = countsText(counts, style) || `${countOrMore(0, !isComplete)} `;
		print(`${text}${style.isAscii ? '-' : '·'} ${duration(ageMs)}${ageMs > maxRecentMs ? ' old' : ''}\n`);
	}

	return exitCodes.done;
}
