import type {DatabaseSync} from 'node:sqlite';
import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../clock.ts';
import {type SafeText, type ServiceText, safe, serviceText} from '../text.ts';

/** A deployment as it was last read. Times are by the service's clock, in milliseconds since the epoch. */
export type Observation = {
	readonly deployment: Deployment;
	/** The project's name at that time. */
	readonly project: SafeText;
	readonly seenAt: ServiceTime;
};

/** The fields of a deployment whose changes are tracked. */
export type ObservedStatus = Pick<Deployment, 'status' | 'conclusion' | 'concludedAt'>;

/** An observed change of a deployment. It happened between `after` and `before`, by the service's clock; the exact time is unknown. */
export type Change = {
	readonly projectId: string;
	readonly deploymentId: string;
	readonly from: ObservedStatus;
	readonly to: ObservedStatus;
	readonly after: ServiceTime;
	readonly before: ServiceTime;
};

/** What the journal knows about some deployments, such as those of one project. */
export type ProjectSnapshot = {
	/** Newest first. */
	readonly observations: readonly Observation[];
	/** In the order in which they were observed. */
	readonly changes: readonly Change[];
};

/** What the user watches: one deployment until it concludes, or all deployments of a project. */
export type Watch = {
	readonly projectId: string;
	/** Undefined to watch all deployments of the project. */
	readonly deploymentId: string | undefined;
	readonly project: SafeText;
	/** Whether the user triggered the deployment. */
	readonly isMine: boolean;
};

/** What a project is called, exactly as the service says. */
export type NamedProject = {readonly id: string; readonly name: string | undefined; readonly slug: string | undefined};

/** The maximum number of deployments loaded at once: more than a user scrolls through, and more than run at the same time. */
const maxRecalled = 500;

const exact = (text: ServiceText | undefined): string | null => text?.exact ?? null;

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

const statusText = ({status, conclusion, concludedAt}: ObservedStatus): string =>
	JSON.stringify({status: exact(status), conclusion: exact(conclusion), concludedAt});

/** The fields of a stored record, as named by `recordOf`. */
type StoredField = Exclude<keyof Deployment, 'drift'>;

type StoredRecord = Readonly<Record<StoredField, string | number | null | undefined>>;

const parseRecord = (json: unknown): StoredRecord => JSON.parse(String(json)) as StoredRecord;

const textIn = (record: StoredRecord, name: StoredField): ServiceText | undefined => {
	const text = record[name];
	return typeof text === 'string' ? serviceText(text) : undefined;
};

const numberIn = (record: StoredRecord, name: StoredField): number | undefined => {
	const value = record[name];
	return typeof value === 'number' ? value : undefined;
};

const statusOf = (record: StoredRecord): ObservedStatus => ({
	status: textIn(record, 'status'),
	conclusion: textIn(record, 'conclusion'),
	concludedAt: numberIn(record, 'concludedAt'),
});

const deploymentOf = (record: StoredRecord): Deployment => ({
	id: String(record.id),
	projectId: String(record.projectId),
	environmentId: textIn(record, 'environmentId'),
	uploadVersion: numberIn(record, 'uploadVersion'),
	url: textIn(record, 'url'),
	createdAt: numberIn(record, 'createdAt'),
	requestId: textIn(record, 'requestId'),
	drift: [],
	...statusOf(record),
});

type Column =
	| 'record'
	| 'project'
	| 'seen_at'
	| 'project_id'
	| 'deployment_id'
	| 'from_status'
	| 'to_status'
	| 'after'
	| 'before';

type Row = Partial<Readonly<Record<Column, unknown>>>;

const observationOf = ({record, project, seen_at: seenAt}: Row): Observation => ({
	deployment: deploymentOf(parseRecord(record)),
	project: safe(String(project)),
	seenAt: Number(seenAt),
});

const changeOf = (row: Row): Change => ({
	projectId: String(row.project_id),
	deploymentId: String(row.deployment_id),
	from: statusOf(parseRecord(row.from_status)),
	to: statusOf(parseRecord(row.to_status)),
	after: Number(row.after),
	before: Number(row.before),
});

/** Compares by creation time. Deployments without one come last. */
const newestFirst = ({deployment: a}: Observation, {deployment: b}: Observation): number =>
	(b.createdAt ?? Number.NEGATIVE_INFINITY) - (a.createdAt ?? Number.NEGATIVE_INFINITY) || (b.id > a.id ? 1 : -1);

