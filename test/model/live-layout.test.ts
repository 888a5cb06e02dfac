import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bodyHeight, liveLayout} from '../../src/model/layout.ts';

test.each([
	[40, 12, {headline: 1, view: 1, details: 0, rows: 7}],
	[80, 10, {headline: 0, view: 0, details: 0}],
	[80, 12, {headline: 1, view: 1, details: 0, rows: 6}],
	[80, 16, {headline: 3, view: 3, details: 0, rows: 8}],
	[80, 24, {headline: 3, view: 3, details: 0, rows: 16}],
	[200, 29, {headline: 3, view: 3, details: 0, rows: 21}],
	[100, 30, {headline: 3, view: 7, details: 5, rows: 13}],
	[120, 35, {headline: 3, gap: 0, view: 8, details: 7, rows: 15}],
	[200, 50, {headline: 3, gap: 1, view: 14, details: 0, rows: 30}],
])('at %i×%i the live view leaves enough rows for the list', (columns, rows, parts) => {
	expect(liveLayout({columns, rows})).toMatchObject(parts);
});

const sizes = fc.record({columns: fc.integer({min: 20, max: 300}), rows: fc.integer({min: 4, max: 120})});

test('the parts of the live view fill the screen, and leave half of it and at least five rows for the list', () => {
	fc.assert(
		fc.property(sizes, size => {
			const {title, gap, headline, view, top, details, rows} = liveLayout(size);
			const [list, height] = [rows + 1, bodyHeight(size)];
			expect(title + gap + view).toBe(top);
			expect(top + details + list).toBeLessThanOrEqual(Math.max(2, height));
			expect(top + details + list).toBeGreaterThanOrEqual(height - 1);
			expect(list).toBeGreaterThanOrEqual(Math.floor(height / 2));
			if (headline > 1 || view > headline || details > 0) expect(rows).toBeGreaterThanOrEqual(5);
		}),
	);
});

test('a second status line does not move what is above the list', () => {
	fc.assert(
		fc.property(sizes, size => {
			expect(liveLayout({...size, statusLines: 2}).top).toBe(liveLayout(size).top);
		}),
	);
});
