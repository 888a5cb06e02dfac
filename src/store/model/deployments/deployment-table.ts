import type {KnownDeployment} from './deployment-records.ts';
import {deploymentKey} from './detected-changes.ts';
import {type NewestDeployments, noList, type ProjectDeployments, withoutUnreferenced} from './project-deployments.ts';
import type {Board} from './tracked-deployment.ts';

/**
The one table of deployments: the only place that holds records of the service. Lists, rows and the board hold ids.

Grouped by project, because an answer is about one project: it copies the records of that project only. The project with the most recent answer comes last.
*/
export type DeploymentTable = ReadonlyMap<string, ProjectDeployments>;

/** How many projects keep their newest deployment. */
const maxProjects = 3000;

/** How many projects keep more than the newest of the deployments that were read for their rows. */
const maxWithHistory = 500;

/** How many lists are kept when another project is opened. */
const maxLists = 20;

export const deploymentIn = (
	table: DeploymentTable,
	projectId: string,
	deploymentId: string,
): KnownDeployment | undefined => table.get(projectId)?.records.get(deploymentId);

/** Returns what is known about a project without the records that no list, row or entry of the board refers to. Undefined if nothing is left. */
function referencedIn(projectId: string, known: ProjectDeployments, board: Board): ProjectDeployments | undefined {
	const referenced = withoutUnreferenced(known, id => board.has(deploymentKey(projectId, id)));
	const isEmpty = referenced.records.size === 0 && referenced.list === noList && referenced.newest === undefined;
	return isEmpty ? undefined : referenced;
}

/** Replaces what is known about a project, or drops the project if that is nothing. */
function replace(table: Map<string, ProjectDeployments>, projectId: string, known: ProjectDeployments | undefined) {
	if (known) table.set(projectId, known);
	else table.delete(projectId);
}

/** Returns the project that was read longest ago if too many have a history. */
function surplusHistory(table: DeploymentTable): string | undefined {
	let count = 0;
	let oldest: string | undefined;
	for (const [projectId, {newest}] of table) {
		if (newest === undefined || newest.ids.length < 2) continue;
		oldest ??= projectId;
		count++;
	}

	return count > maxWithHistory ? oldest : undefined;
}

/** Returns the project whose newest deployment was read longest ago if there are too many. */
function surplusProject(table: DeploymentTable): string | undefined {
	if (table.size <= maxProjects) return undefined;
	for (const [projectId, {newest}] of table) if (newest) return projectId;
	return undefined;
}

/** Stores what an answer says about the deployments of a project. Forgets some of the project that was read longest ago if there are too many. */
export function withProjectDeployments(
	table: DeploymentTable,
	projectId: string,
	known: ProjectDeployments,
	board: Board,
): DeploymentTable {
	if (table.get(projectId) === known) return table;
	const next = new Map(table);
	next.delete(projectId);
	next.set(projectId, known);
	const shorten = (id: string | undefined, shortened: (newest: NewestDeployments) => NewestDeployments | undefined) => {
		const long = id === undefined ? undefined : next.get(id);
		if (id !== undefined && long?.newest)
			replace(next, id, referencedIn(id, {...long, newest: shortened(long.newest)}, board));
	};
	shorten(surplusHistory(next), newest => ({...newest, ids: newest.ids.slice(0, 1)}));
	shorten(surplusProject(next), () => undefined);
	return next;
}

/** Drops all lists except those of the projects with the most recent answers. */
export function withRecentLists(table: DeploymentTable): DeploymentTable {
	const listed = [...table].filter(([, {list}]) => list !== noList);
	if (listed.length <= maxLists) return table;
	const next = new Map(table);
	for (const [projectId, known] of listed.slice(0, -maxLists)) next.set(projectId, {...known, list: noList});
	return next;
}

/** Forgets the lists and rows of these projects. Only what the board shows of them remains. */
export function withoutProjects(table: DeploymentTable, projectIds: Iterable<string>): DeploymentTable {
	const next = new Map(table);
	for (const projectId of projectIds) {
		const known = table.get(projectId);
		if (known) next.set(projectId, {...known, list: noList, newest: undefined});
	}

	return next;
}

/** Drops the records of these projects that no list, row or entry of the board refers to. Returns the same table if there are none. */
export function withoutUnreferencedIn(
	table: DeploymentTable,
	projectIds: Iterable<string>,
	board: Board,
): DeploymentTable {
	let next: Map<string, ProjectDeployments> | undefined;
	for (const projectId of projectIds) {
		const known = table.get(projectId);
		if (!known) continue;
		const referenced = referencedIn(projectId, known, board);
		if (referenced === known) continue;
		next ??= new Map(table);
		replace(next, projectId, referenced);
	}

	return next ?? table;
}
