import type {Deployment} from '../../../api/types.ts';
import type {ServiceTime} from '../../../clock.ts';
import {newestFirst, type ProjectDeployments} from './deployment-list.ts';

/** One row of the live view. */
export type DeploymentRow = {
	readonly deployment: Deployment;
	/** When the service last reported it, by the service's clock. Undefined while the service lists it. */
	readonly asOf: ServiceTime | undefined;
	/** Whether the service is known to no longer list it. */
	readonly isGone: boolean;
};

export const rowCount = ({seen, older}: ProjectDeployments): number => seen.length + (older?.length ?? 0);

/** Yields the rows of the live view, newest first: the listed deployments merged with the remembered ones. */
export function* deploymentRows({seen, older = []}: ProjectDeployments): Generator<DeploymentRow> {
	let index = 0;
	for (const remembered of older) {
		for (let next = seen[index]; next && newestFirst(next, remembered) < 0; next = seen[++index]) {
			yield {deployment: next.deployment, asOf: undefined, isGone: false};
		}

		yield {deployment: remembered.deployment, asOf: remembered.seenAt, isGone: remembered.isGone};
	}

	for (const {deployment} of seen.slice(index)) yield {deployment, asOf: undefined, isGone: false};
}

export function rowAt(known: ProjectDeployments, index: number): DeploymentRow | undefined {
	const listed = known.older?.length ? undefined : known.seen[index];
	if (listed) return {deployment: listed.deployment, asOf: undefined, isGone: false};
	let current = 0;
	for (const row of deploymentRows(known)) if (current++ === index) return row;
	return undefined;
}

/** Returns the index of a deployment in the live view, or undefined if it has no row. */
export function indexOfDeployment(known: ProjectDeployments, id: string | undefined): number | undefined {
	let index = 0;
	for (const {deployment} of deploymentRows(known)) {
		if (deployment.id === id) return index;
		index++;
	}

	return undefined;
}
