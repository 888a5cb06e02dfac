import {expect, test} from 'vitest';
import {sliceLine} from '../../../src/terminal/screen/line.ts';

const red = '\u001B[31m';
const off = '\u001B[39m';
const reset = '\u001B[m';

test.each([
	['plain text', 'landfall', 2, 6, 'ndfa'],
	['text that ends before the slice does', 'land', 2, 6, 'nd'],
	['text that ends before the slice starts', 'land', 6, 9, ''],
	['a style switched on before the slice', `${red}landfall${off}`, 4, 6, `${red}fa${reset}`],
	['a style switched off before the slice', `${red}land${off}fall`, 4, 6, `${red}${off}fa${reset}`],
	['a style switched on inside the slice', `land${red}fall${off}`, 3, 6, `d${red}fa${reset}`],
	['styles after the slice', `land${red}fall${off}`, 0, 4, 'land'],
	['wide characters inside', 'a漢字b', 1, 5, '漢字'],
	['a wide character cut in half at the start', 'a漢字b', 2, 6, ' 字b'],
	['a wide character cut in half at the end', 'a漢字b', 0, 4, 'a漢 '],
])('slicing a line cuts %s', (_what, line, from, to, slice) => {
	expect(sliceLine(line, from, to)).toBe(slice);
});

test('a slice of a link is a link that ends with it', () => {
	const link = (address: string) => `\u001B]8;;${address}\u001B\\`;
	const line = `id ${link('https://a.example/')}dep_1${link('')} x`;
	expect(sliceLine(line, 4, 6)).toBe(`${link('https://a.example/')}ep\u001B[m${link('')}`);
	expect(sliceLine(line, 0, 2)).toBe('id');
});
