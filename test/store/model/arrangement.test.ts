import fc from 'fast-check';
import {expect, test} from 'vitest';
import {sortedBy} from '../../../src/store/model/deployments/arrangement.ts';

const row = fc.record({id: fc.nat(), value: fc.option(fc.nat(5), {nil: undefined})});

test('a list is sorted by a column, with equal rows in their order and rows without a value last', () => {
	fc.assert(
		fc.property(fc.array(row), fc.boolean(), (rows, isDescending) => {
			const sorted = sortedBy(rows, {by: 'value', isDescending}, ({value}) => value);
			const values = sorted.map(({value}) => value ?? (isDescending ? -1 : 9));
			expect(values).toEqual(values.toSorted((a, b) => (isDescending ? b - a : a - b)));
			for (const value of new Set(values)) {
				const isSame = (each: (typeof rows)[number]) => (each.value ?? (isDescending ? -1 : 9)) === value;
				expect(sorted.filter(isSame)).toEqual(rows.filter(isSame));
			}
		}),
	);
});
