import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	arranged,
	type Cursor,
	currentOrSoughtRow,
	followed,
	movedBy,
	placementOf,
	type RowIds,
	type Rows,
	released,
	rowToReturnTo,
	startCursor,
} from '../../src/model/cursor.ts';

const listOf = (count: number): RowIds => Array.from({length: count}, (_, index) => `row ${index}`);

const has = (id: string) => id < 'k';

const hundred: Rows = {ids: listOf(100), height: 10, has};

const at = (index: number, top: number): Cursor => ({...startCursor, id: `row ${index}`, index, line: index - top});

const seeking = (id: string): Cursor => ({...startCursor, sought: {id, line: 3}});

const headed: Rows = {ids: [undefined, undefined, 'a', 'b'], height: 2, has};

test.each<[what: string, found: () => unknown, expected: unknown]>([
	['moves within the window without scrolling', () => movedBy(at(0, 0), hundred, 3), at(3, 0)],
	['keeps its line when a page is turned', () => movedBy(at(3, 0), hundred, 10, true), at(13, 10)],
	['scrolls by one line at the lower edge', () => movedBy(at(9, 0), hundred, 1), at(10, 1)],
	['scrolls by one line at the upper edge', () => movedBy(at(5, 5), hundred, -1), at(4, 4)],
	['leaves its line for a full window', () => movedBy(at(85, 82), hundred, 10, true), at(95, 90)],
	['is seen below headings that fill the window', () => placementOf(startCursor, headed), {index: 2, top: 1}],
	['shows the heading above its row', () => movedBy({...at(3, 2), id: 'b'}, headed, -1).line, 1],
	['does not scroll where it stays', () => movedBy({...at(2, 2), id: 'a'}, headed, 0).line, 0],
	['selects what it seeks once that arrives', () => followed(seeking('row 50'), hundred), at(50, 47)],
	['selects what it seeks at the top', () => followed(seeking('row 0'), hundred), at(0, 0)],
	['waits for what it seeks', () => followed(seeking('x'), hundred), {...seeking('x'), first: 'row 0'}],
	['selects no other row while it seeks', () => arranged(seeking('x'), headed), seeking('x')],
	['keeps its line while it seeks', () => arranged({...seeking('x'), ...at(5, 4)}, hundred).line, 1],
	['forgets new rows in another order', () => arranged({...at(5, 5), newAbove: ['x']}, hundred).newAbove, []],
	['leaves a row that is gone', () => released({...at(5, 3), id: 'x'}, hundred), at(5, 3)],
	['stays with a row that is filtered out', () => released({...at(5, 3), id: 'b'}, hundred).id, 'b'],
	['is kept by what it seeks', () => currentOrSoughtRow(seeking('x')), seeking('x').sought],
	['seeks nothing at the start', () => rowToReturnTo(startCursor), undefined],
])('the cursor %s', (_what, found, expected) => {
	expect(found()).toEqual(expected);
});

const letters = [...'abcdefghijklmnopqrst'];

/** The rows of a list, in any order, some of them headings. */
const rowsOf = fc.record({
	ids: fc
		.tuple(fc.shuffledSubarray(letters), fc.array(fc.nat(20), {maxLength: 3}))
		.map(([ids, headings]) => headings.reduce<RowIds>((all, index) => all.toSpliced(index, 0, undefined), ids)),
	height: fc.integer({min: 1, max: 12}),
});

const isRow = (id: string | undefined) => id !== undefined;

const move = fc.record({by: fc.integer({min: -9, max: 9}), isPaging: fc.boolean()});

test('the cursor keeps row and line while rows come and go, and tells why its row left', {tags: ['fault-156']}, () => {
	fc.assert(
		fc.property(rowsOf, fc.array(move), fc.array(fc.oneof(rowsOf, move), {maxLength: 20}), (first, moves, steps) => {
			let rows: Rows = {...first, has};
			let cursor = startCursor;
			for (const step of [...moves, ...steps]) {
				const {id} = cursor;
				const before = {...placementOf(cursor, rows), ids: rows.ids};
				if ('by' in step) {
					const to = Math.max(0, before.index + step.by - (before.heldBecause && step.by > 0 ? 1 : 0));
					const above = rows.ids.slice(0, to + 1).findLast(isRow);
					const below = rows.ids.slice(to).find(isRow);
					cursor = movedBy(cursor, rows, step.by, step.isPaging);
					expect(cursor.id).toBe(step.by < 0 ? (above ?? below) : (below ?? above));
					if (cursor.id === undefined) expect(cursor).toEqual(startCursor);
				} else {
					const arrived = step.ids.filter(each => isRow(each) && !before.ids.includes(each));
					rows = {...step, has};
					cursor = followed(cursor, rows, before.ids, arrived as readonly string[]);
					const {index, top, heldBecause} = placementOf(cursor, rows);
					const left = before.ids.slice(before.index).filter(each => rows.ids.includes(each));
					if (heldBecause) expect(rows.ids[index]).toBe(left.find(isRow));
					const isFull = top === Math.max(0, rows.ids.length + (rows.ids.includes(id) ? 0 : 1) - rows.height);
					const line = Math.min(before.index - before.top, index, rows.height - 1);
					if (id !== undefined && !isFull) expect(index - top).toBe(line);
					expect(cursor.id).toBe(id);
				}

				const {index, top, heldBecause} = placementOf(cursor, rows);
				const count = rows.ids.length + (heldBecause ? 1 : 0);
				if (heldBecause)
					expect([rows.ids.includes(cursor.id), heldBecause]).toEqual([
						false,
						has(cursor.id ?? '') ? 'filtered out' : 'gone',
					]);
				else if (cursor.id !== undefined) expect(rows.ids[index]).toBe(cursor.id);
				if (top > 0) expect(count - top).toBeGreaterThanOrEqual(rows.height);
				expect([index >= top, index - top < rows.height, top >= 0]).toEqual([true, true, true]);
				if (count > 0) expect(index).toBeLessThan(count);
				for (const isNew of cursor.newAbove) expect(rows.ids.slice(0, top)).toContain(isNew);
			}
		}),
	);
});

test('a row filtered out by any filters is selected again once it is shown', () => {
	const all = listOf(30).map(String);
	const step = fc.record({shown: fc.subarray(all), isUpdate: fc.boolean(), height: fc.integer({min: 1, max: 40})});
	fc.assert(
		fc.property(fc.nat({max: 29}), fc.array(step), (index, steps) => {
			const whole = {ids: all, height: 10, has};
			let cursor = movedBy(startCursor, whole, index);
			for (const {shown, isUpdate, height} of steps) {
				const rows = {ids: shown, height, has};
				cursor = arranged(cursor, rows);
				if (isUpdate) cursor = followed(cursor, rows);
				if (shown.includes(`row ${index}`)) expect(cursor.id).toBe(`row ${index}`);
			}

			expect(arranged(cursor, whole).id).toBe(`row ${index}`);
			const moved = movedBy(cursor, whole, 0);
			expect(arranged(moved, whole).id).toBe(moved.id);
		}),
	);
});
