import {existsSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import {pathToFileURL} from 'node:url';
import {plain} from '../text.ts';
import type {Watch} from './journal-records.ts';

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

/** The first schema version that holds the names of projects. Earlier ones hold only the titles of projects with deployments. */
const namesSince = 4;

/** The projects of journals of earlier versions. */
const titled = `(SELECT service, project_id, project AS name, '' AS slug, max(seen_at) AS seen_at FROM sightings
	GROUP BY service, project_id)`;

const named = '(SELECT * FROM projects WHERE NOT is_gone)';

/** Opens a journal to look up names. Undefined if there is none or it cannot be read. */
export function openKnownNames(path: string): KnownNames | undefined {
	if (!existsSync(path)) return undefined;
	try {
		const database = openUntouched(path);
		const {user_version: version} = database.prepare('PRAGMA user_version').get() ?? {};
		const projects = Number(version) < namesSince ? titled : named;
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
						FROM sightings WHERE service = coalesce(?1, service) AND (project_id = ?2 OR project = ?2 OR project_id IN
						(SELECT project_id FROM ${projects} AS known WHERE known.service = sightings.service AND ?2 IN (name, slug)))
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
	} catch {
		return undefined;
	}
}

/** Opens a database read-only. SQLite would create files next to one with a write-ahead log, unless they are there or the file is declared immutable. */
export function openUntouched(path: string): DatabaseSync {
	const {DatabaseSync: Database} = process.getBuiltinModule('node:sqlite');
	const url = pathToFileURL(path);
	if (!existsSync(`${path}-wal`) || !existsSync(`${path}-shm`)) url.searchParams.set('immutable', '1');
	return new Database(url, {readOnly: true, timeout: 100});
}
