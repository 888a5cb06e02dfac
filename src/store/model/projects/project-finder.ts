import type {Project} from '../../../api/types.ts';
import type {ProjectList} from './project-list.ts';
import {createMatcher, type Searched, searchedName} from './query.ts';

const maxFound = 50;

/** How well a project answers to a text: 0 is best. */
function rankOf({id, name, slug}: Project, text: string): number {
	const names = [name?.exact, slug?.exact, id].flatMap(known => (known === undefined ? [] : [known.toLowerCase()]));
	if (names.includes(text)) return 0;
	if (names.some(known => known.startsWith(text))) return 1;
	return names.some(known => known.includes(text)) ? 2 : 3;
}

/** Gives what finds the loaded projects whose name, slug or id holds the letters of a text, best matches first. It remembers what it made of each page. */
export function createProjectFinder(): (projects: ProjectList, text: string) => readonly Project[] {
	const known = new WeakMap<readonly Project[], Searched>();
	const searched = (rows: readonly Project[]): Searched => {
		const made = known.get(rows) ?? {rows, names: rows.map(searchedName), words: []};
		known.set(rows, made);
		return made;
	};

	return ({pages}, text) => {
		const small = text.toLowerCase();
		if (small === '') return [];
		const find = createMatcher({texts: [small], absent: [], tests: [], remarks: []});
		const all = pages.flatMap(({rows = []}) => {
			const {found} = find(searched(rows), new Map());
			const byId = rows.find(({id}) => id === text);
			return byId && !found.includes(byId) ? [...found, byId] : found;
		});
		return all
			.map(project => ({project, rank: rankOf(project, small)}))
			.sort((a, b) => a.rank - b.rank)
			.slice(0, maxFound)
			.map(({project}) => project);
	};
}

/** What of a typed command names a project: all of it, or what follows `open`. */
export const projectPartOf = (typed: string): string => typed.replace(/^open\s+/, '').trim();
