import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import {parseSort, sorted} from '../../src/model/arrangement.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {bareProject} from '../present/records.ts';

test.each<[typed: string, names: string | undefined]>([
	['name', 'émile Emma eva service service-2 service-2b service-007 service-10 Zoë'],
	[' -Name ', 'Zoë service-10 service-007 service-2b service-2 service eva Emma émile'],
	['created', 'service-10 service-2 service-007 service-2b service Zoë émile Emma eva'],
	['-created', 'Emma eva Zoë émile service-2b service service-2 service-007 service-10'],
	['status', 'eva service-10 service-2 service-007 service-2b service Zoë émile Emma'],
	['-updated', 'eva service-10 service-2 service-007 service-2b service Zoë émile Emma'],
	['name-', undefined],
])('sorts by %s: names as people count and spell, equal values by id, missing values last', (typed, names) => {
	const numbered = ['service-10', 'service-2', 'service-007', 'service-2b', 'service'];
	const projects = [...numbered, 'Zoë', 'e\u0301mile', 'Emma', 'eva'].map((name, at) => ({
		...bareProject,
		id: `${at}`,
		name: serviceText(name),
		createdAt: Math.ceil(at / 2) * 6,
		...(at === 8 && {status: serviceText('a'), updatedAt: 1}),
	}));
	const sort = parseSort(typed);
	const shown = sort && sorted(projects.toReversed(), sort, {table: new Map(), wordMeanings: noWordMeanings});
	expect(shown?.map(({name}) => name?.shown).join(' ')).toBe(names);
});
