import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import {baseOf, contestedFields, parseIntent} from '../../src/model/write-intent.ts';
import {project} from '../present/records.ts';

const journaled = (kind: string) => JSON.stringify({serviceAt: 5, project: 'docs', write: {kind, projectId: 'prj_1'}});

test('an intent is restored from its journal entry', () => {
	expect(parseIntent({id: 'id', at: 7, content: journaled('delete')})).toEqual({
		id: 'id',
		at: 7,
		serviceAt: 5,
		project: 'docs',
		write: {kind: 'delete', projectId: 'prj_1'},
	});
});

test.each(['publish', 'constructor', 'toString', '__proto__'])(
	'a journaled write of the unknown kind %s is ignored',
	{tags: ['fault-84']},
	kind => {
		expect(parseIntent({id: 'id', at: 7, content: journaled(kind)})).toBeUndefined();
	},
);

test('a field that was cleared here and elsewhere is not contested', () => {
	const before = project({url: serviceText('https://docs.example')});
	const now = project({url: undefined});
	expect(contestedFields({url: ''}, baseOf(before), baseOf(now))).toEqual([]);
	expect(
		contestedFields({url: ''}, baseOf(before), baseOf(project({url: serviceText('https://new.example')}))),
	).toEqual(['url']);
	expect(contestedFields({url: 'https://mine.example'}, baseOf(before), baseOf(now))).toEqual(['url']);
});

test('a field that the service sends as null and as an empty text by turns was not changed', () => {
	const [before, now] = [project({url: undefined}), project({url: serviceText('')})];
	expect(contestedFields({url: 'https://mine.example'}, baseOf(before), baseOf(now))).toEqual([]);
});
