import type {Project} from '../../../api/types.ts';
import type {ProjectList} from './project-list.ts';
import {createMatcher} from './query.ts';

const maxFound = 50;

/** Ranks how well a project matches a text: 0 for an exact match, 1 for a prefix, 2 for a substring, 3 otherwise. */
function rankOf({id, name, slug}: Project, text: string): number {
	const names = [name?.lowerCase, slug?.lowerCase, id.toLowerCase()].filter(known => known !== undefined);
	if (names.includes(text)) return 0;
	if (names.some(known => known.startsWith(text))) return 1;
	return names.some(known => known.includes(text)) ? 2 : 3;
}

/** Finds loaded projects by name, slug, id or URL, best matches first. */
export function findProjects({rows}: ProjectList, text: string): readonly Project[] {
	const lowerCase = text.toLowerCase();
	if (lowerCase === '') return [];
	const find = createMatcher({texts: [lowerCase], excluded: [], tests: [], remarks: [], hasIgnored: false});
	return find(rows, new Map())
		.found.map(project => ({project, rank: rankOf(project, lowerCase)}))
		.sort((a, b) => a.rank - b.rank)
		.slice(0, maxFound)
		.map(({project}) => project);
}

/** Returns the part of a typed command that names a project: all of it, or what follows `open`. */
export const projectPartOf = (typed: string): string => typed.replace(/^open\s+/, '').trim();
