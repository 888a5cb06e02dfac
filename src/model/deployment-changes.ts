import {type Deployment, isConcluded} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import {newestOf, type ProjectDeployments} from './deployment-table.ts';
import {outcomeOf, type WordMeanings} from './status-words.ts';

export type ObservedStatus = Pick<Deployment, 'status' | 'conclusion' | 'concludedAt' | 'concludedText'>;

/** An observed change of a deployment. It happened between `after` and `before`, by the service's clock; the exact time is unknown. */
export type Change = {
	readonly projectId: string;
	readonly deploymentId: string;
	readonly from: ObservedStatus;
	readonly to: ObservedStatus;
	readonly after: ServiceTime;
	readonly before: ServiceTime;
};

/** A deployment that concluded since it was last seen. */
export type Conclusion = {
	readonly deployment: Deployment;
	readonly isWatched: boolean;
	readonly isMine: boolean;
	/** Whether it had concluded before with another outcome. */
	readonly isAgain: boolean;
};

export type DetectedChanges = {
	/** Deployments that are new or whose status changed. Without some that concluded long ago, unless their project is open. */
	readonly deployments: readonly Deployment[];
	readonly changes: readonly Change[];
	readonly conclusions: readonly Conclusion[];
	/** Status words that are neither known nor classified by the user. */
	readonly words: readonly SafeText[];
};

export const noChanges: readonly Change[] = [];

/** Returns a unique key for a deployment. Ids may contain any character, so the length prefix marks where the first one ends. */
export const deploymentKey = (projectId: string, deploymentId: string): string =>
	`${projectId.length} ${projectId} ${deploymentId}`;

export const keyOfDeployment = ({projectId, id}: Pick<Deployment, 'projectId' | 'id'>): string =>
	deploymentKey(projectId, id);

const isSameStatus = (a: ObservedStatus, b: ObservedStatus): boolean =>
	a.status?.exact === b.status?.exact &&
	a.conclusion?.exact === b.conclusion?.exact &&
	a.concludedAt === b.concludedAt &&
	a.concludedText?.exact === b.concludedText?.exact;

export const observedStatusOf = ({status, conclusion, concludedAt, concludedText}: ObservedStatus): ObservedStatus => ({
	status,
	conclusion,
	concludedAt,
	concludedText,
});

/** The status that an answer requested at `seenAt` showed. */
type SeenStatus = {readonly deployment: ObservedStatus; readonly seenAt: ServiceTime};

/** How long a service may take to say how a deployment concluded once it says when. */
const maxWordDelayMs = 10_000;

/** Whether a deployment has concluded, and the service says how, or has had the time to. */
export const isSettled = ({deployment, seenAt}: SeenStatus, wordMeanings: WordMeanings): boolean =>
	isConcluded(deployment) &&
	(outcomeOf(deployment, wordMeanings) !== 'unknown' ||
		Math.abs(seenAt - (deployment.concludedAt ?? Number.POSITIVE_INFINITY)) >= maxWordDelayMs);

type ConclusionEvent = 'concluded' | 'changed again';

/** What a status tells about the conclusion of a deployment, given how it was before and its earlier changes. It concludes once; after that, only another outcome is news, even if it was in progress in between. */
export function conclusionEvent(
	earlier: readonly Change[],
	from: SeenStatus,
	to: SeenStatus,
	wordMeanings: WordMeanings,
): ConclusionEvent | undefined {
	if (!isSettled(to, wordMeanings)) return undefined;
	const before = [...earlier.map(change => ({deployment: change.from, seenAt: change.after})), from];
	const said = before.findLast(seen => isSettled(seen, wordMeanings))?.deployment;
	if (!said) return 'concluded';
	return outcomeOf(said, wordMeanings) === outcomeOf(to.deployment, wordMeanings) ? undefined : 'changed again';
}

export type AnsweredDeployment = {
	readonly deployment: Deployment;
	/** As it was read before in this run. Undefined for a new one. */
	readonly before: Deployment | undefined;
	/** How its status has changed since then. A conclusion that says the same in other words, or with another date, is no change. */
	readonly change: Change | undefined;
	/** Whether it is settled. */
	readonly hasEnded: boolean;
	/** Whether its conclusion is news: it was in progress at the last read, or it is newer than all deployments known then and concluded since. */
	readonly event: ConclusionEvent | undefined;
};

/** A deployment created or concluded longer than this before the last read had been missing from it: services list some late. */
export const maxListingDelayMs = 60_000;

/** How many deployments that concluded before are saved of each project that is not open. With all of them, these projects would displace everything else from the journal. */
const savedPerProject = 3;

/** Returns what to save of an answer about a project: what happened to a deployment, but of those that had concluded before they were first read only the newest ones, unless the project is open. */
export function worthSaving(
	answered: readonly AnsweredDeployment[],
	{recent}: ProjectDeployments,
	isOpen = false,
): readonly AnsweredDeployment[] {
	const newest = recent.slice(0, savedPerProject);
	return answered.filter(({deployment, before, event}) => {
		if (before) return event !== undefined || !isSameStatus(before, deployment);
		return event !== undefined || !isConcluded(deployment) || isOpen || newest.includes(deployment);
	});
}

/** Compares what is known about the deployments of a project before and after an answer, which arrived `at`. Returns those that it contains, unless a later answer about them was known. */
export function changesBetween(
	before: ProjectDeployments,
	after: ProjectDeployments,
	{at, skewMs}: {readonly at: LocalTime; readonly skewMs: number},
	timelines: ReadonlyMap<string, readonly Change[]>,
	wordMeanings: WordMeanings,
): readonly AnsweredDeployment[] {
	const lookedAt = toServiceTime(before.requestedAt ?? Number.POSITIVE_INFINITY, skewMs);
	const newestAt = newestOf(before)?.createdAt ?? Number.NEGATIVE_INFINITY;
	return after.rows.flatMap((row): AnsweredDeployment | [] => {
		const {deployment, requestedAt, arrivedAt} = row;
		const hasEnded = isSettled(row, wordMeanings);
		const known = before.byId.get(deployment.id);
		const isSameAnswer = known?.requestedAt === requestedAt && known?.arrivedAt === arrivedAt;
		if (requestedAt === undefined || isSameAnswer || (known?.requestedAt ?? requestedAt) > requestedAt) return [];
		if (known?.requestedAt === undefined) {
			const {createdAt = Number.NEGATIVE_INFINITY, concludedAt = lookedAt} = deployment;
			const isNews =
				createdAt > newestAt && concludedAt >= lookedAt - maxListingDelayMs && before.requestedAt !== undefined;
			const event = isNews && hasEnded ? 'concluded' : undefined;
			return {deployment, before: undefined, change: undefined, hasEnded, event};
		}

		const earlier = timelines.get(keyOfDeployment(deployment)) ?? [];
		const event = conclusionEvent(earlier, known, row, wordMeanings);
		const isAmended = isSettled(known, wordMeanings) && isConcluded(deployment) && event === undefined;
		const answered = {deployment, before: known.deployment, change: undefined, hasEnded, event};
		if (isAmended || isSameStatus(known.deployment, deployment)) return answered;
		const change = {
			projectId: deployment.projectId,
			deploymentId: deployment.id,
			from: observedStatusOf(known.deployment),
			to: observedStatusOf(deployment),
			after: toServiceTime(known.requestedAt, skewMs),
			before: toServiceTime(at, skewMs),
		};
		return {...answered, change};
	});
}
