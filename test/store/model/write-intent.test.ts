import {expect, test} from 'vitest';
import {parseIntent} from '../../../src/store/model/writes/write-intent.ts';

const kept = (kind: string) => JSON.stringify({serviceAt: 5, project: 'docs', write: {kind, projectId: 'prj_1'}});

test('a write that was kept is understood again', () => {
	expect(parseIntent('id', 7, kept('delete'))).toEqual({
		id: 'id',
		at: 7,
		serviceAt: 5,
		project: 'docs',
		write: {kind: 'delete', projectId: 'prj_1'},
	});
});

test.each(['publish', 'constructor', 'toString', '__proto__'])(
	'a write of the unknown kind %s, perhaps of a later version, is left alone',
	{tags: ['fault-84']},
	kind => {
		expect(parseIntent('id', 7, kept(kind))).toBeUndefined();
	},
);
