import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	bodyHeight,
	deploymentsLayout,
	dialogWidth,
	fullDeploymentsWidth,
	hasBoardHeadings,
	isBare,
	type Size,
	spareWidth,
	statusHeight,
	titleHeight,
	wantedWidth,
} from '../../src/model/layout.ts';

const sizes = fc.record({columns: fc.integer({min: 20, max: 300}), rows: fc.integer({min: 4, max: 120})});

test('the parts of the deployments screen fill the screen, and leave half of it and at least five rows for the list', () => {
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

test.each<[what: string, minColumns: number, minRows: number, isShown: (size: Size) => boolean]>([
	['a border round dialogs', 1, 9, size => !isBare(size)],
	['the screen beside dialogs', 51, 1, size => dialogWidth(size) < size.columns],
	['a second line of status', 1, 12, size => statusHeight({...size, statusLines: 2}) === 2],
	['the title of a project', 60, 12, size => titleHeight(size) > 0],
	['headings on the board', 60, 16, hasBoardHeadings],
	['details beside projects', 110, 1, size => wantedWidth(size) > 0],
	['details beside deployments', 180, 1, size => spareWidth(size) > 0],
	['the newest deployment', 1, 12, size => deploymentsLayout(size).headline > 0],
	['its bar and stages', 1, 13, size => deploymentsLayout(size).headline > 1],
	['a blank line below the title', 1, 40, size => deploymentsLayout(size).gap > 0],
])('%s: from %i columns and %i rows on', (_what, minColumns, minRows, isShown) => {
	const counts = Array.from({length: 200}, (_, at) => at + 1);
	expect(counts.find(columns => isShown({columns, rows: 200}))).toBe(minColumns);
	expect(counts.find(rows => isShown({columns: 200, rows}))).toBe(minRows);
});
