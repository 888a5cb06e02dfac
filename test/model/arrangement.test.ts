import fc from 'fast-check';
import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import {parseSort, sorted, sortedBy} from '../../src/model/arrangement.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {bareProject} from '../present/records.ts';

const row = fc.record({id: fc.nat(), value: fc.option(fc.nat(5), {nil: undefined})});

test('a list is sorted by a column, with equal rows in their order and rows without a value last', () => {
	fc.assert(
		fc.property(fc.array(row), fc.boolean(), (rows, isDescending) => {
			const shown = sortedBy(rows, {by: 'value', isDescending}, ({value}) => value);
			const values = shown.map(({value}) => value ?? (isDescending ? -1 : 9));
			expect(values).toEqual(values.toSorted((a, b) => (isDescending ? b - a : a - b)));
			for (const value of new Set(values)) {
				const isSame = (each: (typeof rows)[number]) => (each.value ?? (isDescending ? -1 : 9)) === value;
				expect(shown.filter(isSame)).toEqual(rows.filter(isSame));
			}
		}),
	);
});

test.each([
	['name', 'émile Emma eva service service-2 service-2b service-007 service-10 Zoë'],
	['-name', 'Zoë service-10 service-007 service-2b service-2 service eva Emma émile'],
	['created', 'service-10 service-2 service-007 service-2b service Zoë émile Emma eva'],
	['mode', 'eva Emma émile Zoë service service-2b service-007 service-2 service-10'],
])('projects are sorted by %s: names as people count and spell, and those without a value last', (typed, names) => {
	const numbered = ['service-10', 'service-2', 'service-007', 'service-2b', 'service'];
	const projects = [...numbered, 'Zoë', 'e\u0301mile', 'Emma', 'eva'].map((name, at) => ({
		...bareProject,
		id: `${at}`,
		name: serviceText(name),
		createdAt: at,
		uploadMode: at === 0 ? undefined : serviceText(`mode ${9 - at}`),
	}));
	const sort = parseSort(typed) ?? {by: '', isDescending: false};
	const shown = sorted(projects, sort, {table: new Map(), wordMeanings: noWordMeanings});
	expect(shown.map(({name}) => name?.shown).join(' ')).toBe(names);
});
