import type {LocalTime} from '../base/clock.ts';
import {safe} from '../base/text.ts';
import type {Draft, JournalSnapshot} from '../model/journal-snapshot.ts';
import type {Watch} from '../model/watches.ts';
import {createDatabase, type DatabaseOptions} from './database.ts';
import {entriesIn, intentsIn} from './entries.ts';
import {liveMs, type OpenWindow, windowOf} from './names.ts';
import {observationsIn} from './observations.ts';
import {anyPath, type ConnectionNames, forgetService, type JournalOwner, type Row, renameService} from './schema.ts';

type JournalOptions = Omit<DatabaseOptions, 'owner'> & {readonly owner?: JournalOwner};

const noOwner: JournalOwner = {id: 0, isRunning: () => false};

/** Another window may have saved a later read. One that is this much later was saved before the clock was set back. */
const maxLaterMs = 300_000;

/** The maximum number of services whose places are kept. */
const maxPlaces = 50;

const watchOf = (row: Row): Watch => ({
	projectId: String(row.project_id),
	deploymentId: row.deployment_id === '' ? undefined : String(row.deployment_id),
	project: safe(String(row.project)),
	isMine: row.is_mine === 1,
});

/**
A log of what landfall did and observed, kept across restarts. Each method writes to the database before it returns.

`service` is a key that identifies a service and a team: a name, and the host and path of an address.
*/
export function openJournal({owner = noOwner, ...options}: JournalOptions) {
	const database = createDatabase({...options, owner});
	const {use, write, rows, run, ...file} = database;
	const {unfinished, concluded, hasConcluded, ...observations} = observationsIn(database);

	const watchesOf = (service: string) => rows('SELECT * FROM watches WHERE service = ?', service).map(watchOf);

	/** Returns rows about a service, its own after those that 0.1.0 left for every path of the host. */
	const ofAnyPath = (select: string, service: string, and = '', ...values: readonly string[]) =>
		rows(`${select} WHERE service IN (?1, ?2) ${and} ORDER BY service = ?1`, service, anyPath(service), ...values);

	return {
		...file,
		...entriesIn(database),
		...intentsIn(database, owner),
		...observations,

		snapshot(service: string): JournalSnapshot {
			const [lastRead] = rows('SELECT read_at FROM last_reads WHERE service = ?', service);
			const drafts = ofAnyPath('SELECT project_id, content FROM drafts', service);
			return {
				unfinished: unfinished(service),
				concluded: concluded(service),
				watches: watchesOf(service),
				lastReadAt: lastRead && Number(lastRead.read_at),
				drafts: new Map(drafts.map(row => [String(row.project_id), JSON.parse(String(row.content)) as Draft])),
				words: rows('SELECT word FROM announced_words').map(({word}) => String(word)),
			};
		},

		/** Saves when the service was last read, by the local clock. */
		saveVisit: (service: string, readAt: LocalTime) =>
			run(
				`INSERT INTO last_reads (service, read_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET read_at = excluded.read_at
				WHERE excluded.read_at > read_at OR read_at > excluded.read_at + ${maxLaterMs}`,
				service,
				readAt,
			),

		/** Returns what the user watches in any window. Of `known`, that includes deployments whose conclusion another window has seen: this one watches them until it sees it, too. */
		watchesElsewhere: (service: string, known: Iterable<Watch>): readonly Watch[] => [
			...watchesOf(service),
			...[...known].filter(
				({projectId, deploymentId}) => deploymentId !== undefined && hasConcluded(service, projectId, deploymentId),
			),
		],

		saveWatch(service: string, {projectId, deploymentId = '', project, isMine}: Watch) {
			const insert = 'INSERT OR REPLACE INTO watches VALUES (?, ?, ?, ?, ?)';
			run(insert, service, projectId, deploymentId, project, isMine ? 1 : 0);
		},

		deleteWatch(service: string, {projectId, deploymentId = ''}: Pick<Watch, 'projectId' | 'deploymentId'>) {
			const where = 'service = ? AND project_id = ? AND deployment_id = ?';
			run(`DELETE FROM watches WHERE ${where}`, service, projectId, deploymentId);
		},

		saveWord: (word: string) => run('INSERT OR IGNORE INTO announced_words (word) VALUES (?)', word),

		/** Returns the JSON request body of a project's last deployment. */
		bodyOf(service: string, projectId: string): string | undefined {
			const row = ofAnyPath('SELECT body FROM deploy_bodies', service, 'AND project_id = ?3', projectId).at(-1);
			return row && String(row.body);
		},

		saveBody: (service: string, projectId: string, body: string) =>
			run('INSERT OR REPLACE INTO deploy_bodies VALUES (?, ?, ?)', service, projectId, body),

		/** Saves the unsent text of a form. Undefined deletes it. */
		saveDraft(service: string, projectId: string, draft: Draft | undefined) {
			const remove = 'DELETE FROM drafts WHERE service IN (?, ?) AND project_id = ?';
			write(opened => {
				opened.prepare(remove).run(service, anyPath(service), projectId);
				if (!draft) return;
				opened.prepare('INSERT INTO drafts VALUES (?, ?, ?)').run(service, projectId, JSON.stringify(draft));
			});
		},

		savePlace(service: string, place: string) {
			run('INSERT OR REPLACE INTO places (service, place) VALUES (?, ?)', service, place);
			run('DELETE FROM places WHERE id NOT IN (SELECT id FROM places ORDER BY id DESC LIMIT ?)', maxPlaces);
		},

		/** Saves that a window is open. Returns the open windows on its service, itself included. */
		saveWindow({id, service, weight, perMinute, at}: OpenWindow): readonly OpenWindow[] {
			file.recover();
			return use(opened => {
				opened.prepare('DELETE FROM windows WHERE abs(at - ?) > ?').run(at, liveMs);
				opened
					.prepare('INSERT OR REPLACE INTO windows VALUES (?, ?, ?, ?, ?, ?)')
					.run(id, process.pid, service, weight, perMinute, at);
				return opened.prepare('SELECT * FROM windows WHERE service = ?').all(service).map(windowOf);
			});
		},

		deleteWindow: (id: string) => run('DELETE FROM windows WHERE id = ?', id),

		/** Keeps what is known about a service under another key, and its entries under the new name of the connection. */
		rename: (service: string, newService: string, names: ConnectionNames) =>
			write(opened => renameService(opened, service, newService, names)),

		/** Deletes what is known about a service, and the entries of its connection. */
		forget: (service: string, connection: string) => write(opened => forgetService(opened, service, connection)),
	};
}

export type Journal = ReturnType<typeof openJournal>;
