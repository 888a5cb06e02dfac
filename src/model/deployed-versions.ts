import {type Deployment, isConcluded, type Project} from '../api/types.ts';
import {memo} from '../base/memo.ts';
import {compareKeys, type ServiceText, sortKey} from '../base/text.ts';
import {
	type DeploymentTable,
	hasReadAllDeployments,
	type ProjectDeployments,
	perEnvironment,
} from './deployment-table.ts';
import {endOf} from './durations.ts';
import {type Outcome, outcomeOf, type WordMeanings} from './status-words.ts';

export type DeployedVersion = {
	readonly environment: ServiceText | undefined;
	readonly live: Deployment | undefined;
	readonly deploying: Deployment | undefined;
	readonly failedCount: number;
	readonly failed: Deployment | undefined;
	/** Concluded after the live one with a word that nobody has classified, so it may be live instead. */
	readonly unclassified: Deployment | undefined;
};

type DeployedVersions = ReadonlyMap<string, DeployedVersion>;

const lastEnded = (deployments: readonly Deployment[]): Deployment | undefined =>
	deployments.toSorted((a, b) => endOf(b) - endOf(a) || 0)[0];

export const deployedVersions = perEnvironment((own, wordMeanings): DeployedVersion => {
	const ended = own.filter(isConcluded).map(deployment => ({deployment, outcome: outcomeOf(deployment, wordMeanings)}));
	const live = lastEnded(ended.flatMap(({deployment, outcome}) => (outcome === 'good' ? deployment : [])));
	const since = (wanted: Outcome) =>
		ended.flatMap(({deployment, outcome}) =>
			outcome === wanted && (live === undefined || endOf(deployment) > endOf(live)) ? deployment : [],
		);
	const failures = since('bad');
	return {
		environment: own[0]?.environmentId,
		live,
		deploying: own.find(deployment => !isConcluded(deployment)),
		failedCount: failures.length,
		failed: lastEnded(failures),
		unclassified: lastEnded(since('unknown')),
	};
});

/** A live version may be newer than the record of the project, which may have been read earlier. */
export const latestVersion = (
	{latestUploadVersion: latest}: Project,
	deployed: DeployedVersions,
): number | undefined =>
	latest === undefined
		? undefined
		: Math.max(latest, ...[...deployed.values()].flatMap(({live}) => live?.uploadVersion ?? []));

/** How many versions the live version is behind, in the environment or in the one that is furthest behind. Undefined if unknown. */
export function versionsBehind(
	project: Project,
	deployed: DeployedVersions,
	environment: string | undefined,
): number | undefined {
	const latest = latestVersion(project, deployed);
	const judged = environment === undefined ? [...deployed.values()] : [deployed.get(environment)];
	const known = judged.flatMap(version => version?.live?.uploadVersion ?? []);
	return latest === undefined || known.length === 0 ? undefined : latest - Math.min(...known);
}

export type ProjectVersions = {
	readonly deployed: DeployedVersions;
	/** Whether the list of deployments was read. `isWhole`: the list left out none, so a version that is not here does not exist. */
	readonly isRead: boolean;
	readonly isWhole: boolean;
};

export const noVersions: ProjectVersions = {deployed: new Map(), isRead: false, isWhole: false};

export type LearnedEnvironment = {
	readonly key: string;
	readonly text: ServiceText | undefined;
	readonly projectCount: number;
};

const commonShare = 4;

/** The interface has no list of environments. Common ones come first, in alphabetical order, so that columns rarely move while deployments are read. */
function learnedEnvironments(projects: Iterable<DeployedVersions>): readonly LearnedEnvironment[] {
	const learned = new Map<string, LearnedEnvironment>();
	let deployedCount = 0;
	for (const deployed of projects) {
		if (deployed.size > 0) deployedCount++;
		for (const [key, {environment: text}] of deployed)
			learned.set(key, {key, text, projectCount: (learned.get(key)?.projectCount ?? 0) + 1});
	}

	const rank = ({text, projectCount}: LearnedEnvironment): number =>
		text === undefined ? 2 : projectCount * commonShare >= deployedCount ? 0 : 1;
	const nameOf = ({key, text}: LearnedEnvironment): string => sortKey(`${text?.caseless ?? ''} ${key}`);
	return [...learned.values()].sort((a, b) => rank(a) - rank(b) || compareKeys(nameOf(a), nameOf(b)));
}

export type Versions = {
	readonly projects: ReadonlyMap<string, ProjectVersions>;
	readonly environments: readonly LearnedEnvironment[];
};

/** Memoized until an answer about deployments arrives. */
export const versionsIn = memo((table: DeploymentTable, wordMeanings: WordMeanings): Versions => {
	const versionsOf = (known: ProjectDeployments): ProjectVersions => ({
		deployed: deployedVersions(known.recent, wordMeanings),
		isRead: known.readAt !== undefined,
		isWhole: hasReadAllDeployments(known),
	});
	const projects = new Map([...table].map(([projectId, known]) => [projectId, versionsOf(known)]));
	return {projects, environments: learnedEnvironments([...projects.values()].map(({deployed}) => deployed))};
});
