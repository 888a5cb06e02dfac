import type {Deployment} from '../../../api/types.ts';
import type {ServiceTime} from '../../../clock.ts';
import {newestIdFirst} from './deployment-records.ts';
import type {ProjectDeployments, RememberedDeployment} from './project-deployments.ts';

/** One row of the live view. */
export type DeploymentRow = {
	readonly deployment: Deployment;
	/** When the service last reported it, by the service's clock. Undefined while the service lists it. */
	readonly asOf: ServiceTime | undefined;
	/** Whether the service is known to no longer list it. */
	readonly isGone: boolean;
};

/** A row without its record: its id, and for a deployment that is not listed, whether it is gone. */
type RowId = {readonly id: string} & Partial<RememberedDeployment>;

export const rowCount = ({list: {ids, remembered}}: ProjectDeployments): number =>
	ids.length + (remembered?.length ?? 0);

/** Yields the ids of the live view, newest first: the listed deployments merged with the remembered ones. */
function* rowIds({records, list: {ids, remembered = []}}: ProjectDeployments): Generator<RowId> {
	const compare = newestIdFirst(records);
	let index = 0;
	for (const row of remembered) {
		for (let id = ids[index]; id !== undefined && compare(id, row.id) < 0; id = ids[++index]) yield {id};
		yield row;
	}

	for (const id of ids.slice(index)) yield {id};
}

function rowOf({records}: ProjectDeployments, {id, isGone}: RowId): DeploymentRow | undefined {
	const record = records.get(id);
	return (
		record && {
			deployment: record.deployment,
			asOf: isGone === undefined ? undefined : record.seenAt,
			isGone: isGone ?? false,
		}
	);
}

/** Returns the rows of the live view, newest first. */
export const deploymentRows = (known: ProjectDeployments): readonly DeploymentRow[] =>
	[...rowIds(known)].flatMap(id => rowOf(known, id) ?? []);

/** Returns one deployment as a row of the live view, whether or not it is listed. */
export function deploymentRow(known: ProjectDeployments, id: string): DeploymentRow | undefined {
	const remembered = known.list.remembered?.find(row => row.id === id);
	return rowOf(known, remembered ?? {id});
}

export function rowAt(known: ProjectDeployments, index: number): DeploymentRow | undefined {
	const listed = known.list.remembered?.length ? undefined : known.list.ids[index];
	if (listed !== undefined) return rowOf(known, {id: listed});
	let current = 0;
	for (const id of rowIds(known)) if (current++ === index) return rowOf(known, id);
	return undefined;
}

/** Returns the index of a deployment in the live view, or undefined if it has no row. */
export function indexOfDeployment(known: ProjectDeployments, id: string | undefined): number | undefined {
	let index = 0;
	for (const row of rowIds(known)) {
		if (row.id === id) return index;
		index++;
	}

	return undefined;
}
