import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import {parseSort, sorted} from '../../src/model/arrangement.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {bareProject} from '../present/records.ts';

test.each([
	['name', 'émile Emma eva service service-2 service-2b service-007 service-10 Zoë'],
	['-name', 'Zoë service-10 service-007 service-2b service-2 service eva Emma émile'],
	['created', 'service-10 service-2 service-007 service-2b service Zoë émile Emma eva'],
	['-created', 'eva Emma émile Zoë service service-2b service-007 service-2 service-10'],
	['mode', 'Emma eva Zoë émile service-2b service service-2 service-007 service-10'],
	['-mode', 'service-2 service-007 service-2b service Zoë émile Emma eva service-10'],
])(
	'projects are sorted by %s: names as people count and spell, equal ones in their order, and those without a value last',
	(typed, names) => {
		const numbered = ['service-10', 'service-2', 'service-007', 'service-2b', 'service'];
		const projects = [...numbered, 'Zoë', 'e\u0301mile', 'Emma', 'eva'].map((name, at) => ({
			...bareProject,
			id: `${at}`,
			name: serviceText(name),
			createdAt: at,
			uploadMode: at === 0 ? undefined : serviceText(`mode ${Math.ceil((9 - at) / 2)}`),
		}));
		const sort = parseSort(typed) ?? {by: '', isDescending: false};
		const shown = sorted(projects, sort, {table: new Map(), wordMeanings: noWordMeanings});
		expect(shown.map(({name}) => name?.shown).join(' ')).toBe(names);
	},
);
