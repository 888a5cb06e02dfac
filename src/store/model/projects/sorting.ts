import type {Project} from '../../../api/types.ts';
import {projectTitle} from '../../../project-title.ts';
import {partitionPoint} from '../binary-search.ts';

/** What projects can be sorted by. Without a sort they stand in the service's own order. */
export type SortKey = 'name' | 'version' | 'status' | 'mode' | 'updated' | 'created' | 'slug' | 'url';

export type Sort = {readonly by: SortKey; readonly isDescending: boolean};

const values: Readonly<Record<SortKey, (project: Project) => string | number | undefined>> = {
	name: project => projectTitle(project).toLowerCase(),
	version: ({latestUploadVersion}) => latestUploadVersion,
	status: ({status}) => status?.exact.toLowerCase(),
	mode: ({uploadMode}) => uploadMode?.exact.toLowerCase(),
	updated: ({updatedAt}) => updatedAt,
	created: ({createdAt}) => createdAt,
	slug: ({slug}) => slug?.exact.toLowerCase(),
	url: ({url}) => url?.exact.toLowerCase(),
};

/** Numbers and moments are most often wanted with the largest first. */
export const firstDirection = (by: SortKey): Sort => ({
	by,
	isDescending: by === 'version' || by === 'updated' || by === 'created',
});

type Keyed = {readonly project: Project; readonly value: string | number | undefined};

/** Ties are settled by id, so that the order is one and the same each time. What is missing comes last either way. */
function comparison({isDescending}: Sort): (a: Keyed, b: Keyed) => number {
	const sign = isDescending ? -1 : 1;
	return (a, b) => {
		if (a.value !== b.value) {
			if (a.value === undefined) return 1;
			if (b.value === undefined) return -1;
			return a.value < b.value ? -sign : sign;
		}

		return a.project.id < b.project.id ? -1 : 1;
	};
}

const keyed = ({by}: Sort, projects: readonly Project[]): readonly Keyed[] => {
	const sortedBy = values[by];
	return projects.map(project => ({project, value: sortedBy(project)}));
};

export const sorted = (projects: readonly Project[], sort: Sort): readonly Project[] =>
	keyed(sort, projects)
		.toSorted(comparison(sort))
		.map(({project}) => project);

/** How many of a sorted list stand before `more`. */
function placeOf(long: readonly Project[], more: Keyed, sort: Sort): number {
	const compare = comparison(sort);
	const sortedBy = values[sort.by];
	return partitionPoint(long.length, index => {
		const project = long[index] ?? more.project;
		return compare({project, value: sortedBy(project)}, more) < 0;
	});
}

/** Two sorted lists as one: a page that arrives is put into a long list without sorting that again. */
export function merged(long: readonly Project[], short: readonly Project[], sort: Sort): readonly Project[] {
	const pieces: Array<readonly Project[]> = [];
	let from = 0;
	for (const more of keyed(sort, short)) {
		const place = placeOf(long, more, sort);
		pieces.push(long.slice(from, place), [more.project]);
		from = place;
	}

	return [...pieces, long.slice(from)].flat();
}
