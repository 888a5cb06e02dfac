import {projectRows} from '../model/layout.ts';
import {projectRowsOf} from '../model/projects/project-rows.ts';
import {type BoardEntry, rowOfEntry, shownBoard} from '../state/deployments/board-rows.ts';
import {listsProjects} from '../state/interface/screen.ts';
import {currentScreen, type State} from '../state/state.ts';
import {windowEnd} from '../state/visible-pages.ts';
import {wantsAll} from './due-reads.ts';
import type {Views} from './reading-plan/view-weights.ts';

type Rows = {readonly selected: string | undefined; readonly visible: readonly string[]};

/** Each project of rows of the board once. */
const projectsIn = (entries: readonly BoardEntry[]): readonly string[] => [
	...new Set(entries.flatMap(entry => rowOfEntry(entry)?.projectId ?? [])),
];

/** The projects of the rows on the screen. */
function shownRows(state: State): Rows {
	const screen = currentScreen(state);
	if (screen.name === 'watch') {
		const {index, top} = screen.position;
		const {entries} = shownBoard(state);
		const height = projectRows(state.interface.size);
		return state.memo.kept('shown rows', entries, [index, top, height], () => ({
			selected: rowOfEntry(entries[index])?.projectId,
			visible: projectsIn(entries.slice(top, top + height)),
		}));
	}

	// Its pages advance automatically, so every row is about to be looked at.
	if (screen.name === 'wall') {
		return {
			selected: undefined,
			visible: projectsIn(shownBoard(state).entries),
		};
	}

	if (listsProjects(screen)) {
		const {index, top} = state.projects.position;
		const rows = projectRowsOf(state.projects);
		const indexes = Array.from({length: windowEnd(state) - top}, (_, offset) => top + offset);
		const visible = indexes.flatMap(at => (at < rows.count ? (rows.rowAt(at)?.id ?? []) : []));
		return {selected: rows.rowAt(index)?.id, visible};
	}

	return {selected: 'projectId' in screen ? screen.projectId : undefined, visible: []};
}

const noRows: Rows = {selected: undefined, visible: []};

/** Returns the projects that the user looks at. Nobody looks at rows while they scroll. */
export function viewsOf(state: State, hasRested: boolean): Views {
	const {selected, visible} = hasRested ? shownRows(state) : noRows;
	return {
		live: new Set(selected === undefined ? [] : [selected]),
		watched: new Set([...state.presence.watches.values()].map(({projectId}) => projectId)),
		visible: new Set(visible),
	};
}

/** Whether nobody looks, so that less is read, and only what is on the screen, watched or in progress. */
export const isAway = (state: State): boolean => !state.presence.isFocused && !wantsAll(state);
