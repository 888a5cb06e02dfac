import {expect, test} from 'vitest';
import {clearSearch, openSearch, scrollDialog, viewOf, withRowsAbove} from '../../src/state/documents.ts';
import {withInterface} from '../../src/state/state.ts';
import {connected} from '../kit/fixtures/moment.ts';

test('esc returns from a search in the request log to the same request, although another one was made meanwhile', () => {
	const log = {name: 'request log', top: 2, cursor: 4} as const;
	const searching = scrollDialog(openSearch(withInterface(connected(), {dialog: log})), {top: 9, cursor: 9});
	const view = viewOf(searching);
	const later = withInterface(searching, {dialog: withRowsAbove({...log, ...view}, 1)});
	expect(viewOf(later)).toMatchObject({top: 10, cursor: 10});
	expect(viewOf(clearSearch(later))).toEqual({...log, top: 3, cursor: 5});
});
