import {existsSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import type {LocalTime} from '../clock.ts';
import type {Row} from './database.ts';
import {openUntouched} from './known-names.ts';

/** A window that is open, or a command that follows deployments. */
export type OpenWindow = {
	readonly id: string;
	/** The fingerprint of its service and API key. */
	readonly service: string;
	/** Its weight when the budget is divided. */
	readonly weight: number;
	/** Its `--rpm`. */
	readonly perMinute: number;
	/** When it last said that it is open, by the local clock. */
	readonly at: LocalTime;
};

/** How long a window counts after it last said that it is open: it may have been killed. A time that is further ahead is from before the clock was set back. */
const liveMs = 15_000;

const windowOf = (row: Row): OpenWindow => ({
	id: String(row.id),
	service: String(row.service),
	weight: Number(row.weight),
	perMinute: Number(row.per_minute),
	at: Number(row.at),
});

/** Saves that a window is open. Returns the open windows on its service, itself included. */
export function saveWindow(database: DatabaseSync, window: OpenWindow): readonly OpenWindow[] {
	const {id, service, weight, perMinute, at} = window;
	database.prepare('DELETE FROM windows WHERE abs(at - ?) > ?').run(at, liveMs);
	database
		.prepare('INSERT OR REPLACE INTO windows VALUES (?, ?, ?, ?, ?, ?)')
		.run(id, process.pid, service, weight, perMinute, at);
	return database.prepare('SELECT * FROM windows WHERE service = ?').all(service).map(windowOf);
}

/** Returns the open windows of a journal, with the ids of their processes. Neither creates nor changes anything. */
export function readWindows(path: string, now: LocalTime): ReadonlyArray<OpenWindow & {readonly pid: number}> {
	if (!existsSync(path)) return [];
	try {
		return openUntouched(path)
			.prepare('SELECT * FROM windows WHERE abs(at - ?) <= ? ORDER BY pid')
			.all(now, liveMs)
			.map(row => ({...windowOf(row), pid: Number(row.pid)}));
	} catch {
		// It cannot be read, or was written before there was such a table.
		return [];
	}
}
