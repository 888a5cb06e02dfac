import {grouped, plain, type SafeText} from '../../text.ts';
import {maxProjects} from '../model/projects/project-list.ts';
import {keyOf} from './key-names.ts';
import type {State} from './state.ts';

/** Says that the list holds as many projects as it can, and how to find one among them or beyond. */
export function limitText(state: State): SafeText {
	const [filter, commands] = [keyOf(state, 'filter', plain`/`), keyOf(state, 'commands', plain`:`)];
	return plain`The first ${grouped(maxProjects)} projects are loaded. Press ${filter} to filter them, or ${commands} to open another by its id.`;
}
