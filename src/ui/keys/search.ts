import {plain, safe} from '../../base/text.ts';
import {type Line, space} from '../../present/line.ts';
import {fieldLine} from '../../present/typed-line.ts';
import {applySearch, clearSearch, openSearch, rewindSearch} from '../../state/documents.ts';
import {keyOf} from '../../state/preferences.ts';
import type {Search} from '../../state/screen.ts';
import {type State, withNotice} from '../../state/state.ts';
import {editedLine} from '../../state/text-editing.ts';
import type {Binding, DrawContext, KeyContext, KeyScope} from '../contexts.ts';
import {changing} from './binding.ts';
import {lineEditing, typeText} from './text-keys.ts';

/** What a search looks through: the rows of a list or of a document. */
export type SearchTarget = {
	/** Returns the search in it, even while something covers it. */
	readonly searchOf: (state: State) => Search | undefined;
	/** Returns the id of the command that opens the search. */
	readonly commandId: (state: State) => string;
	readonly read: (drawing: DrawContext) => SearchedRows;
};

type SearchedRows = {
	/** The indexes of the rows that match the query. */
	readonly matches: readonly number[];
	/** The row of the cursor or, without a cursor, of the current match. */
	readonly cursor: number | undefined;
	/** The row from which a new query is searched. */
	readonly start: number;
	/** Moves the cursor to a row. */
	readonly moveTo: (state: State, row: number) => State;
};

/** Returns the indexes of the rows that contain the query, which is in lower case. `textAt` returns undefined for a row that cannot be selected. */
export const matchesIn = (
	rowCount: number,
	textAt: (row: number) => string | undefined,
	query: string,
): readonly number[] =>
	query === '' ? [] : Array.from({length: rowCount}, (_, row) => row).filter(row => textAt(row)?.includes(query));

/** Moves to the first match from where the search began, or back to there if nothing matches. */
const preview = (target: SearchTarget, {store, drawContext}: KeyContext): void =>
	store.change(current => {
		if (!target.searchOf(current)?.isTyping) return current;
		const state = rewindSearch(current);
		const {matches, start, moveTo} = target.read({...drawContext(), state});
		const first = matches.find(row => row >= start) ?? matches[0];
		return first === undefined ? state : moveTo(state, first);
	});

const stepTo =
	(target: SearchTarget, by: 1 | -1): Binding['run'] =>
	({store, drawContext}) =>
		store.change((state, now) => {
			const {matches, cursor = 0, moveTo} = target.read({...drawContext(), state});
			const match =
				by > 0
					? (matches.find(row => row > cursor) ?? matches[0])
					: (matches.findLast(row => row < cursor) ?? matches.at(-1));
			return match === undefined ? withNotice(state, plain`Nothing matches`, 'quiet', now) : moveTo(state, match);
		});

export function searchKeys(target: SearchTarget): readonly Binding[] {
	const blocked = (state: State): string | undefined =>
		target.searchOf(state) ? undefined : `Press ${keyOf(state, target.commandId(state), plain`/`)} to search first`;
	return [
		{keys: ['/'], label: 'search', isHinted: true, run: changing(openSearch)},
		{keys: ['n'], label: 'next match', blocked, run: stepTo(target, 1)},
		{keys: ['N'], label: 'previous match', blocked, run: stepTo(target, -1)},
	];
}

export const searchScope = (title: string, target: SearchTarget): KeyScope => ({
	title,
	keys: [
		{keys: ['enter'], label: 'search', isHinted: true, run: changing(applySearch)},
		{keys: ['esc'], label: 'cancel', isHinted: true, run: changing(clearSearch)},
		...lineEditing.map(
			(binding): Binding => ({
				...binding,
				run(keyContext, ...rest) {
					binding.run(keyContext, ...rest);
					preview(target, keyContext);
				},
			}),
		),
	],
	isTyping: true,
	onText(keyContext, state, text) {
		typeText(keyContext, state, text);
		preview(target, keyContext);
	},
});

/** Lets esc end the search before it leaves what is searched. */
export const endingSearch = (keys: readonly Binding[], target: SearchTarget): readonly Binding[] =>
	keys.map(binding =>
		binding.keys.includes('esc')
			? {
					...binding,
					run(keyContext, state, key, ...rest) {
						if (key === 'esc' && target.searchOf(state)) keyContext.store.change(clearSearch);
						else binding.run(keyContext, state, key, ...rest);
					},
				}
			: binding,
	);

/** Returns the query, and the number of the match. Empty without a search. */
export function searchLine(target: SearchTarget, drawing: DrawContext, width: number): Line {
	const search = target.searchOf(drawing.state);
	if (!search) return [];
	const typed = editedLine(drawing.state);
	const {matches, cursor = -1} = target.read(drawing);
	const at = matches.indexOf(cursor);
	const found = at < 0 ? plain`${matches.length} matches` : plain`match ${at + 1} of ${matches.length}`;
	const isFound = matches.length > 0;
	return [
		{text: plain` /`, tone: 'accent'},
		...(search.isTyping && typed
			? fieldLine(typed, plain``, Math.max(4, width - 12))
			: [{text: safe(search.query, Math.max(4, width - 14)), tone: 'plain'} as const]),
		search.query === ''
			? space
			: {text: plain`  ${isFound ? found : plain`no match`} `, tone: isFound ? 'quiet' : 'bad'},
	];
}
