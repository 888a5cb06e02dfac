import {expect, test} from 'vitest';
import {createCompositor, type Rectangle, type Region} from '../../../src/terminal/render/compositor.ts';
import type {ScreenRow} from '../../../src/terminal/render/screen-row.ts';

const size = {columns: 10, rows: 4};

const filled = (layer: number, rectangle: Rectangle, letter: string): Region => ({
	layer,
	measure: () => rectangle,
	draw: (width, height) => Array.from({length: height}, () => letter.repeat(width)),
});

/** Returns the rows as text. */
const shown = (rows: readonly ScreenRow[]) =>
	rows.map(row => row.reduce((line, {at, text}) => line.padEnd(at).slice(0, at) + text, ''));

const ink = ['iiiiiiiiii', 'iiiiiiiiii', 'iiiiiiiiii', 'iiiiiiiiii'];

test('without regions, the screen shows Ink’s output', () => {
	const compositor = createCompositor();
	compositor.setFrame(ink);
	expect(shown(compositor.compose(size))).toEqual(ink);
});

test('a region covers Ink’s output only inside its rectangle', () => {
	const compositor = createCompositor();
	compositor.setFrame(ink);
	compositor.add(filled(0, {x: 2, y: 1, width: 3, height: 2}, 'a'));
	expect(shown(compositor.compose(size))).toEqual(['iiiiiiiiii', 'iiaaaiiiii', 'iiaaaiiiii', 'iiiiiiiiii']);
});

test('a region without draw shows Ink above lower layers and below higher ones', () => {
	const compositor = createCompositor();
	compositor.setFrame(ink);
	compositor.add(filled(2, {x: 4, y: 2, width: 2, height: 1}, 'b'));
	compositor.add(filled(0, {x: 0, y: 0, width: 10, height: 4}, 'a'));
	const remove = compositor.add({layer: 1, measure: () => ({x: 3, y: 1, width: 4, height: 3})});
	expect(shown(compositor.compose(size))).toEqual(['aaaaaaaaaa', 'aaaiiiiaaa', 'aaaibbiaaa', 'aaaiiiiaaa']);
	remove();
	expect(shown(compositor.compose(size))).toEqual(['aaaaaaaaaa', 'aaaaaaaaaa', 'aaaabbaaaa', 'aaaaaaaaaa']);
});

test('a region that extends beyond the screen is clipped', () => {
	const compositor = createCompositor();
	compositor.setFrame([]);
	compositor.add(filled(0, {x: 8, y: 3, width: 5, height: 5}, 'a'));
	expect(shown(compositor.compose(size))).toEqual(['', '', '', '        aa']);
});
