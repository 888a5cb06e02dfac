import {existsSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import {pathToFileURL} from 'node:url';
import {plain} from '../text.ts';
import type {Watch} from './sighting.ts';

type KnownProject = {readonly id: string; readonly name: string};

type KnownDeployment = {readonly id: string; readonly status: string; readonly conclusion: string};

/** The names in a journal. Reading them neither creates nor migrates nor repairs anything. */
export type KnownNames = {
	/** The project that was seen last comes first. Without a service, those of all services. */
	readonly projects: (service: string | undefined) => readonly KnownProject[];
	/** Returns the deployments of a project with this id or name in the same order. */
	readonly deployments: (service: string | undefined, project: string) => readonly KnownDeployment[];
	readonly watches: (service: string) => readonly Watch[];
};

const maxNames = 500;

/** Opens a journal to look up names. Undefined if there is none or it cannot be read. */
export function openKnownNames(path: string): KnownNames | undefined {
	if (!existsSync(path)) return undefined;
	try {
		const database = openUntouched(path);
		return {
			projects: service =>
				database
					.prepare(
						`SELECT project_id AS id, project AS name, max(seen_at) AS at FROM sightings
						WHERE service = coalesce(?, service) GROUP BY project_id ORDER BY at DESC LIMIT ?`,
					)
					.all(service ?? null, maxNames)
					.map(({id, name}) => ({id: String(id), name: String(name)})),

			deployments: (service, project) =>
				database
					.prepare(
						`SELECT deployment_id AS id, record ->> 'status' AS status, record ->> 'conclusion' AS conclusion
						FROM sightings WHERE service = coalesce(?1, service) AND (project_id = ?2 OR project = ?2)
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
function openUntouched(path: string): DatabaseSync {
	const {DatabaseSync: Database} = process.getBuiltinModule('node:sqlite');
	const url = pathToFileURL(path);
	if (!existsSync(`${path}-wal`) || !existsSync(`${path}-shm`)) url.searchParams.set('immutable', '1');
	return new Database(url, {readOnly: true, timeout: 100});
}
