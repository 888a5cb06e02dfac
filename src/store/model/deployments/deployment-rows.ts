import type {Deployment} from '../../../api/types.ts';
import type {ServiceTime} from '../../../clock.ts';
import {newestFirst, type ProjectDeployments} from './deployment-list.ts';

/** One line of the live view. */
export type DeploymentRow = {
	readonly deployment: Deployment;
	/** When the service last told of it, by the service's clock. Undefined for one that it lists. */
	readonly asOf: ServiceTime | undefined;
	/** Whether the service is known not to list it. */
	readonly isGone: boolean;
};

export const rowCount = ({seen, older}: ProjectDeployments): number => seen.length + (older?.length ?? 0);

/** The rows of the live view newest first: what the service lists, and among it what is remembered. */
export function* deploymentRows({seen, older = []}: ProjectDeployments): Generator<DeploymentRow> {
	let at = 0;
	for (const remembered of older) {
		for (let next = seen[at]; next && newestFirst(next, remembered) < 0; next = seen[++at]) {
			yield {deployment: next.deployment, asOf: undefined, isGone: false};
		}

		yield {deployment: remembered.deployment, asOf: remembered.seenAt, isGone: remembered.isGone};
	}

	for (const {deployment} of seen.slice(at)) yield {deployment, asOf: undefined, isGone: false};
}

/** The row at `index` of the live view. */
export function rowAt(known: ProjectDeployments, index: number): DeploymentRow | undefined {
	const listed = known.older?.length ? undefined : known.seen[index];
	if (listed) return {deployment: listed.deployment, asOf: undefined, isGone: false};
	let at = 0;
	for (const row of deploymentRows(known)) if (at++ === index) return row;
	return undefined;
}

/** Where a deployment stands in the live view. */
export function indexOfDeployment(known: ProjectDeployments, id: string | undefined): number | undefined {
	let at = 0;
	for (const {deployment} of deploymentRows(known)) {
		if (deployment.id === id) return at;
		at++;
	}

	return undefined;
}
