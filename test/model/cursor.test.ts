import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	arranged,
	type Cursor,
	followed,
	movedBy,
	placementOf,
	type RowIds,
	type Rows,
	startCursor,
} from '../../src/model/cursor.ts';

const listOf = (count: number): RowIds => Array.from({length: count}, (_, index) => `row ${index}`);

const has = (id: string) => id < 'k';

const hundred: Rows = {ids: listOf(100), height: 10, has};

const at = (index: number, top: number): Cursor => ({...startCursor, id: `row ${index}`, index, line: index - top});

test.each([
	['moves within the window without scrolling', at(0, 0), 3, false, at(3, 0)],
	['scrolls by one line at the lower edge', at(9, 0), 1, false, at(10, 1)],
	['scrolls by one line at the upper edge', at(5, 5), -1, false, at(4, 4)],
	['stops at the first row', at(2, 0), -9, false, at(0, 0)],
	['stops at the last row', at(95, 90), 50, false, at(99, 90)],
	['keeps its line when a page is turned', at(3, 0), 10, true, at(13, 10)],
	['leaves its line for a full window', at(85, 82), 10, true, at(95, 90)],
])('the cursor %s', (_what, cursor, by, isPaging, expected) => {
	expect(movedBy(cursor, hundred, by, isPaging)).toEqual(expected);
});

const letters = [...'abcdefghijklmnopqrst'];

/** The rows of a list, in any order, some of them headings. */
const rowsOf = fc.record({
	ids: fc
		.tuple(fc.shuffledSubarray(letters), fc.array(fc.nat(20), {maxLength: 3}))
		.map(([ids, headings]) => headings.reduce<RowIds>((all, index) => all.toSpliced(index, 0, undefined), ids)),
	height: fc.integer({min: 1, max: 12}),
});

const move = fc.record({by: fc.integer({min: -25, max: 25}), isPaging: fc.boolean()});

test('whatever comes, goes and moves in a list, the cursor stays on its row, on its line unless lines would be empty, and shows that the row is gone or hidden', {
	tags: ['fault-156'],
}, () => {
	fc.assert(
		fc.property(rowsOf, fc.array(move), fc.array(fc.oneof(rowsOf, move), {maxLength: 20}), (first, moves, steps) => {
			let rows: Rows = {...first, has};
			let cursor = startCursor;
			for (const step of [...moves, ...steps]) {
				const {id} = cursor;
				const before = {...placementOf(cursor, rows), ids: rows.ids};
				if ('by' in step) {
					cursor = movedBy(cursor, rows, step.by, step.isPaging);
					expect([...rows.ids.filter(each => each !== undefined), undefined]).toContain(cursor.id);
				} else {
					const arrived = step.ids.filter(each => each !== undefined && !before.ids.includes(each));
					rows = {...step, has};
					cursor = followed(cursor, rows, before.ids, arrived as readonly string[]);
					const {index, top} = placementOf(cursor, rows);
					const isFull = top === Math.max(0, rows.ids.length + (rows.ids.includes(id) ? 0 : 1) - rows.height);
					const line = Math.min(before.index - before.top, index, rows.height - 1);
					if (id !== undefined && !isFull) expect(index - top).toBe(line);
					expect(cursor.id).toBe(id);
				}

				const {index, top, held} = placementOf(cursor, rows);
				const count = rows.ids.length + (held ? 1 : 0);
				if (held)
					expect([rows.ids.includes(cursor.id), held]).toEqual([false, has(cursor.id ?? '') ? 'hidden' : 'gone']);
				else if (cursor.id !== undefined) expect(rows.ids[index]).toBe(cursor.id);
				if (top > 0) expect(count - top).toBeGreaterThanOrEqual(rows.height);
				expect([index >= top, index - top < rows.height, top >= 0]).toEqual([true, true, true]);
				if (count > 0) expect(index).toBeLessThan(count);
				for (const isNew of cursor.newAbove) expect(rows.ids.slice(0, top)).toContain(isNew);
			}
		}),
	);
});

test('after any filters and updates, the row that the user selected is selected once it is shown again', () => {
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
