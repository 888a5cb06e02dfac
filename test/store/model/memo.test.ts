import {expect, test} from 'vitest';
import {createMemo} from '../../../src/store/model/memo.ts';

const [list, other] = [{}, {}];

/** Returns the values of some calls with the same memo. Each new value is the next number. */
function values(...calls: ReadonlyArray<readonly [name: string, from: object, ...parts: readonly unknown[]]>) {
	const memo = createMemo();
	let made = 0;
	return calls.map(([name, from, ...parts]) => memo.kept(name, from, parts, () => ++made));
}

test.each([
	[
		'the same value is kept',
		[
			['rows', list, 1, 'a'],
			['rows', list, 1, 'a'],
		],
		[1, 1],
	],
	[
		'it is made again if a part changes',
		[
			['rows', list, 1, 'a'],
			['rows', list, 1, 'b'],
		],
		[1, 2],
	],
	[
		'only the value with the latest parts is kept',
		[
			['rows', list, 1],
			['rows', list, 2],
			['rows', list, 1],
		],
		[1, 2, 3],
	],
	[
		'another object has its own value',
		[
			['rows', list],
			['rows', other],
			['rows', list],
		],
		[1, 2, 1],
	],
	[
		'another name has its own value',
		[
			['rows', list],
			['counts', list],
			['rows', list],
		],
		[1, 2, 1],
	],
] as const)('of what is derived from an object, %s', (_rule, calls, expected) => {
	expect(values(...calls)).toEqual(expected);
});

test('a derived value is made with the one before it, so that what has not changed can stay the same object', () => {
	const memo = createMemo();
	const row = {};
	memo.kept('row', list, [1], () => row);
	expect(memo.kept('row', list, [2], before => before)).toBe(row);
});

test('two memos keep nothing for each other', () => {
	createMemo().kept('rows', list, [], () => 1);
	expect(createMemo().kept('rows', list, [], before => before)).toBeUndefined();
});
