import {type Deployment, isConcluded, type Project} from './api/types.ts';
import {endedAt} from './deployment-times.ts';
import {outcomeOf, type Pins} from './status-words.ts';
import type {ServiceText} from './text.ts';

/** Which upload version of a project is in an environment, and what has happened there since. */
export type DeployedVersion = {
	readonly environment: ServiceText | undefined;
	/** The last successful deployment there. Undefined if none is known. */
	readonly live: Deployment | undefined;
	/** How many upload versions it is behind the latest one, negative if ahead. Undefined if either is not known. */
	readonly behind: number | undefined;
	/** The newest deployment that is under way there. */
	readonly deploying: Deployment | undefined;
	/** How many have failed there since the last success, and the newest of them. */
	readonly failedCount: number;
	readonly failed: Deployment | undefined;
};

/** What an environment is looked up by. A deployment may have none. */
export const environmentKey = ({environmentId}: Pick<Deployment, 'environmentId'>): string =>
	environmentId?.exact ?? '';

const endOf = (deployment: Deployment): number => endedAt(deployment) ?? Number.NEGATIVE_INFINITY;

/** The deployment that ended last. The first of those that ended at the same time, which is the newest. */
const lastEnded = (deployments: readonly Deployment[]): Deployment | undefined =>
	deployments.reduce<Deployment | undefined>(
		(last, deployment) => (last && endOf(last) >= endOf(deployment) ? last : deployment),
		undefined,
	);

function deployedVersion(project: Project, own: readonly Deployment[], pins: Pins): DeployedVersion {
	const ended = own
		.filter(isConcluded)
		.map(deployment => ({deployment, outcome: outcomeOf(deployment, pins), end: endOf(deployment)}));
	const live = lastEnded(ended.flatMap(({deployment, outcome}) => (outcome === 'good' ? deployment : [])));
	const failures = ended.filter(({outcome, end}) => outcome === 'bad' && (live === undefined || end > endOf(live)));
	const [latest, deployed] = [project.latestUploadVersion, live?.uploadVersion];
	return {
		environment: own[0]?.environmentId,
		live,
		behind: latest === undefined || deployed === undefined ? undefined : latest - deployed,
		deploying: own.find(deployment => !isConcluded(deployment)),
		failedCount: failures.length,
		failed: lastEnded(failures.map(({deployment}) => deployment)),
	};
}

/** Returns what a project's deployments, newest first, say about its environments. */
export const deployedVersions = (
	project: Project,
	deployments: readonly Deployment[],
	pins: Pins,
): ReadonlyMap<string, DeployedVersion> =>
	new Map(
		[...Map.groupBy(deployments, environmentKey)].map(([key, own]) => [key, deployedVersion(project, own, pins)]),
	);

/** Returns how far a project is behind in the environment where it is furthest behind. Undefined if that is not known of any. */
export function driftOf(versions: ReadonlyMap<string, DeployedVersion>): number | undefined {
	const known = [...versions.values()].flatMap(({behind}) => behind ?? []);
	return known.length === 0 ? undefined : Math.max(...known);
}
