import {type Deployment, type DeploymentList, isConcluded} from '../../api/types.ts';
import type {LocalTime, ServiceTime} from '../../clock.ts';
import {exitCodes} from '../../command-line/exit-codes.ts';
import {type DeploymentOrder, isComplete, mayLackNewest} from '../../store/model/deployments/deployment-order.ts';
import {newestFirst} from '../../store/model/deployments/deployment-records.ts';
import {plain} from '../../text.ts';
import type {Verdict} from './verdict.ts';

/** Which deployments of a project are waited for. */
export type Which = 'newest' | 'next' | 'all';

/** A list of the deployments of a project. */
export type ReadList = {
	readonly list: DeploymentList;
	/** How many were requested. */
	readonly limit: number;
	readonly order: DeploymentOrder;
	readonly askedAt: LocalTime;
};

/** What is known about the moment from which a deployment counts as new. */
export type Start = {
	/** By the service's clock. Undefined if the service does not tell its time. */
	readonly at: ServiceTime | undefined;
	/** The ids in the first list that was requested since, and when the newest of them was created. */
	readonly ids: ReadonlySet<string>;
	readonly newestAt: ServiceTime;
	readonly isComplete: boolean;
};

type Selected = {
	/** The ids of the deployments. Undefined while there are none yet. */
	readonly ids: readonly string[] | undefined;
	/** Why there can be none. */
	readonly verdict?: Verdict;
};

/** A deployment that was created so long before landfall started to wait is not new, whenever it appears in a list. The clocks of a service may differ by less. */
const maxClockErrorMs = 120_000;

const createdAt = ({createdAt: at}: Deployment): number => at ?? Number.NEGATIVE_INFINITY;

/** Returns what the first list says about the moment when landfall started to wait. */
export const startWith = ({list, limit}: ReadList, at: ServiceTime | undefined): Start => ({
	at,
	ids: new Set(list.deployments.map(({id}) => id)),
	newestAt: Math.max(Number.NEGATIVE_INFINITY, ...list.deployments.map(createdAt)),
	isComplete: isComplete(list, {limit}),
});

/**
Returns a predicate for deployments that began after the start.

One in the first list did if the service's own clock says so: it may have begun while that list was read. One that appears later did, unless it was created long before, or the first list may have lacked it: then it must be newer than all in there.
*/
function isNewSince({at, ids, newestAt, isComplete: isWhole}: Start): (deployment: Deployment) => boolean {
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

/** Selects the deployments to wait for from a list that was requested since the start. */
export function select(which: Which, read: ReadList, start: Start): Selected {
	const records = read.list.deployments.map(deployment => ({deployment}));
	const sorted = records.toSorted(newestFirst).map(({deployment}) => deployment);
	const running = sorted.filter(deployment => !isConcluded(deployment));
	const isBlind = mayLackNewest(read.list, read);
	if (which === 'next') {
		// Of several, the one that began first.
		const next = sorted.findLast(isNewSince(start));
		if (next) return {ids: [next.id]};
		return isBlind && read.order === 'oldest first' ? {ids: [], verdict: noNewest} : {ids: undefined};
	}

	if (isBlind) return {ids: [], verdict: noNewest};
	if (which === 'all') {
		return running.length > 0 ? {ids: running.map(({id}) => id)} : {ids: [], verdict: nothingInProgress};
	}

	const [newest] = running.length > 0 ? running : sorted;
	return newest ? {ids: [newest.id]} : {ids: [], verdict: noDeployments};
}
