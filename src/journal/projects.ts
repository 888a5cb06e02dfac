import type {DatabaseSync} from 'node:sqlite';
import type {ServiceTime} from '../clock.ts';
import type {NamedProject} from './journal-records.ts';

/** Saves the names and slugs of projects. Writes nothing if they are known already. */
export function saveProjects(
	database: DatabaseSync,
	service: string,
	projects: readonly NamedProject[],
	seenAt: ServiceTime,
): void {
	const upsert = database.prepare(
		`INSERT INTO projects (service, project_id, name, slug, seen_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET name = excluded.name, slug = excluded.slug, seen_at = excluded.seen_at, is_gone = 0
		WHERE name IS NOT excluded.name OR slug IS NOT excluded.slug OR is_gone`,
	);
	for (const {id, name, slug} of projects) upsert.run(service, id, name ?? null, slug ?? null, seenAt);
}

/** Saves that something happened in a project that has this title, if it is not known by a name. */
export function saveProjectTitle(
	database: DatabaseSync,
	service: string,
	{projectId, title, seenAt}: {readonly projectId: string; readonly title: string; readonly seenAt: ServiceTime},
): void {
	database
		.prepare(
			`INSERT INTO projects (service, project_id, name, seen_at) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET seen_at = max(seen_at, excluded.seen_at)`,
		)
		.run(service, projectId, title, seenAt);
}

/** Saves that a project was deleted. What was observed of it stays. */
export function saveProjectGone(database: DatabaseSync, service: string, projectId: string): void {
	database.prepare('UPDATE projects SET is_gone = 1 WHERE service = ? AND project_id = ?').run(service, projectId);
}
