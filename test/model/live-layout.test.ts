import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bodyHeight, liveLayout} from '../../src/model/layout.ts';

test.each([
	[40, 12, {headline: 1, chart: 0, rows: 7}],
	[80, 10, {headline: 0, chart: 0, details: 0}],
	[80, 12, {headline: 1, chart: 0, rows: 6}],
	[80, 16, {headline: 3, chart: 0, rows: 8}],
	[80, 24, {headline: 3, gap: 0, chart: 4, details: 6, rows: 6}],
	[120, 35, {headline: 3, gap: 1, chart: 7, details: 9, rows: 9}],
	[200, 50, {headline: 3, gap: 1, chart: 10, details: 0, rows: 30}],
])('at %i×%i the live view leaves enough rows for the list', (columns, rows, parts) => {
	expect(liveLayout({columns, rows})).toMatchObject(parts);
});

const sizes = fc.record({columns: fc.integer({min: 20, max: 300}), rows: fc.integer({min: 4, max: 120})});

test('the parts of the live view fill the screen, and charts leave at least five rows for the list', () => {
	fc.assert(
		fc.property(sizes, size => {
			const {title, headline, gap, chart, top, details, rows} = liveLayout(size);
			const list = rows + 1;
			expect(title + headline + 2 * gap + chart).toBe(top);
			expect(top + details + list).toBeLessThanOrEqual(Math.max(2, bodyHeight(size)));
			expect(top + details + list).toBeGreaterThanOrEqual(bodyHeight(size) - 1);
			if (headline > 1 || chart > 0 || details > 0) expect(rows).toBeGreaterThanOrEqual(5);
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
