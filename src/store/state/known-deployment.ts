import {type Deployment, isConcluded} from '../../api/types.ts';
import type {ServiceTime} from '../../clock.ts';
import {pastConclusion} from '../../deployment-times.ts';
import {deploymentIn} from '../model/deployments/deployment-table.ts';
import {
	type KnownDeployment,
	newestOf,
	noDeployments,
	type ProjectDeployments,
} from '../model/deployments/project-deployments.ts';
import type {DerivedKey, DerivedValue} from '../model/projects/sorting.ts';
import {driftOf, noVersions, versionsOf} from '../model/versions.ts';
import type {State} from './state.ts';

type StateWithDeployments = Pick<State, 'deployments'>;

/** Returns what is known about the deployments of a project. The same object until an answer about them arrives. */
export const deploymentsOf = ({deployments: {table}}: StateWithDeployments, projectId: string): ProjectDeployments =>
	table.get(projectId) ?? noDeployments;

/** Returns what is known about a deployment, whichever read it came from. */
export const knownDeployment = (
	{deployments: {table}}: StateWithDeployments,
	projectId: string,
	deploymentId: string,
): KnownDeployment | undefined => deploymentIn(table, projectId, deploymentId);

/** Returns the newest deployment of a project. Undefined if it has none, or if its deployments were never read. */
export const newestDeployment = (state: StateWithDeployments, projectId: string): Deployment | undefined =>
	newestOf(deploymentsOf(state, projectId));

/** Returns the deployments of a project that were read and are not gone, newest first. The same array until one of them changes. */
export const recentDeployments = (state: StateWithDeployments, projectId: string): readonly Deployment[] =>
	deploymentsOf(state, projectId).recent;

/** Returns every known deployment that concluded between a moment and now. */
export function concludedSince(
	{deployments: {table}}: StateWithDeployments,
	since: ServiceTime,
	now: ServiceTime,
): readonly Deployment[] {
	const found: Deployment[] = [];
	for (const {rows} of table.values()) {
		for (const {deployment} of rows) {
			if (!isConcluded(deployment)) continue;
			const concludedAt = pastConclusion(deployment, now);
			if (concludedAt !== undefined && concludedAt > since) found.push(deployment);
		}
	}

	return found;
}

/** Whether there may be a project whose deployments were never read. */
export function hasUnreadProjects({
	projects: {list},
	deployments: {table},
}: Pick<State, 'projects' | 'deployments'>): boolean {
	if (list.end !== 'reached') return true;
	return list.rows.some(({id}) => table.get(id)?.askedAt === undefined);
}

/** Whether deployments that concluded after a moment may be missing: of a project that was never read, or of one that has more than are listed or kept. */
export function mayLackSince(state: Pick<State, 'projects' | 'deployments'>, since: ServiceTime): boolean {
	if (hasUnreadProjects(state)) return true;
	return [...state.deployments.table.values()].some(
		({askedAt, completeSince}) => askedAt !== undefined && completeSince > since,
	);
}

/** Returns how many upload versions behind a project is, in the environment where it is furthest behind. */
const driftIn =
	(state: Pick<State, 'deployments' | 'interface'>): DerivedValue =>
	project =>
		driftOf(project, (versionsOf(state).projects.get(project.id) ?? noVersions).deployed);

/** Returns when the newest deployment of a project began. */
const lastDeployedIn =
	(state: Pick<State, 'deployments' | 'interface'>): DerivedValue =>
	({id}) => {
		const {createdAt, concludedAt} = newestDeployment(state, id) ?? {};
		return createdAt ?? concludedAt;
	};

/** Returns a function from a project to its value in a derived column. */
export const derivedValueIn = (state: Pick<State, 'deployments' | 'interface'>, by: DerivedKey): DerivedValue =>
	by === 'drift' ? driftIn(state) : lastDeployedIn(state);
