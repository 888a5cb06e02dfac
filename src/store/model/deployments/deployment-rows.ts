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

export const rowCount = ({list: {seen, older}}: ProjectDeployments): number => seen.length + (older?.length ?? 0);

/** Yields the ids of the live view, newest first: the listed deployments merged with the remembered ones. */
function* rowIds({records, list: {seen, older = []}}: ProjectDeployments): Generator<RowId> {
	const compare = newestIdFirst(records);
	let index = 0;
	for (const remembered of older) {
		for (let id = seen[index]; id !== undefined && compare(id, remembered.id) < 0; id = seen[++index]) yield {id};
		yield remembered;
	}

	for (const id of seen.slice(index)) yield {id};
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
	const remembered = known.list.older?.find(older => older.id === id);
	return rowOf(known, remembered ?? {id});
}

export function rowAt(known: ProjectDeployments, index: number): DeploymentRow | undefined {
	const listed = known.list.older?.length ? undefined : known.list.seen[index];
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
