import {expect, test} from 'vitest';
import type {Line} from '../../src/present/line.ts';
import {plain, type SafeText} from '../../src/text.ts';
import {withScrollMarks} from '../../src/ui/render/scroll-marks.ts';

const lines: readonly Line[] = [plain`head`, plain`one`, plain`two is long`].map((text: SafeText) => [
	{text, tone: 'plain'},
]);

const marked = (beyond: Parameters<typeof withScrollMarks>[2], isAscii = false) =>
	withScrollMarks(lines, 8, beyond, {isAscii}).map(line => line.map(({text}) => text).join(''));

test('marks stand at the right edge of the first and the last line that scroll', () => {
	expect(marked({isAbove: true, isBelow: true, first: 1})).toEqual(['head', 'one    ▲', 'two i… ▼']);
});

test('lines keep their text where nothing continues', () => {
	expect(marked({isAbove: false, isBelow: false})).toEqual(['head', 'one', 'two is long']);
});

test('marks have an ASCII form', () => {
	expect(marked({isAbove: true, isBelow: true}, true)).toEqual(['head   ^', 'one', 'two i… v']);
});
