import {type Deployment, isConcluded} from '../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../base/clock.ts';
import type {SafeText} from '../base/text.ts';
import {newestOf, type ProjectDeployments} from './deployment-table.ts';
import {outcomeOf, type WordMeanings} from './status-words.ts';

export type ObservedStatus = Pick<Deployment, 'status' | 'conclusion' | 'concludedAt' | 'concludedText'>;

/** A change at an unknown time between `after` and `before`. */
export type StatusChange = {
	readonly projectId: string;
	readonly deploymentId: string;
	readonly from: ObservedStatus;
	readonly to: ObservedStatus;
	readonly after: ServiceTime;
	readonly before: ServiceTime;
};

type News = {
	readonly deployment: Deployment;
	readonly isWatched: boolean;
	readonly isMine: boolean;
};

export type Conclusion = News & {readonly isAgain: boolean};

/** A deployment that took longer than three times its usual duration after its read at `after`. */
type Stuck = News & {readonly after: ServiceTime};

export type DetectedChanges = {
	/** New deployments, and known ones with a new status. Leaves out some that concluded long ago, unless their project is open. */
	readonly deployments: readonly Deployment[];
	readonly changes: readonly StatusChange[];
	readonly conclusions: readonly Conclusion[];
	readonly stuck: readonly Stuck[];
	readonly words: readonly SafeText[];
};

export const noChanges: readonly StatusChange[] = [];

/** The length marks the end of the first id, because ids may contain any character. */
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

type SeenStatus = {readonly deployment: ObservedStatus; readonly seenAt: ServiceTime};

/** A service may give the time of a conclusion this long before its result. */
const maxWordDelayMs = 10_000;

/** Whether the deployment has concluded and its result is known, or is not expected any more. */
export const isSettled = ({deployment, seenAt}: SeenStatus, wordMeanings: WordMeanings): boolean =>
	isConcluded(deployment) &&
	(outcomeOf(deployment, wordMeanings) !== 'unknown' ||
		Math.abs(seenAt - (deployment.concludedAt ?? Number.POSITIVE_INFINITY)) >= maxWordDelayMs);

type ConclusionEvent = 'concluded' | 'changed again';

/** A deployment concludes once. Afterwards only another outcome is news, even if it was in progress in between. */
export function conclusionEvent(
	earlier: readonly StatusChange[],
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
	readonly before: Deployment | undefined;
	/** Undefined if only the words or the date of a conclusion differ. */
	readonly change: StatusChange | undefined;
	readonly hasEnded: boolean;
	/** Set if the deployment was in progress at the last read. Also set if it is newer than all known deployments and has concluded since. */
	readonly event: ConclusionEvent | undefined;
};

/** Services list a deployment up to this late. An older one that the last list lacked was not merely late. */
export const maxListingDelayMs = 60_000;

/** Deployments saved for a project that is not open. More of them would displace everything else from the journal. */
const savedPerProject = 3;

/** Keeps everything that happened to a deployment. A deployment that had concluded before its first read is kept only if it is among the newest or its project is open. */
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

/** The deployments in an answer that arrived `at`. Leaves out deployments about which a later answer was known. */
export function changesBetween(
	before: ProjectDeployments,
	after: ProjectDeployments,
	{at, skewMs}: {readonly at: LocalTime; readonly skewMs: number},
	timelines: ReadonlyMap<string, readonly StatusChange[]>,
	wordMeanings: WordMeanings,
): readonly AnsweredDeployment[] {
	const lookedAt = toServiceTime(before.readAt ?? Number.POSITIVE_INFINITY, skewMs);
	const newestAt = newestOf(before)?.createdAt ?? Number.NEGATIVE_INFINITY;
	return after.rows.flatMap((row): AnsweredDeployment | [] => {
		const {deployment, readAt, arrivedAt} = row;
		const hasEnded = isSettled(row, wordMeanings);
		const known = before.byId.get(deployment.id);
		const isSameAnswer = known?.readAt === readAt && known?.arrivedAt === arrivedAt;
		if (readAt === undefined || isSameAnswer || (known?.readAt ?? readAt) > readAt) return [];
		if (known?.readAt === undefined) {
			const {createdAt = Number.NEGATIVE_INFINITY, concludedAt = lookedAt} = deployment;
			const isNews = createdAt > newestAt && concludedAt >= lookedAt - maxListingDelayMs && before.readAt !== undefined;
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
			after: toServiceTime(known.readAt, skewMs),
			before: toServiceTime(at, skewMs),
		};
		return {...answered, change};
	});
}
