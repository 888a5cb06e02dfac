import type {DatabaseSync} from 'node:sqlite';
import {type Deployment, isConcluded} from '../api/types.ts';
import {type Said, safe, said} from '../text.ts';
import type {Change, Observation, ObservedStatus, ProjectSnapshot} from './sighting.ts';

/** More than anybody scrolls through, and than a service lets run at once. */
const maxRemembered = 500;

const exact = (text: Said | undefined): string | null => text?.exact ?? null;

const recordOf = ({id, projectId, uploadVersion, createdAt, concludedAt, ...texts}: Deployment): string =>
	JSON.stringify({
		id,
		projectId,
		environmentId: exact(texts.environmentId),
		status: exact(texts.status),
		conclusion: exact(texts.conclusion),
		uploadVersion,
		url: exact(texts.url),
		createdAt,
		concludedAt,
		requestId: exact(texts.requestId),
	});

const lookText = ({status, conclusion, concludedAt}: ObservedStatus): string =>
	JSON.stringify({status: exact(status), conclusion: exact(conclusion), concludedAt});

/** The fields of a record that were written down, by the names that `recordOf` gives them. */
type StoredField = Exclude<keyof Deployment, 'drift'>;

type Stored = Readonly<Record<StoredField, string | number | null | undefined>>;

const stored = (json: unknown): Stored => JSON.parse(String(json)) as Stored;

const saidIn = (record: Stored, name: StoredField): Said | undefined => {
	const text = record[name];
	return typeof text === 'string' ? said(text) : undefined;
};

const numberIn = (record: Stored, name: StoredField): number | undefined => {
	const value = record[name];
	return typeof value === 'number' ? value : undefined;
};

const lookOf = (record: Stored): ObservedStatus => ({
	status: saidIn(record, 'status'),
	conclusion: saidIn(record, 'conclusion'),
	concludedAt: numberIn(record, 'concludedAt'),
});

const deploymentOf = (record: Stored): Deployment => ({
	id: String(record.id),
	projectId: String(record.projectId),
	environmentId: saidIn(record, 'environmentId'),
	uploadVersion: numberIn(record, 'uploadVersion'),
	url: saidIn(record, 'url'),
	createdAt: numberIn(record, 'createdAt'),
	requestId: saidIn(record, 'requestId'),
	drift: [],
	...lookOf(record),
});

type Column =
	| 'record'
	| 'project'
	| 'seen_at'
	| 'project_id'
	| 'deployment_id'
	| 'looked'
	| 'looks'
	| 'after'
	| 'before';

type Row = Partial<Readonly<Record<Column, unknown>>>;

const sightingOf = ({record, project, seen_at: seenAt}: Row): Observation => ({
	deployment: deploymentOf(stored(record)),
	project: safe(String(project)),
	seenAt: Number(seenAt),
});

const changeOf = (row: Row): Change => ({
	projectId: String(row.project_id),
	deploymentId: String(row.deployment_id),
	from: lookOf(stored(row.looked)),
	to: lookOf(stored(row.looks)),
	after: Number(row.after),
	before: Number(row.before),
});

/** By when they were created; those without a date come last. */
const newestFirst = ({deployment: a}: Observation, {deployment: b}: Observation): number =>
	(b.createdAt ?? Number.NEGATIVE_INFINITY) - (a.createdAt ?? Number.NEGATIVE_INFINITY) || (b.id > a.id ? 1 : -1);

/** Keeps what was seen. A look that is older than the one that is kept changes nothing. */
export function keepSightings(
	database: DatabaseSync,
	service: string,
	sightings: readonly Observation[],
	changes: readonly Change[],
): void {
	const keep = database.prepare(
		`INSERT INTO sightings (service, project_id, deployment_id, project, is_concluded, seen_at, record)
		VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET project = excluded.project, is_concluded = excluded.is_concluded,
			seen_at = excluded.seen_at, record = excluded.record
		WHERE excluded.seen_at >= seen_at`,
	);
	for (const {deployment, project, seenAt} of sightings) {
		const {projectId, id} = deployment;
		keep.run(service, projectId, id, project, isConcluded(deployment) ? 1 : 0, seenAt, recordOf(deployment));
	}

	const add = database.prepare(
		'INSERT INTO changes (service, project_id, deployment_id, after, before, looked, looks) VALUES (?, ?, ?, ?, ?, ?, ?)',
	);
	for (const {projectId, deploymentId, after, before, from, to} of changes) {
		add.run(service, projectId, deploymentId, after, before, lookText(from), lookText(to));
	}
}

/** The deployments that had not concluded when they were last seen. */
export const unfinishedSightings = (database: DatabaseSync, service: string): readonly Observation[] =>
	database
		.prepare('SELECT * FROM sightings WHERE service = ? AND is_concluded = 0 ORDER BY seen_at DESC LIMIT ?')
		.all(service, maxRemembered)
		.map(sightingOf)
		.sort(newestFirst);

export function projectMemory(database: DatabaseSync, service: string, projectId: string): ProjectSnapshot {
	const sightings = database
		.prepare('SELECT * FROM sightings WHERE service = ? AND project_id = ? ORDER BY seen_at DESC LIMIT ?')
		.all(service, projectId, maxRemembered)
		.map(sightingOf);
	const changes = database
		.prepare('SELECT * FROM changes WHERE service = ? AND project_id = ? ORDER BY id DESC LIMIT ?')
		.all(service, projectId, 4 * maxRemembered)
		.map(changeOf);
	return {sightings: sightings.sort(newestFirst), changes: changes.reverse()};
}
