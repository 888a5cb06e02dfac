import type {Deployment, Project} from '../../../api/types.ts';
import {type DeployedVersion, deployedVersions, environmentKey} from '../../../deployed-versions.ts';
import type {Pins} from '../../../status-words.ts';
import type {ServiceText} from '../../../text.ts';

/** A project in the versions matrix. */
export type VersionRow = {
	readonly project: Project;
	/** By environment, as the service names it. Undefined while the project's deployments have not been read. */
	readonly versions: ReadonlyMap<string, DeployedVersion> | undefined;
	/** Whether all deployments of the project are known, so that what is missing among them does not exist. */
	readonly isWhole: boolean;
};

/** What a project's deployments, newest first, say about its environments. They are undefined while they have not been read. */
export const versionRow = (
	project: Project,
	deployments: readonly Deployment[] | undefined,
	pins: Pins,
	isWhole = true,
): VersionRow => ({project, versions: deployments && deployedVersions(project, deployments, pins), isWhole});

/** An environment that was seen in a deployment, and in how many projects. */
export type LearnedEnvironment = {
	readonly key: string;
	readonly text: ServiceText | undefined;
	readonly projectCount: number;
};

/** The environments of one project, by what they are looked up by. */
export type Environments = ReadonlyMap<string, ServiceText | undefined>;

export const environmentsOf = (deployments: readonly Deployment[]): Environments =>
	new Map(deployments.map(deployment => [environmentKey(deployment), deployment.environmentId]));

/** An environment is common if at least one in this many projects is deployed to it. */
const commonShare = 4;

/**
The environments that any project is deployed to: the interface has no list of them.

The common ones come first, in alphabetical order, so that columns rarely change places while deployments are read.
*/
export function learnedEnvironments(seen: Iterable<Environments>): readonly LearnedEnvironment[] {
	const learned = new Map<string, LearnedEnvironment>();
	let deployedCount = 0;
	for (const environments of seen) {
		if (environments.size > 0) deployedCount++;
		for (const [key, text] of environments)
			learned.set(key, {key, text, projectCount: (learned.get(key)?.projectCount ?? 0) + 1});
	}

	const rank = ({text, projectCount}: LearnedEnvironment): number =>
		text === undefined ? 2 : projectCount * commonShare >= deployedCount ? 0 : 1;
	return [...learned.values()].sort((a, b) => rank(a) - rank(b) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
