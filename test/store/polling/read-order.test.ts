import {expect, test} from 'vitest';
import {createReadOrder} from '../../../src/store/polling/read-order.ts';

const minute = 60_000;
const views = {open: new Set<string>(), watched: new Set<string>(), visible: new Set<string>()};

/** An order of reads that knows one page of projects. */
function knowing(ids: readonly string[]) {
	const order = createReadOrder();
	const page = (askedAt: number, moved?: string) => {
		const projects = ids.map(id => ({id, updatedAt: undefined, hint: id === moved ? '2' : '1'}));
		order.observePage({cursor: undefined, projects, askedAt});
	};
	const list = (projectId: string, askedAt: number) => order.observeList({projectId, deployments: [], askedAt});
	return {order, page, list};
}

test('a hint from before the clock was set back is followed once', () => {
	const {order, page, list} = knowing(['a', 'b']);
	page(100 * minute);
	for (const id of ['a', 'b']) list(id, 99 * minute);
	page(101 * minute, 'a');
	order.setBack(minute);
	expect(order.next({now: 2 * minute, views, isWide: true})).toEqual({kind: 'list', projectId: 'a'});
	list('a', 2 * minute);
	const later = [1, 2, 3, 4].map(seconds => order.next({now: 2 * minute + seconds * 1000, views, isWide: true}));
	expect(later).not.toContainEqual({kind: 'list', projectId: 'a'});
});
