import {type Deployment, isConcluded, type Project} from '../../api/types.ts';
import {endedAt} from '../../deployment-times.ts';
import type {Pins} from '../../status-words.ts';
import type {Said} from '../../text.ts';
import {hasFailed, hasSucceeded} from '../../usual-range.ts';

/** Which upload version of a project is in an environment, and what has happened there since. */
export type DeployedVersion = {
	readonly environment: Said | undefined;
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

/** A project in the versions matrix. */
export type VersionRow = {
	readonly project: Project;
	/** By environment, as the service names it. Undefined while the project's deployments have not been read. */
	readonly versions: ReadonlyMap<string, DeployedVersion> | undefined;
};

/** What an environment is looked up by. A deployment may have none. */
const environmentKey = ({environmentId}: Pick<Deployment, 'environmentId'>): string => environmentId?.exact ?? '';

const endOf = (deployment: Deployment): number => endedAt(deployment) ?? Number.NEGATIVE_INFINITY;

/** The deployment that ended last. The first of those that ended at the same time, which is the newest. */
const lastEnded = (deployments: readonly Deployment[]): Deployment | undefined =>
	deployments.reduce<Deployment | undefined>(
		(last, deployment) => (last && endOf(last) >= endOf(deployment) ? last : deployment),
		undefined,
	);

function deployedVersion(project: Project, own: readonly Deployment[], pins: Pins): DeployedVersion {
	const live = lastEnded(own.filter(deployment => hasSucceeded(deployment, pins)));
	const failures = own.filter(
		deployment => hasFailed(deployment, pins) && (live === undefined || endOf(deployment) > endOf(live)),
	);
	const [latest, deployed] = [project.latestUploadVersion, live?.uploadVersion];
	return {
		environment: own[0]?.environmentId,
		live,
		behind: latest === undefined || deployed === undefined ? undefined : latest - deployed,
		deploying: own.find(deployment => !isConcluded(deployment)),
		failedCount: failures.length,
		failed: lastEnded(failures),
	};
}

/** What a project's deployments, newest first, say about its environments. They are undefined while they have not been read. */
export function versionRow(project: Project, deployments: readonly Deployment[] | undefined, pins: Pins): VersionRow {
	const byEnvironment = deployments && Map.groupBy(deployments, environmentKey);
	return {
		project,
		versions:
			byEnvironment &&
			new Map([...byEnvironment].map(([key, own]) => [key, deployedVersion(project, own, pins)] as const)),
	};
}

/** An environment that was seen in a deployment, and in how many projects. */
export type LearnedEnvironment = {readonly key: string; readonly said: Said | undefined; readonly projectCount: number};

/** The environments that any project is deployed to: the interface has no list of them. The most common first. */
export function learnedEnvironments(rows: readonly VersionRow[]): readonly LearnedEnvironment[] {
	const learned = new Map<string, LearnedEnvironment>();
	for (const [key, {environment: said}] of rows.flatMap(({versions}) => [...(versions ?? [])])) {
		learned.set(key, {key, said, projectCount: (learned.get(key)?.projectCount ?? 0) + 1});
	}

	return [...learned.values()].sort(
		(a, b) => b.projectCount - a.projectCount || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
	);
}

/** How far a project is behind in the environment where it is furthest behind. Undefined if that is not known of any. */
function driftOf({versions}: VersionRow): number | undefined {
	const known = [...(versions?.values() ?? [])].map(({behind}) => behind).filter(behind => behind !== undefined);
	return known.length === 0 ? undefined : Math.max(...known);
}

/** Rows with those furthest behind first and those of which nothing is known last. Equal ones keep their order. */
export const sortedByDrift = (rows: readonly VersionRow[]): readonly VersionRow[] =>
	rows
		.map(row => ({row, drift: driftOf(row) ?? Number.NEGATIVE_INFINITY}))
		.sort((a, b) => (a.drift === b.drift ? 0 : b.drift - a.drift))
		.map(({row}) => row);
