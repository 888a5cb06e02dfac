import {type Line, space} from '../../present/line.ts';
import {fieldLine} from '../../present/typed-line.ts';
import type {Search} from '../../store/model/document-view.ts';
import {editedLine} from '../../store/reducers/text-editing.ts';
import type {State} from '../../store/state/state.ts';
import {plain, safe} from '../../text.ts';

/** How many matches a search has, and the number of the current one, from 1. Undefined if the cursor is on none. */
export type Found = {readonly count: number; readonly at: number | undefined};

/** Returns the search of a document or a list: the query, and the number of the match. Empty without a search. */
export function searchLine(state: State, search: Search | undefined, {count, at}: Found, width: number): Line {
	if (!search) return [];
	const typed = editedLine(state);
	const isFound = count > 0;
	const matches = at === undefined ? plain`${count} matches` : plain`match ${at} of ${count}`;
	const result = isFound ? matches : plain`no match`;
	return [
		{text: plain` /`, tone: 'accent'},
		...(search.isTyping && typed
			? fieldLine(typed, plain``, Math.max(4, width - 12))
			: [{text: safe(search.query, Math.max(4, width - 14)), tone: 'plain'} as const]),
		search.query === '' ? space : {text: plain`  ${result} `, tone: isFound ? 'quiet' : 'bad'},
	];
}
