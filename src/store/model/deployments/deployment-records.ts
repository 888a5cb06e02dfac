import {isDeepStrictEqual} from 'node:util';
import type {Deployment} from '../../../api/types.ts';
import {type LocalTime, type ServiceTime, toServiceTime} from '../../../clock.ts';
import type {Observation} from '../../../journal/observations.ts';
import {isOutdated} from './newer-answer.ts';

/** A deployment as in the answer that was requested last. */
export type KnownDeployment = {
	readonly deployment: Deployment;
	/** When that answer was requested and when it arrived, by the local clock. Undefined for one seen in an earlier run. */
	readonly askedAt: LocalTime | undefined;
	readonly arrivedAt: LocalTime | undefined;
	/** When the service last reported it, by the service's clock. */
	readonly seenAt: ServiceTime;
	/** The request id of that answer, if it may differ from the one in `deployment`. */
	readonly requestId?: Deployment['requestId'];
};

/** Deployments of one project, by id. */
export type DeploymentRecords = ReadonlyMap<string, KnownDeployment>;

/** Records after an answer. */
class AnsweredRecords extends Map<string, KnownDeployment> {
	readonly #content: object;

	constructor(records: DeploymentRecords, content: object) {
		super(records);
		this.#content = content;
	}

	get content(): object {
		return this.#content;
	}
}

/** Returns an object that stays the same as long as only the times of reading in the records change. */
export const contentOf = (records: DeploymentRecords): object =>
	records instanceof AnsweredRecords ? records.content : records;

/** When an answer was requested and when it arrived, by the local clock. */
export type Arrival = {
	readonly askedAt: LocalTime;
	readonly at: LocalTime;
	/** The service's clock minus the local one. */
	readonly skewMs: number;
};

/** Whether two texts of the service, or two other values of a record, are the same. */
function isSameValue(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
	return 'exact' in a && 'exact' in b ? a.exact === b.exact : isDeepStrictEqual(a, b);
}

/** Whether two answers say the same about a deployment. Each has a request id of its own. */
function isSameDeployment(a: Deployment, b: Deployment): boolean {
	for (const name in b) {
		const field = name as keyof Deployment;
		if (field !== 'requestId' && !isSameValue(a[field], b[field])) return false;
	}

	return true;
}

/** Merges the deployments of one answer, unless a later answer about them is known. A deployment that is the same except for the id of the request stays the same object, so that nothing is drawn again. Returns the same records if the answer is older than all of them. */
export function withAnswer(
	records: DeploymentRecords,
	deployments: readonly Deployment[],
	{askedAt, at, skewMs}: Arrival,
): DeploymentRecords {
	const newer = deployments.filter(({id}) => !isOutdated(askedAt, records.get(id)?.askedAt));
	if (newer.length === 0) return records;
	const merged = newer.map(arrived => {
		const before = records.get(arrived.id)?.deployment;
		return before && isSameDeployment(before, arrived) ? before : arrived;
	});
	const isKnown = merged.every(deployment => records.get(deployment.id)?.deployment === deployment);
	const next = new AnsweredRecords(records, isKnown ? contentOf(records) : {});
	const seenAt = toServiceTime(askedAt, skewMs);
	for (const [index, deployment] of merged.entries()) {
		const requestId = newer[index]?.requestId;
		next.set(deployment.id, {deployment, askedAt, arrivedAt: at, seenAt, requestId});
	}

	return next;
}

/** Adds deployments seen in an earlier run. What is known already takes precedence. */
export const withRecalledRecords = (
	records: DeploymentRecords,
	observations: readonly Observation[],
): DeploymentRecords =>
	new Map<string, KnownDeployment>([
		...observations.map(
			({deployment, seenAt}) =>
				[deployment.id, {deployment, askedAt: undefined, arrivedAt: undefined, seenAt}] as const,
		),
		...records,
	]);

type Dated = {readonly deployment: Pick<Deployment, 'id' | 'createdAt'>};

/** Compares by creation date, because the service documents no order. Deployments without a date come last, and ties are broken by id. */
export function newestFirst({deployment: a}: Dated, {deployment: b}: Dated): number {
	const [atA, atB] = [a.createdAt ?? Number.NEGATIVE_INFINITY, b.createdAt ?? Number.NEGATIVE_INFINITY];
	if (atA !== atB) return atB > atA ? 1 : -1;
	return b.id > a.id ? 1 : -1;
}

/** Returns a function that compares ids like `newestFirst`. */
export const newestIdFirst = (records: DeploymentRecords): ((a: string, b: string) => number) => {
	const dated = (id: string): Dated => records.get(id) ?? {deployment: {id, createdAt: undefined}};
	return (a, b) => newestFirst(dated(a), dated(b));
};
