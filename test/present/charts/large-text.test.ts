import {expect, test} from 'vitest';
import {largeText} from '../../../src/present/charts/large-text.ts';
import {plain, safe} from '../../../src/text.ts';
import {ascii, textsOf, tonesOf, unicode} from './chart-records.ts';

test('large digits are three lines high', () => {
	const lines = largeText(plain`0123456789:`, {width: 50, tone: 'good'}, unicode);
	expect(textsOf(lines)).toEqual([
		'█▀█ ▀█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█ ▄',
		'█ █  █  █▀▀  ▀█ ▀▀█ ▀▀█ █▀█   █ █▀█ ▀▀█ ▄',
		'▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀  ',
	]);
	expect(new Set(lines.flatMap(tonesOf))).toEqual(new Set(['good']));
});

test('large digits are three lines high in ASCII', () => {
	expect(textsOf(largeText(plain`0123456789:`, {width: 50, tone: 'good'}, ascii))).toEqual([
		' _       _   _       _   _   _   _   _   ',
		'| |   |  _|  _| |_| |_  |_    | |_| |_| .',
		'|_|   | |_   _|   |  _| |_|   | |_|  _| .',
	]);
});

test.each([
	['too wide', '12:34', 12, '12:34'],
	['too wide even when small', '12:34', 3, '12…'],
	['made of wide characters', '漢字', 20, '漢字'],
])('a text that is %s stays small', (_what, text, width, middle) => {
	expect(textsOf(largeText(safe(text), {width, tone: 'plain'}, unicode))).toEqual(['', middle, '']);
});

test('a letter without a large form is on the middle line', () => {
	expect(textsOf(largeText(plain`1m`, {width: 20, tone: 'plain'}, unicode))).toEqual(['▀█   ', ' █  m', '▀▀▀  ']);
});
