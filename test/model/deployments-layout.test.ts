import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bodyHeight, deploymentsLayout, fullDeploymentsWidth, spareWidth, wantedWidth} from '../../src/model/layout.ts';

const sizes = fc.record({columns: fc.integer({min: 20, max: 300}), rows: fc.integer({min: 4, max: 120})});

test('the deployments screen is filled, half of it and at least five rows by the list', () => {
	fc.assert(
		fc.property(sizes, size => {
			const {title, gap, headline, view, top, details, rows} = deploymentsLayout(size);
			const [list, height] = [rows + 1, bodyHeight(size)];
			expect(title + gap + view).toBe(top);
			expect(top + details + list).toBeLessThanOrEqual(Math.max(2, height));
			expect(top + details + list).toBeGreaterThanOrEqual(height - 1);
			expect(list).toBeGreaterThanOrEqual(Math.floor(height / 2));
			if (headline > 1 || view > headline || details > 0) expect(rows).toBeGreaterThanOrEqual(5);
			// A second status line does not move what is above the list.
			expect(deploymentsLayout({...size, statusLines: 2}).top).toBe(deploymentsLayout(size).top);
			// Details are beside the list where all its columns stay, else below it.
			const beside = spareWidth(size);
			if (beside > 0) expect([details, size.columns - beside >= fullDeploymentsWidth]).toEqual([0, true]);
			expect(wantedWidth(size)).toBeLessThanOrEqual(size.columns / 2);
		}),
	);
});
