import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	filteredAt,
	keepSelected,
	type ListBounds,
	movedBy,
	type Position,
	pagedBy,
	resized,
	startPosition,
} from '../../src/model/position.ts';

const bounds = (count: number, height: number): ListBounds => ({
	count,
	height,
	idAt: index => (index < count ? `row ${index}` : undefined),
	indexOf(id) {
		const index = Number(id.slice(4));
		return index >= 0 && index < count ? index : undefined;
	},
});

const at = (index: number, top: number, newAbove: readonly string[] = []): Position => ({
	id: `row ${index}`,
	index,
	top,
	newAbove,
});

/** The position of a row before others came or went. */
const wasAt = (position: Position, id: string): Position => ({...position, id});

test.each([
	['moves within the window without scrolling', at(0, 0), 3, at(3, 0)],
	['scrolls by one line at the lower edge', at(9, 0), 1, at(10, 1)],
	['scrolls by one line at the upper edge', at(5, 5), -1, at(4, 4)],
	['stops at the first row', at(2, 0), -9, at(0, 0)],
	['stops at the last row', at(95, 90), 50, at(99, 90)],
])('the cursor %s', (_what, position, by, expected) => {
	expect(movedBy(position, by, bounds(100, 10))).toEqual(expected);
});

test('paging down keeps the cursor on its line and stops at a full viewport', () => {
	expect(pagedBy(at(3, 0), 10, bounds(100, 10))).toEqual(at(13, 10));
	expect(pagedBy(at(85, 82), 10, bounds(100, 10))).toEqual(at(95, 90));
});

test('new rows above the viewport are recorded, and the selected row stays on its line', () => {
	expect(keepSelected(wasAt(at(3, 0), 'row 5'), bounds(12, 20))).toEqual(at(5, 2));
	expect(keepSelected(wasAt(at(3, 0), 'row 5'), bounds(12, 20), ['row 0', 'row 1', 'row 7'])).toEqual(
		at(5, 2, ['row 0', 'row 1']),
	);
	expect(keepSelected(wasAt(at(5, 2, ['row 1']), 'row 6'), bounds(13, 20), ['row 1', 'row 0'])).toEqual(
		at(6, 3, ['row 1', 'row 0']),
	);
});

test('new rows above are no longer new once they have been on screen', () => {
	expect(movedBy(at(5, 2, ['row 0', 'row 1']), -4, bounds(12, 20))).toEqual(at(1, 1, ['row 0']));
});

test('the row after a removed one takes its line', () => {
	expect(keepSelected(wasAt(at(3, 1), 'row gone'), bounds(12, 5))).toEqual(at(3, 1));
	expect(keepSelected(wasAt(at(11, 8), 'row gone'), bounds(11, 5))).toEqual(at(10, 7));
});

test('an empty list has no row to select', () => {
	expect(movedBy(startPosition, 1, bounds(0, 10))).toEqual(startPosition);
});

test('the selected row is always in the list and in the viewport', () => {
	const step = fc.record({
		kind: fc.constantFrom('move', 'page', 'change', 'resize'),
		by: fc.integer({min: -200, max: 200}),
		count: fc.integer({min: 1, max: 150}),
		height: fc.integer({min: 1, max: 40}),
	});
	fc.assert(
		fc.property(fc.array(step), steps => {
			let shown = bounds(100, 10);
			let position = startPosition;
			for (const {kind, by, count, height} of steps) {
				if (kind === 'change') shown = bounds(count, shown.height);
				if (kind === 'resize') shown = bounds(shown.count, height);
				if (kind === 'move') position = movedBy(position, by, shown);
				if (kind === 'page') position = pagedBy(position, by, shown);
				if (kind === 'change')
					position = keepSelected(wasAt(position, `row ${by}`), shown, [`row ${by}`, `row ${height}`]);
				if (kind === 'resize') position = resized(position, shown);
				expect(position.index).toBeGreaterThanOrEqual(0);
				expect(position.index).toBeLessThan(shown.count);
				expect(position.top).toBeGreaterThanOrEqual(0);
				expect(position.index - position.top).toBeGreaterThanOrEqual(0);
				expect(position.index - position.top).toBeLessThan(shown.height);
				for (const id of position.newAbove) expect(shown.indexOf(id)).toBeLessThan(position.top);
			}
		}),
	);
});

test('after any filters and updates, the row that the user selected is selected once it is shown again', () => {
	const rows = Array.from({length: 30}, (_, index) => `row ${index}`);
	const step = fc.record({shown: fc.subarray(rows), isUpdate: fc.boolean(), height: fc.integer({min: 1, max: 40})});
	fc.assert(
		fc.property(fc.nat({max: 29}), fc.array(step), (index, steps) => {
			const boundsOfRows = (ids: readonly string[], height: number): ListBounds => ({
				count: ids.length,
				height,
				idAt: at => ids[at],
				indexOf: id => (ids.includes(id) ? ids.indexOf(id) : undefined),
			});
			let position = movedBy(startPosition, index, boundsOfRows(rows, 10));
			for (const {shown, isUpdate, height} of steps) {
				const list = boundsOfRows(shown, height);
				position = filteredAt(position, list);
				if (isUpdate) position = resized(keepSelected(position, list), list);
				if (shown.includes(`row ${index}`)) expect(position.id).toBe(`row ${index}`);
			}

			expect(filteredAt(position, boundsOfRows(rows, 10)).id).toBe(`row ${index}`);
			const moved = movedBy(position, 0, boundsOfRows(rows, 10));
			expect(filteredAt(moved, boundsOfRows(rows, 10)).id).toBe(moved.id);
		}),
	);
});
