import {decodeDeployment, encodeDeployment} from '../api/decode.ts';
import {ApiError} from '../api/errors.ts';
import {type Deployment, isConcluded} from '../api/types.ts';
import type {ServiceTime} from '../base/clock.ts';
import {parseJsonObject} from '../base/json.ts';
import {safe} from '../base/text.ts';
import {observedStatusOf, type StatusChange} from '../model/deployment-changes.ts';
import {newestFirst, type Observation} from '../model/deployment-table.ts';
import type {ProjectSnapshot} from '../model/journal-snapshot.ts';
import type {Database} from './database.ts';
import {momentIn, type Row} from './journal-schema.ts';

type NamedProject = {readonly id: string; readonly name: string | undefined; readonly slug: string | undefined};

/** No user scrolls through so many deployments, and no team runs as many at a time. */
const maxRecalled = 500;

const maxObserved = 5000;

const changesPerDeployment = 4;

/** Encodes like the service and in a fixed order, so that equal statuses have equal texts. */
const toJson = (fields: Partial<Deployment>): string =>
	JSON.stringify(encodeDeployment(fields), (_name, value: unknown) => value ?? undefined);

function fromJson(json: unknown, {project_id: projectId, deployment_id: id}: Row): Deployment | undefined {
	const parsed = parseJsonObject(String(json));
	if (!('object' in parsed)) return undefined;
	try {
		const received = {json: {id, ...parsed.object}, status: 200, requestId: undefined};
		return {...decodeDeployment(received, String(projectId), String(id)), flaws: []};
	} catch (error) {
		if (error instanceof ApiError) return undefined;
		throw error;
	}
}

export const storedDeployment = (row: Row): Deployment | undefined => fromJson(row.record, row);

function observationOf(row: Row): Observation | [] {
	const [deployment, seenAt] = [storedDeployment(row), momentIn(row.seen_at)];
	return deployment && seenAt !== undefined ? {deployment, project: safe(String(row.project)), seenAt} : [];
}

function changeOf(row: Row): StatusChange | [] {
	const [from, to] = [fromJson(row.from_status, row), fromJson(row.to_status, row)];
	const [after, before] = [momentIn(row.after), momentIn(row.before)];
	if (!from || !to || after === undefined || before === undefined) return [];
	const {projectId, id: deploymentId} = to;
	return {projectId, deploymentId, from: observedStatusOf(from), to: observedStatusOf(to), after, before};
}

const upsertObservation = `INSERT INTO observations
	(service, project_id, deployment_id, project, is_concluded, seen_at, record) VALUES (?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT DO UPDATE SET project = excluded.project, is_concluded = excluded.is_concluded,
		seen_at = excluded.seen_at, record = excluded.record
	WHERE excluded.seen_at >= seen_at`;

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

	const snapshotOf = (observations: readonly Row[], changes: readonly Row[]): ProjectSnapshot => ({
		observations: observations.flatMap(observationOf).sort(newestFirst),
		changes: changes.flatMap(changeOf).reverse(),
	});

	return {
		saveObservations(service: string, observations: readonly Observation[], changes: readonly StatusChange[]) {
			write(database => {
				const upsert = database.prepare(upsertObservation);
				const saveTitle = database.prepare(upsertTitle);
				for (const {deployment, project, seenAt} of observations) {
					const {projectId, id} = deployment;
					upsert.run(service, projectId, id, project, isConcluded(deployment) ? 1 : 0, seenAt, toJson(deployment));
					saveTitle.run(service, projectId, project, seenAt);
				}

				const change = database.prepare(insertChange);
				for (const {projectId, deploymentId, after, before, from, to} of changes) {
					change.run(service, projectId, deploymentId, after, before, toJson(from), toJson(to));
				}
			});
		},

		saveProjects(service: string, projects: readonly NamedProject[], seenAt: ServiceTime) {
			write(database => {
				const upsert = database.prepare(upsertProject);
				for (const {id, name, slug} of projects) upsert.run(service, id, name ?? null, slug ?? null, seenAt);
			});
		},

		dropProject: (service: string, projectId: string) =>
			run('UPDATE projects SET is_gone = 1 WHERE service = ? AND project_id = ?', service, projectId),

		unfinished: (service: string): readonly Observation[] =>
			observed('is_concluded = 0', maxRecalled, service).flatMap(observationOf).sort(newestFirst),

		hasConcluded: (service: string, projectId: string, deploymentId: string): boolean =>
			observed('project_id = ? AND deployment_id = ? AND is_concluded', 1, service, projectId, deploymentId).length > 0,

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
