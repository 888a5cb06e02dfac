import {expect} from 'vitest';
import type {Project, ProjectPage} from '../../../src/api/types.ts';
import {indexOf} from '../../../src/store/model/projects/page-index.ts';
import {
	createProjectList,
	indexOfProject,
	type ProjectList,
	projectAt,
} from '../../../src/store/model/projects/project-list.ts';
import {pageArrived} from '../../../src/store/model/projects/project-pages.ts';
import {bareProject} from '../../present/records.ts';

export const project = (id: string): Project => ({...bareProject, id});

/** A page of projects whose ids are letters. */
export const page = (ids: string, nextCursor?: string): ProjectPage => ({
	projects: [...ids].map(project),
	nextCursor,
	requestId: undefined,
	unreadable: 0,
});

/** Reads pages one after the other: each is asked for by the cursor before it. */
export const listed = (
	...pages: ReadonlyArray<readonly [cursor: string | undefined, page: ProjectPage]>
): ProjectList =>
	pages.reduce(
		(list, [cursor, arrived], index) => pageArrived(list, arrived, {cursor, readAt: index + 1}),
		createProjectList(),
	);

/** So many pages of a row each, named by the letters of the alphabet. */
export const alphabet = (length: number): ProjectList =>
	listed(
		...Array.from(
			{length},
			(_, at) => [at === 0 ? undefined : `${at}`, page(String.fromCharCode(97 + at), `${at + 1}`)] as const,
		),
	);

/** The rows of each page in a word; a dot for each that is not at hand. */
export const shown = ({pages}: ProjectList): readonly string[] =>
	pages.map(({rows, length}) => rows?.map(({id}) => id).join('') ?? '.'.repeat(length));

/** What every list must be, whatever became of it: pages without a gap, and an index that finds what is at hand. */
export function expectWhole(list: ProjectList) {
	let start = 0;
	for (const {start: own, length, rows} of list.pages) {
		expect([own, rows?.length ?? length]).toEqual([start, length]);
		start += length;
	}

	expect(list.kept).toEqual([...list.pages.keys()].filter(at => list.pages[at]?.rows));
	const {pageOfId, pageOfCursor} = indexOf(list);
	const held = list.pages.flatMap(({rows}, at) => rows?.map(({id}) => [id, at] as const) ?? []);
	expect([...pageOfId].sort()).toEqual([...held].sort());
	expect(new Map(pageOfCursor)).toEqual(new Map(list.pages.map(({cursor}, at) => [cursor, at])));
	for (const [id] of held) expect(projectAt(list, indexOfProject(list, id) ?? -1)?.id).toBe(id);
}

/** The list after a page of it was read again. */
export const again = (list: ProjectList, cursor: string | undefined, arrived: ProjectPage, near?: number) =>
	pageArrived(list, arrived, {cursor, readAt: 99, ...(near !== undefined && {near})});
