import {grouped, plain, type SafeText} from '../../text.ts';
import {projectRows} from '../model/layout.ts';
import {indexOfId, maxProjects, type Page, pageIndexAt} from '../model/projects/project-list.ts';
import {keyOf} from './key-names.ts';
import type {State} from './state.ts';

/** Returns the index after the last visible row. */
export const windowEnd = ({projects: {position}, interface: {size}}: State): number => position.top + projectRows(size);

/** Returns the pages with at least one visible row. */
export function shownPages(state: State): readonly Page[] {
	const {list: projects, view, position} = state.projects;
	const {pages} = projects;
	const end = windowEnd(state);
	if (!view) {
		const first = pageIndexAt(pages, position.top);
		let last = first + 1;
		while ((pages[last]?.first ?? end) < end) last++;
		return pages.slice(first, last);
	}

	const shown = new Set<Page>();
	for (const {id} of view.rows.slice(position.top, end)) {
		const at = indexOfId(projects.rows, id);
		const page = at === undefined ? undefined : pages[pageIndexAt(pages, at)];
		if (page) shown.add(page);
	}

	return [...shown];
}

/** Returns the pages to keep fresh: the visible ones, and the first, where new projects appear. */
export function freshPages({projects: {list}}: State, visible: readonly Page[]): readonly Page[] {
	const first = list.pages[0];
	return first && !visible.includes(first) ? [...visible, first] : visible;
}

/** Says that the list holds as many projects as it can, and how to find one among them or beyond. */
export function limitText(state: State): SafeText {
	const [filter, commands] = [keyOf(state, 'filter', plain`/`), keyOf(state, 'commands', plain`:`)];
	return plain`The first ${grouped(maxProjects)} projects are loaded. Press ${filter} to filter them, or ${commands} to open another by its id.`;
}
