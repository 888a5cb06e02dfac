import {expect, test} from 'vitest';
import type {Line} from '../../src/present/line.ts';
import {plain} from '../../src/text.ts';
import {createTheme} from '../../src/ui/theme.ts';

const line: Line = [
	{text: plain`docs · 3…`, tone: 'plain'},
	{text: plain` –`, tone: 'bad'},
];

test('a line is painted in the colours of the terminal', () => {
	expect(createTheme({hasColor: true, isAscii: false}).paint(line)).toBe('docs · 3…\u001B[31m –\u001B[39m');
});

test('without colours a line is its text', () => {
	expect(createTheme({hasColor: false, isAscii: false}).paint(line)).toBe('docs · 3… –');
});

test('in ASCII every sign is one ASCII cell', () => {
	expect(createTheme({hasColor: false, isAscii: true}).paint(line)).toBe('docs - 3~ -');
});
