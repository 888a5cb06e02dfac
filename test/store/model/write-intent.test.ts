import {expect, test} from 'vitest';
import {parseIntent} from '../../../src/store/model/writes/write-intent.ts';

const journaled = (kind: string) => JSON.stringify({serviceAt: 5, project: 'docs', write: {kind, projectId: 'prj_1'}});

test('an intent is restored from its journal entry', () => {
	expect(parseIntent('id', 7, journaled('delete'))).toEqual({
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
		expect(parseIntent('id', 7, journaled(kind))).toBeUndefined();
	},
);
