import {existsSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import {pathToFileURL} from 'node:url';
import type {LocalTime} from '../clock.ts';
import {plain} from '../text.ts';
import type {Watch} from './observations.ts';
import type {Row} from './schema.ts';

/** A project without a name or a slug has an empty one. */
type KnownProject = {readonly id: string; readonly name: string; readonly slug: string};

type KnownDeployment = {readonly id: string; readonly status: string; readonly conclusion: string};

/** The names in a journal. Reading them neither creates nor migrates nor repairs anything. */
export type KnownNames = {
	/** Returns the projects whose id, name or slug begins with `typed`, most recently seen first. Without a service, those of all services. */
	readonly projects: (service: string | undefined, typed: string) => readonly KnownProject[];
	/** Returns the deployments of a project with this id, name or slug in the same order. */
	readonly deployments: (service: string | undefined, project: string) => readonly KnownDeployment[];
	readonly watches: (service: string) => readonly Watch[];
};

const maxNames = 500;

/** The first schemas with the names of projects, and with the table `observations`. Before the former, only the titles of projects with deployments are known. */
const namesSince = 4;
const observationsSince = 7;

const named = '(SELECT * FROM projects WHERE NOT is_gone)';

const titled = `(SELECT service, project_id, project AS name, '' AS slug, max(seen_at) AS seen_at FROM sightings
	GROUP BY service, project_id)`;

/** Opens a journal to look up names. Undefined if there is none or it cannot be read. */
export function openKnownNames(path: string): KnownNames | undefined {
	return lookUp(path, database => {
		const {user_version: version} = database.prepare('PRAGMA user_version').get() ?? {};
		const projects = Number(version) < namesSince ? titled : named;
		const observations = Number(version) < observationsSince ? 'sightings' : 'observations';
		return {
			projects: (service, typed) =>
				database
					.prepare(
						`SELECT project_id AS id, name, slug FROM ${projects} WHERE service = coalesce(?1, service) AND
						?2 IN ('', substr(project_id, 1, length(?2)), substr(name, 1, length(?2)), substr(slug, 1, length(?2)))
						ORDER BY seen_at DESC LIMIT ?3`,
					)
					.all(service ?? null, typed, maxNames)
					.map(({id, name, slug}) => ({id: String(id), name: String(name ?? ''), slug: String(slug ?? '')})),

			deployments: (service, project) =>
				database
					.prepare(
						`SELECT deployment_id AS id, record ->> 'status' AS status, record ->> 'conclusion' AS conclusion
						FROM ${observations} AS seen WHERE service = coalesce(?1, service) AND (project_id = ?2 OR project = ?2 OR
						project_id IN (SELECT project_id FROM ${projects} AS known WHERE known.service = seen.service AND ?2 IN (name, slug)))
						ORDER BY seen_at DESC LIMIT ?3`,
					)
					.all(service ?? null, project, maxNames)
					.map(({id, status, conclusion}) => ({
						id: String(id),
						status: String(status ?? ''),
						conclusion: String(conclusion ?? ''),
					})),

			watches: service =>
				database
					.prepare('SELECT project_id AS id FROM watches WHERE service = ?')
					.all(service)
					.map(({id}) => ({projectId: String(id), deploymentId: undefined, project: plain``, isMine: false})),
		};
	});
}

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
export const liveMs = 15_000;

export const windowOf = (row: Row): OpenWindow => ({
	id: String(row.id),
	service: String(row.service),
	weight: Number(row.weight),
	perMinute: Number(row.per_minute),
	at: Number(row.at),
});

/** Returns the open windows of a journal, with the ids of their processes. Neither creates nor changes anything. */
export const readWindows = (path: string, now: LocalTime): ReadonlyArray<OpenWindow & {readonly pid: number}> =>
	lookUp(path, database =>
		database
			.prepare('SELECT * FROM windows WHERE abs(at - ?) <= ? ORDER BY pid')
			.all(now, liveMs)
			.map(row => ({...windowOf(row), pid: Number(row.pid)})),
	) ?? [];

/** Returns where the user was on a service, as saved. Neither creates nor changes anything: the journal must not be opened before the first screen is drawn. */
export const readPlace = (path: string, service: string): string | undefined =>
	lookUp(path, database => {
		const row = database.prepare('SELECT place FROM places WHERE service = ?').get(service);
		database.close();
		return row && String(row.place);
	});

/** Opens a database read-only. SQLite would create files next to one with a write-ahead log, unless they are there or the file is declared immutable. Returns undefined if there is none, it cannot be read, or an earlier version wrote it, without the table. */
function lookUp<Found>(path: string, find: (database: DatabaseSync) => Found): Found | undefined {
	if (!existsSync(path)) return undefined;
	try {
		const {DatabaseSync: Database} = process.getBuiltinModule('node:sqlite');
		const url = pathToFileURL(path);
		if (!existsSync(`${path}-wal`) || !existsSync(`${path}-shm`)) url.searchParams.set('immutable', '1');
		return find(new Database(url, {readOnly: true, timeout: 100}));
	} catch {
		return undefined;
	}
}
