import {type Deployment, isConcluded} from '../../../api/types.ts';
import {endedAt} from '../../../deployment-times.ts';
import {type KnownDeployment, type ProjectDeployments, rowIn, withRows} from './project-deployments.ts';

/**
The one table of deployments: what is known about those of each project.

Grouped by project, because an answer is about one project. The project with the most recent answer comes last.
*/
export type DeploymentTable = ReadonlyMap<string, ProjectDeployments>;

/**
How many rows the table keeps besides those of projects that are open, watched or on the board: about 50 MB. Full lists of 500 projects fit, or of all projects of a service whose projects have few deployments.

Beyond that, the projects read longest ago keep only what their rows, the versions and the usual durations need. If even that is too much, they are forgotten.
*/
const maxRows = 50_000;

/** How many of its newest outcomes in each environment a project keeps at least. */
const keptOutcomes = 12;

export const deploymentIn = (
	table: DeploymentTable,
	projectId: string,
	deploymentId: string,
): KnownDeployment | undefined => rowIn(table.get(projectId), deploymentId);

/** What an environment is looked up by. A deployment may have none. */
export const environmentKey = ({environmentId}: Pick<Deployment, 'environmentId'>): string =>
	environmentId?.exact ?? '';

/** The share of the rows that stays when there are too many, so that most answers need not make room. */
const shareKept = 0.9;

/** Returns the deployment with each outcome in each environment that ended last: one of them is live there. */
function lastOfEachOutcome(rows: readonly KnownDeployment[]): ReadonlySet<Deployment> {
	const lasts = new Map<string, Deployment>();
	for (const {deployment} of rows) {
		const {conclusion, status} = deployment;
		const key = JSON.stringify([environmentKey(deployment), (conclusion ?? status)?.exact]);
		const last = lasts.get(key);
		if (!last || (endedAt(last) ?? 0) < (endedAt(deployment) ?? 0)) lasts.set(key, deployment);
	}

	return new Set(lasts.values());
}

/** Returns what stays of a project that was not read for long: what is in progress, which the board shows, and the last outcomes in each environment. */
function trimmed(known: ProjectDeployments): ProjectDeployments {
	if (known.rows.length <= keptOutcomes) return known;
	const rows = known.rows.filter(({askedAt, standing}) => askedAt !== undefined && standing !== 'gone');
	const lasts = lastOfEachOutcome(rows);
	const counts = new Map<string, number>();
	const kept = rows.filter(({deployment}) => {
		if (!isConcluded(deployment)) return true;
		const environment = environmentKey(deployment);
		const count = counts.get(environment) ?? 0;
		counts.set(environment, count + 1);
		return count < keptOutcomes || lasts.has(deployment);
	});
	if (kept.length === known.rows.length) return known;
	const firstDropped = rows.findIndex((row, index) => row !== kept[index]);
	if (firstDropped < 0) return withRows(known, kept);
	const since = rows[firstDropped - 1]?.deployment.createdAt ?? Number.POSITIVE_INFINITY;
	return {...withRows(known, kept), completeSince: Math.max(known.completeSince, since)};
}

/** A project counts as so many rows even if it has fewer: each takes memory, and time with every answer. That makes four thousand projects at most. */
const minSize = 12;

const sizeOf = (known: ProjectDeployments | undefined): number => (known ? Math.max(minSize, known.rows.length) : 0);

/** Shortens the projects read longest ago, except those that are pinned, until the others have few enough rows. */
function withRoom(table: DeploymentTable, isPinned: (projectId: string) => boolean): DeploymentTable {
	let size = 0;
	for (const [projectId, known] of table) if (!isPinned(projectId)) size += sizeOf(known);
	if (size <= maxRows) return table;
	const next = new Map(table);
	for (const shortened of [trimmed, () => undefined]) {
		for (const [projectId, known] of [...next]) {
			if (size <= shareKept * maxRows) return next;
			if (isPinned(projectId)) continue;
			const rest = shortened(known);
			// A `Map` keeps the place of an entry that is replaced.
			if (rest) next.set(projectId, rest);
			else next.delete(projectId);
			size -= sizeOf(known) - sizeOf(rest);
		}
	}

	return next;
}

/** Stores what is known about the deployments of a project. Forgets some of the projects read longest ago if there are too many rows, except of those that are `isPinned`. */
export function withProjectDeployments(
	table: DeploymentTable,
	projectId: string,
	known: ProjectDeployments,
	isPinned: (projectId: string) => boolean,
): DeploymentTable {
	if (table.get(projectId) === known) return table;
	const next = new Map(table);
	next.delete(projectId);
	next.set(projectId, known);
	return withRoom(next, id => id === projectId || isPinned(id));
}
