import type {DatabaseSync} from 'node:sqlite';
import type {LocalTime} from '../clock.ts';
import type {Draft, Intent, Watch} from './journal-records.ts';
import type {JournalOwner} from './snapshot.ts';

type WatchKey = Pick<Watch, 'projectId' | 'deploymentId'>;

/** Another window may have saved a later read. One that is this much later was saved before the clock was set back. */
const maxLaterMs = 300_000;

/** Saves when the service was last read. */
export function saveVisit(database: DatabaseSync, service: string, readAt: LocalTime): void {
	database
		.prepare(
			`INSERT INTO visits (service, read_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET read_at = excluded.read_at
			WHERE excluded.read_at > read_at OR read_at > excluded.read_at + ${maxLaterMs}`,
		)
		.run(service, readAt);
}

export function saveWatch(
	database: DatabaseSync,
	service: string,
	{projectId, deploymentId = '', project, isMine}: Watch,
): void {
	database
		.prepare('INSERT OR REPLACE INTO watches VALUES (?, ?, ?, ?, ?)')
		.run(service, projectId, deploymentId, project, isMine ? 1 : 0);
}

export function deleteWatch(database: DatabaseSync, service: string, {projectId, deploymentId = ''}: WatchKey): void {
	database
		.prepare('DELETE FROM watches WHERE service = ? AND project_id = ? AND deployment_id = ?')
		.run(service, projectId, deploymentId);
}

export function findBody(database: DatabaseSync, service: string, projectId: string): string | undefined {
	const row = database.prepare('SELECT body FROM bodies WHERE service = ? AND project_id = ?').get(service, projectId);
	return row && String(row.body);
}

export function saveBody(database: DatabaseSync, service: string, projectId: string, body: string): void {
	database.prepare('INSERT OR REPLACE INTO bodies VALUES (?, ?, ?)').run(service, projectId, body);
}

/** `ownerId` is the id of the process that sends the write. */
export function saveIntent(database: DatabaseSync, service: string, ownerId: number, {id, at, content}: Intent): void {
	database
		.prepare('INSERT OR REPLACE INTO intents (id, service, owner, at, content, knows_path) VALUES (?, ?, ?, ?, ?, 1)')
		.run(id, service, ownerId, at, content);
}

/** Makes a process the one that looks for the outcome of a write. Returns whether it is: not if another running process is, or if the write is settled. */
export function holdIntent(database: DatabaseSync, id: string, {id: ownerId, isRunning}: JournalOwner): boolean {
	const row = database.prepare('SELECT owner FROM intents WHERE id = ?').get(id);
	const holder = Number(row?.owner);
	if (!row || (holder !== ownerId && isRunning(holder))) return false;
	// Of two processes that see the same former holder, the first one holds it.
	const update = database.prepare('UPDATE intents SET owner = ? WHERE id = ? AND owner = ?');
	return update.run(ownerId, id, holder).changes === 1;
}

/** Without a draft, deletes the one that is saved. */
export function saveDraft(database: DatabaseSync, service: string, projectId: string, draft: Draft | undefined): void {
	if (!draft) {
		database.prepare('DELETE FROM drafts WHERE service = ? AND project_id = ?').run(service, projectId);
		return;
	}

	database
		.prepare('INSERT OR REPLACE INTO drafts (service, project_id, content) VALUES (?, ?, ?)')
		.run(service, projectId, JSON.stringify(draft));
}
