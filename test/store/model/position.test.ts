import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	heldAt,
	type ListBounds,
	movedBy,
	type Position,
	pagedBy,
	resized,
	startPosition,
} from '../../../src/store/model/position.ts';

const extent = (count: number, height: number): ListBounds => ({
	count,
	height,
	idAt: index => (index < count ? `row ${index}` : undefined),
	indexOf(id) {
		const index = Number(id.slice(4));
		return index < count ? index : undefined;
	},
});

const at = (index: number, top: number, newAbove: readonly string[] = []): Position => ({
	id: `row ${index}`,
	index,
	top,
	newAbove,
});

test.each([
	['moves within the window without scrolling', at(0, 0), 3, at(3, 0)],
	['scrolls by one line at the lower edge', at(9, 0), 1, at(10, 1)],
	['scrolls by one line at the upper edge', at(5, 5), -1, at(4, 4)],
	['stops at the first row', at(2, 0), -9, at(0, 0)],
	['stops at the last row', at(95, 90), 50, at(99, 90)],
])('the cursor %s', (_what, position, by, expected) => {
	expect(movedBy(position, by, extent(100, 10))).toEqual(expected);
});

test('a screen down keeps the cursor on its line, and ends with a full window', () => {
	expect(pagedBy(at(3, 0), 10, extent(100, 10))).toEqual(at(13, 10));
	expect(pagedBy(at(85, 82), 10, extent(100, 10))).toEqual(at(95, 90));
});

test('rows that come in above are named if nobody has seen them, and the picked row stays on its line', () => {
	expect(heldAt(at(3, 0), 5, extent(12, 20))).toEqual(at(5, 2));
	expect(heldAt(at(3, 0), 5, extent(12, 20), ['row 0', 'row 1', 'row 7'])).toEqual(at(5, 2, ['row 0', 'row 1']));
	expect(heldAt(at(5, 2, ['row 1']), 6, extent(13, 20), ['row 1', 'row 0'])).toEqual(at(6, 3, ['row 1', 'row 0']));
});

test('rows above that were looked at are no longer new', () => {
	expect(movedBy(at(5, 2, ['row 0', 'row 1']), -4, extent(12, 20))).toEqual(at(1, 1, ['row 0']));
});

test('a row that is gone leaves its line to the next one', () => {
	expect(heldAt(at(3, 1), undefined, extent(12, 5))).toEqual(at(3, 1));
	expect(heldAt(at(11, 8), undefined, extent(11, 5))).toEqual(at(10, 7));
});

test('an empty list has no row to pick', () => {
	expect(movedBy(startPosition, 1, extent(0, 10))).toEqual(startPosition);
});

test('whatever happens, the picked row is in the list and in the window', () => {
	const step = fc.record({
		kind: fc.constantFrom('move', 'page', 'change', 'resize'),
		by: fc.integer({min: -200, max: 200}),
		count: fc.integer({min: 1, max: 150}),
		height: fc.integer({min: 1, max: 40}),
	});
	fc.assert(
		fc.property(fc.array(step), steps => {
			let shown = extent(100, 10);
			let position = startPosition;
			for (const {kind, by, count, height} of steps) {
				if (kind === 'change') shown = extent(count, shown.height);
				if (kind === 'resize') shown = extent(shown.count, height);
				const found = by >= 0 && by < shown.count ? by : undefined;
				if (kind === 'move') position = movedBy(position, by, shown);
				if (kind === 'page') position = pagedBy(position, by, shown);
				if (kind === 'change') position = heldAt(position, found, shown, [`row ${by}`, `row ${height}`]);
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
