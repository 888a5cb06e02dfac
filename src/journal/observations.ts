import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {type ServiceText, safe, serviceText} from '../base/text.ts';
import type {Change, ObservedStatus} from '../model/deployment-changes.ts';
import {newestFirst, type Observation} from '../model/deployment-table.ts';
import type {ProjectSnapshot} from '../model/journal-snapshot.ts';
import type {Database} from './database.ts';
import type {Row} from './schema.ts';

/** What a project is called, in the form in which texts are compared. */
export type NamedProject = {readonly id: string; readonly name: string | undefined; readonly slug: string | undefined};

/** The maximum number of deployments loaded at once: more than a user scrolls through, and more than run at the same time. */
const maxRecalled = 500;

const maxObserved = 5000;

/** More changes than deployments have. */
const changesPerDeployment = 4;

const isText = (value: unknown): value is ServiceText =>
	typeof value === 'object' && value !== null && 'exact' in value;

/** Writes a deployment as JSON, with texts as the service sent them. */
const toJson = (fields: Partial<Omit<Deployment, 'flaws'>>): string =>
	JSON.stringify(fields, (_name, value: unknown) => (isText(value) ? value.exact : value));

const isId = (name: string): boolean => name === 'id' || name === 'projectId';

/** Reads what `toJson` wrote. */
const fromJson = (json: unknown): Partial<Deployment> =>
	JSON.parse(String(json), (name, value: unknown) => {
		return typeof value === 'string' && !isId(name) ? serviceText(value) : value;
	});

/** Only fields without a value are missing. */
export const storedDeployment = ({record}: Row): Deployment => ({flaws: [], ...fromJson(record)}) as Deployment;

/** Always with the same order of fields, so that the same status is the same text. */
const statusJson = ({status, conclusion, concludedAt}: ObservedStatus): string =>
	toJson({status, conclusion, concludedAt});

const observedStatus = (json: unknown): ObservedStatus => {
	const {status, conclusion, concludedAt} = fromJson(json);
	return {status, conclusion, concludedAt};
};

const observationOf = (row: Row): Observation => ({
	deployment: storedDeployment(row),
	project: safe(String(row.project)),
	seenAt: Number(row.seen_at),
});

const changeOf = (row: Row): Change => ({
	projectId: String(row.project_id),
	deploymentId: String(row.deployment_id),
	from: observedStatus(row.from_status),
	to: observedStatus(row.to_status),
	after: Number(row.after),
	before: Number(row.before),
});

/** Ignores an observation that is older than the saved one. */
const upsertObservation = `INSERT INTO observations
	(service, project_id, deployment_id, project, is_concluded, seen_at, record) VALUES (?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT DO UPDATE SET project = excluded.project, is_concluded = excluded.is_concluded,
		seen_at = excluded.seen_at, record = excluded.record
	WHERE excluded.seen_at >= seen_at`;

/** A project is called by its title until its name is known. */
const upsertTitle = `INSERT INTO projects (service, project_id, name, seen_at) VALUES (?, ?, ?, ?)
	ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at WHERE excluded.seen_at > seen_at`;

/** Another process may have observed the same change between other reads. */
const insertChange = `INSERT INTO changes (service, project_id, deployment_id, after, before, from_status, to_status)
	SELECT * FROM (SELECT ? AS service, ? AS project_id, ? AS deployment_id, ? AS after, ? AS before, ? AS was, ? AS is_now)
		AS new
	WHERE NOT EXISTS (SELECT 1 FROM changes AS known WHERE known.service = new.service
		AND known.project_id = new.project_id AND known.deployment_id = new.deployment_id
		AND from_status = was AND to_status = is_now AND known.after < new.before AND known.before > new.after)`;

const upsertProject = `INSERT INTO projects (service, project_id, name, slug, seen_at) VALUES (?, ?, ?, ?, ?)
	ON CONFLICT DO UPDATE SET name = excluded.name, slug = excluded.slug, seen_at = excluded.seen_at, is_gone = 0
	WHERE name IS NOT excluded.name OR slug IS NOT excluded.slug OR is_gone`;

export function observationsIn({rows, run, write}: Database) {
	const observed = (condition: string, limit: number, ...values: ReadonlyArray<string | number>): readonly Row[] =>
		rows(
			`SELECT * FROM observations WHERE service = ? AND ${condition} ORDER BY seen_at DESC LIMIT ${limit}`,
			...values,
		);

	const changed = (condition: string, limit: number, ...values: ReadonlyArray<string | number>): readonly Row[] =>
		rows(`SELECT * FROM changes WHERE service = ? AND ${condition} ORDER BY id DESC LIMIT ${limit}`, ...values);

	/** `changes` comes with the latest first. */
	const snapshotOf = (observations: readonly Row[], changes: readonly Row[]): ProjectSnapshot => ({
		observations: observations.map(observationOf).sort(newestFirst),
		changes: changes.map(changeOf).reverse(),
	});

	return {
		saveObservations(service: string, observations: readonly Observation[], changes: readonly Change[]) {
			write(database => {
				const observe = database.prepare(upsertObservation);
				const call = database.prepare(upsertTitle);
				for (const {deployment, project, seenAt} of observations) {
					const {projectId, id} = deployment;
					const {flaws: _, ...record} = deployment;
					observe.run(service, projectId, id, project, isConcluded(deployment) ? 1 : 0, seenAt, toJson(record));
					call.run(service, projectId, project, seenAt);
				}

				const change = database.prepare(insertChange);
				for (const {projectId, deploymentId, after, before, from, to} of changes) {
					change.run(service, projectId, deploymentId, after, before, statusJson(from), statusJson(to));
				}
			});
		},

		/** Saves the names and slugs of projects, for completion. Changes nothing if they are known already. */
		saveProjects(service: string, projects: readonly NamedProject[], seenAt: ServiceTime) {
			write(database => {
				const upsert = database.prepare(upsertProject);
				for (const {id, name, slug} of projects) upsert.run(service, id, name ?? null, slug ?? null, seenAt);
			});
		},

		/** Saves that a project was deleted, so that completion does not offer it. What was observed of it stays. */
		dropProject: (service: string, projectId: string) =>
			run('UPDATE projects SET is_gone = 1 WHERE service = ? AND project_id = ?', service, projectId),

		/** Returns the deployments that had not concluded when they were last read, newest first. */
		unfinished: (service: string): readonly Observation[] =>
			observed('is_concluded = 0', maxRecalled, service).map(observationOf).sort(newestFirst),

		/** Whether a deployment had concluded when it was last read. */
		hasConcluded: (service: string, projectId: string, deploymentId: string): boolean =>
			observed('project_id = ? AND deployment_id = ? AND is_concluded', 1, service, projectId, deploymentId).length > 0,

		/** Returns what was observed since a moment, by the service's clock. */
		observedSince: (service: string, since: ServiceTime): ProjectSnapshot =>
			snapshotOf(
				observed('seen_at >= ?', maxObserved, service, since),
				changed('before >= ?', changesPerDeployment * maxObserved, service, since),
			),

		projectSnapshot: (service: string, projectId: string): ProjectSnapshot =>
			snapshotOf(
				observed('project_id = ?', maxRecalled, service, projectId),
				changed('project_id = ?', changesPerDeployment * maxRecalled, service, projectId),
			),
	};
}
