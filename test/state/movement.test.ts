import {expect, test} from 'vitest';
import {clearSearch, hasMoved, openSearch, scrollDialog, viewOf, withRowsAbove} from '../../src/state/documents.ts';
import {cycleQuickFilter, jumpTo, moveBy, pageBy, resizeTo} from '../../src/state/lists.ts';
import {patch, type State, withInterface} from '../../src/state/state.ts';
import {changed} from '../kit/fixtures/changed.ts';
import {connected, now, reading} from '../kit/fixtures/moment.ts';
import {listed, page} from '../kit/fixtures/project-pages.ts';

const withHelp = (state: State) => withInterface(state, {dialog: {name: 'help', top: 0}});

test.each<[what: string, isMovement: boolean, before: State, change: (state: State) => State]>([
	['a step down the list', true, reading(), state => moveBy(state, 1)],
	['half a page', true, reading(), state => pageBy(state, 0.5)],
	['a jump to the first row', true, reading(), state => jumpTo(state, 'first', now)],
	['scrolling in a dialog', true, withHelp(reading()), state => scrollDialog(state, {top: 3})],
	['a quick filter', false, reading(), state => cycleQuickFilter(state, now)],
	['a smaller screen', false, reading(), state => resizeTo(state, {columns: 80, rows: 12})],
	[
		'a new row above the selected one',
		false,
		moveBy(reading(), 1),
		state => patch(state, 'projects', {list: listed([undefined, page('zabc')])}),
	],
	['a dialog that opens', false, reading(), withHelp],
	[
		'another screen',
		false,
		moveBy(reading(), 1),
		state => withInterface(state, {screens: [...state.interface.screens, {name: 'wall'}]}),
	],
])('that the user only moves through rows is told from everything else: %s', (_what, isMovement, before, change) => {
	const after = changed(before, change);
	expect(after).not.toBe(before);
	expect(hasMoved(before, after)).toBe(isMovement);
});

test('esc returns from a search in the request log to the same request, although another one was made meanwhile', () => {
	const log = {name: 'request log', top: 2, cursor: 4} as const;
	const searching = scrollDialog(openSearch(withInterface(connected(), {dialog: log})), {top: 9, cursor: 9});
	const view = viewOf(searching);
	const later = withInterface(searching, {dialog: withRowsAbove({...log, ...view}, 1)});
	expect(viewOf(later)).toMatchObject({top: 10, cursor: 10});
	expect(viewOf(clearSearch(later))).toEqual({...log, top: 3, cursor: 5});
});
