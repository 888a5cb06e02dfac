import {type Deployment, type DeploymentList, isConcluded} from '../../api/types.ts';
import type {LocalTime, ServiceTime} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {holdsNewest, isComplete, isOldestFirst} from '../../store/model/deployments/list-evidence.ts';
import {newestFirst} from '../../store/model/deployments/project-deployments.ts';
import {plain} from '../../text.ts';
import type {Verdict} from './verdict.ts';

/** Which deployments of a project to wait for. */
export type Which = 'newest' | 'next' | 'all';

/** A list of the deployments of a project. */
export type ReadList = {
	readonly list: DeploymentList;
	readonly askedAt: LocalTime;
};

/** What is known about the moment after which a deployment counts as new. */
export type WaitStart = {
	/** By the service's clock. Undefined if the service does not tell its time. */
	readonly at: ServiceTime | undefined;
	/** The ids in the first list that was requested after that moment. `newestAt` is when the newest of them was created. */
	readonly ids: ReadonlySet<string>;
	readonly newestAt: ServiceTime;
	/** Whether these are all deployments of that moment. */
	readonly isComplete: boolean;
};

type Selected = {
	/** The ids of the selected deployments. Undefined while there is nothing to select yet. */
	readonly ids: readonly string[] | undefined;
	/** Why there can be none. */
	readonly verdict?: Verdict;
};

/** A deployment created longer than this before landfall started to wait is not new, whenever it appears in a list. The clocks of a service's machines may differ by less. */
const maxClockErrorMs = 120_000;

const createdAt = ({createdAt: at}: Deployment): number => at ?? Number.NEGATIVE_INFINITY;

/** Returns what the first list says about the moment when landfall started to wait. */
export const startWith = ({list}: ReadList, at: ServiceTime | undefined): WaitStart => ({
	at,
	ids: new Set(list.deployments.map(({id}) => id)),
	newestAt: Math.max(Number.NEGATIVE_INFINITY, ...list.deployments.map(createdAt)),
	isComplete: list.unreadable === 0 && isComplete(list),
});

/**
Returns a predicate for deployments that began after the start.

A deployment in the first list counts if the service's clock says so: it may have begun while the list was being read. One that appears later counts, unless it was created long before. If the first list was incomplete, it must also be newer than all in that list.
*/
function isNewSince({at, ids, newestAt, isComplete: isWhole}: WaitStart): (deployment: Deployment) => boolean {
	return deployment => {
		const created = createdAt(deployment);
		if (ids.has(deployment.id)) return at !== undefined && created > at;
		if (at !== undefined && deployment.createdAt !== undefined && created < at - maxClockErrorMs) return false;
		return isWhole || created > newestAt;
	};
}

const noNewest: Verdict = {
	exitCode: exitCodes.unusable,
	name: plain`unknown`,
	reason: plain`the service has more deployments than it lists, and not the newest first: name a deployment`,
};

const unreadable = (count: number): Verdict => ({
	exitCode: exitCodes.unusable,
	name: plain`unknown`,
	reason: plain`deployments that could not be read: ${count}, and what you wait for may be among them: name a deployment`,
});

const noDeployments: Verdict = {
	exitCode: exitCodes.notFound,
	name: plain`unknown`,
	reason: plain`the project has no deployments`,
};

const nothingInProgress: Verdict = {
	exitCode: exitCodes.done,
	name: plain`nothing in progress`,
	reason: plain`no deployment is in progress`,
};

/** Selects the deployments to wait for from a list that was requested after the start. */
export function select(which: Which, read: ReadList, start: WaitStart): Selected {
	const records = read.list.deployments.map(deployment => ({deployment}));
	const sorted = records.toSorted(newestFirst).map(({deployment}) => deployment);
	const running = sorted.filter(deployment => !isConcluded(deployment));
	const isBlind = !holdsNewest(read.list);
	if (which === 'next') {
		// If there are several, the one that began first.
		const next = sorted.findLast(isNewSince(start));
		if (next) return {ids: [next.id]};
		return isBlind && isOldestFirst(read.list) ? {ids: [], verdict: noNewest} : {ids: undefined};
	}

	if (isBlind) return {ids: [], verdict: noNewest};
	if (read.list.unreadable > 0) return {ids: [], verdict: unreadable(read.list.unreadable)};
	if (which === 'all') {
		return running.length > 0 ? {ids: running.map(({id}) => id)} : {ids: [], verdict: nothingInProgress};
	}

	const [newest] = running.length > 0 ? running : sorted;
	return newest ? {ids: [newest.id]} : {ids: [], verdict: noDeployments};
}
