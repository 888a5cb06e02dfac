import type {DatabaseSync} from 'node:sqlite';
import {safe} from '../text.ts';
import type {Row} from './database.ts';
import type {Draft, JournalSnapshot, UnsettledIntent, Watch} from './journal-records.ts';
import {concludedDeployments, unfinishedObservations} from './observations.ts';
import {withoutPath} from './services.ts';

/** The process that writes to a journal. */
export type JournalOwner = {
	readonly id: number;
	/** Whether the process with another id is still running. */
	readonly isRunning: (id: number) => boolean;
};

const watchOf = (row: Row): Watch => ({
	projectId: String(row.project_id),
	deploymentId: row.deployment_id === '' ? undefined : String(row.deployment_id),
	project: safe(String(row.project)),
	isMine: row.is_mine === 1,
});

/** Returns the writes with an unknown outcome, earliest first, including those that an earlier version sent to any path of the host. */
export const unsettledIntents = (
	database: DatabaseSync,
	service: string,
	owner: JournalOwner,
): readonly UnsettledIntent[] =>
	database
		.prepare(
			'SELECT id, at, owner, content FROM intents WHERE service = ? OR (service = ? AND NOT knows_path) ORDER BY at',
		)
		.all(service, withoutPath(service))
		.map(row => ({
			id: String(row.id),
			at: Number(row.at),
			content: String(row.content),
			isHeld: Number(row.owner) !== owner.id && owner.isRunning(Number(row.owner)),
		}));

/** Returns what the journal knows about a service. */
export function journalSnapshot(database: DatabaseSync, service: string): JournalSnapshot {
	const visit = database.prepare('SELECT read_at FROM visits WHERE service = ?').get(service);
	return {
		unfinished: unfinishedObservations(database, service),
		concluded: concludedDeployments(database, service),
		watches: database.prepare('SELECT * FROM watches WHERE service = ?').all(service).map(watchOf),
		lastReadAt: visit && Number(visit.read_at),
		drafts: new Map(
			database
				.prepare('SELECT project_id, content FROM drafts WHERE service = ?')
				.all(service)
				.map(row => [String(row.project_id), JSON.parse(String(row.content)) as Draft] as const),
		),
		words: database
			.prepare('SELECT word FROM words')
			.all()
			.map(({word}) => String(word)),
	};
}
