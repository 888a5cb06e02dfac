import type {Deployment} from '../../../api/types.ts';
import type {LocalTime} from '../../../clock.ts';
import type {SafeText} from '../../../text.ts';
import {contentOf, type DeploymentRecords, newestIdFirst} from './deployment-records.ts';

/** A deployment that is missing from the last list but was seen earlier. */
export type RememberedDeployment = {
	readonly id: string;
	/** Whether the service omitted it from a list that should contain it. */
	readonly isGone: boolean;
};

/** The list of a project's deployments, as the live view shows it. The service lists at most `listLimit` of them. */
export type ListedDeployments = {
	/** The listed deployments, newest first. */
	readonly ids: readonly string[];
	/** When the list was last requested, by the local clock. Undefined before the first response. */
	readonly readAt: LocalTime | undefined;
	/** Whether the service may have more deployments than it listed. */
	readonly isTruncated: boolean;
	/** Whether the list by itself shows that the service sent the newest first. */
	readonly isNewestFirst: boolean;
	/** How many records were unreadable, and why the first of them was. */
	readonly unreadable: number;
	readonly flaw?: SafeText | undefined;
	/** Deployments that are no longer listed, newest first. Undefined until there are any or the journal has been read. */
	readonly remembered: readonly RememberedDeployment[] | undefined;
};

/** The newest deployments of a project, as its row shows them. */
export type NewestDeployments = {
	/** Newest first. Empty if the project has none. */
	readonly ids: readonly string[];
	/** When they were requested, by the local clock. */
	readonly askedAt: LocalTime;
	/** Whether the list may have lacked newer deployments. */
	readonly isPartial?: boolean;
	/** Those that a list has proved gone, the latest first. */
	readonly goneIds?: readonly string[] | undefined;
};

/** What is known about the deployments of one project: their records, and the ids of those that its list and its row show. */
export type ProjectDeployments = {
	readonly records: DeploymentRecords;
	/** `noList` if there is none. */
	readonly list: ListedDeployments;
	/** Undefined until they are read. */
	readonly newest: NewestDeployments | undefined;
	/** Whether the service has listed a deployment again that an earlier list proved gone. From then on, its lists of this project prove nothing. */
	readonly isUnreliable: boolean;
};

export const noList: ListedDeployments = {
	ids: [],
	readAt: undefined,
	isTruncated: false,
	isNewestFirst: false,
	unreadable: 0,
	remembered: undefined,
};

export const noDeployments: ProjectDeployments = {
	records: new Map(),
	list: noList,
	newest: undefined,
	isUnreliable: false,
};

/** Replaces the records, and sorts all ids by them unless only times of reading have changed. Returns the same object if the records are the same. */
export function withRecords(known: ProjectDeployments, records: DeploymentRecords): ProjectDeployments {
	if (records === known.records) return known;
	if (contentOf(records) === contentOf(known.records)) return {...known, records};
	const {list, newest} = known;
	const compare = newestIdFirst(records);
	return {
		...known,
		records,
		list:
			list === noList
				? noList
				: {
						...list,
						ids: list.ids.toSorted(compare),
						remembered: list.remembered?.toSorted((a, b) => compare(a.id, b.id)),
					},
		newest: newest && {...newest, ids: newest.ids.toSorted(compare)},
	};
}

/** Returns the deployments with these ids, in this order. */
export const deploymentsWith = (records: DeploymentRecords, ids: readonly string[]): readonly Deployment[] =>
	ids.flatMap(id => records.get(id)?.deployment ?? []);

/** Drops the records that neither the list nor the row shows, except for those that `isTracked`. Returns the same object if there are none. */
export function withoutUnreferenced(
	known: ProjectDeployments,
	isTracked: (deploymentId: string) => boolean,
): ProjectDeployments {
	const {records, list, newest} = known;
	const shown = new Set([...(newest?.ids ?? []), ...list.ids, ...(list.remembered ?? []).map(({id}) => id)]);
	if (records.size <= shown.size) return known;
	const kept = new Map([...records].filter(([id]) => shown.has(id) || isTracked(id)));
	return kept.size === records.size ? known : {...known, records: kept};
}