/** Saves observations and changes. Ignores an observation that is older than the saved one. */
export function saveObservations(
	database: DatabaseSync,
	service: string,
	observations: readonly Observation[],
	changes: readonly Change[],
): void {
	const upsertObservation = database.prepare(
		`INSERT INTO observations (service, project_id, deployment_id, project, is_concluded, seen_at, record)
		VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET project = excluded.project, is_concluded = excluded.is_concluded,
			seen_at = excluded.seen_at, record = excluded.record
		WHERE excluded.seen_at >= seen_at`,
	);
	for (const {deployment, project, seenAt} of observations) {
		const {projectId, id} = deployment;
		upsertObservation.run(
			service,
			projectId,
			id,
			project,
			isConcluded(deployment) ? 1 : 0,
			seenAt,
			recordOf(deployment),
		);
	}

	const titles = new Map(
		observations.map(({deployment: {projectId}, project, seenAt}) => [projectId, {title: project, seenAt}]),
	);
	for (const [projectId, seen] of titles) saveProjectTitle(database, service, {projectId, ...seen});

	// Another process may have observed the same change between other reads.
	const insertChange = database.prepare(
		`INSERT INTO changes (service, project_id, deployment_id, after, before, from_status, to_status)
		SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE NOT EXISTS (SELECT 1 FROM changes WHERE service = ?1 AND project_id = ?2
			AND deployment_id = ?3 AND from_status = ?6 AND to_status = ?7 AND after < ?5 AND before > ?4)`,
	);
	for (const {projectId, deploymentId, after, before, from, to} of changes) {
		insertChange.run(service, projectId, deploymentId, after, before, statusText(from), statusText(to));
	}
}

/** Returns the deployments that had not concluded when they were last read, newest first. */
export const unfinishedObservations = (database: DatabaseSync, service: string): readonly Observation[] =>
	database
		.prepare('SELECT * FROM observations WHERE service = ? AND is_concluded = 0 ORDER BY seen_at DESC LIMIT ?')
		.all(service, maxRecalled)
		.map(observationOf)
		.sort(newestFirst);

/** Whether a deployment had concluded when it was last read. */
export const isConcludedObservation = (
	database: DatabaseSync,
	service: string,
	projectId: string,
	deploymentId: string | undefined,
): boolean =>
	deploymentId !== undefined &&
	database
		.prepare(
			'SELECT 1 FROM observations WHERE service = ? AND project_id = ? AND deployment_id = ? AND is_concluded = 1',
		)
		.get(service, projectId, deploymentId) !== undefined;

/** Returns deployments that had concluded, the latest read first. */
export const concludedDeployments = (database: DatabaseSync, service: string): readonly Deployment[] =>
	database
		.prepare('SELECT record FROM observations WHERE service = ? AND is_concluded = 1 ORDER BY seen_at DESC LIMIT ?')
		.all(service, maxRecalled)
		.map(({record}) => deploymentOf(parseRecord(record)));

/** Returns what rows of both tables say: observations with the newest first, changes in the order in which they were saved. `changes` comes with the latest first. */
const snapshotOf = (observations: readonly Row[], changes: readonly Row[]): ProjectSnapshot => ({
	observations: observations.map(observationOf).sort(newestFirst),
	changes: changes.map(changeOf).reverse(),
});

/** The maximum number of observations of all projects loaded at once. */
const maxObserved = 5000;

/** Returns what was saved about the deployments of all projects since a moment, by the service's clock. */
export const observedSince = (database: DatabaseSync, service: string, since: ServiceTime): ProjectSnapshot =>
	snapshotOf(
		database
			.prepare('SELECT * FROM observations WHERE service = ? AND seen_at >= ? ORDER BY seen_at DESC LIMIT ?')
			.all(service, since, maxObserved),
		database
			.prepare('SELECT * FROM changes WHERE service = ? AND before >= ? ORDER BY id DESC LIMIT ?')
			.all(service, since, 4 * maxObserved),
	);

/** Returns the saved deployments and changes of a project. */
export const projectSnapshot = (database: DatabaseSync, service: string, projectId: string): ProjectSnapshot =>
	snapshotOf(
		database
			.prepare('SELECT * FROM observations WHERE service = ? AND project_id = ? ORDER BY seen_at DESC LIMIT ?')
			.all(service, projectId, maxRecalled),
		database
			.prepare('SELECT * FROM changes WHERE service = ? AND project_id = ? ORDER BY id DESC LIMIT ?')
			.all(service, projectId, 4 * maxRecalled),
	);

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
function saveProjectTitle(
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
