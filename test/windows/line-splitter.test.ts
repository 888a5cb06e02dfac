import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createLineSplitter} from '../../src/windows/line-splitter.ts';

test('lines come out as they went in, wherever the chunks are cut', () => {
	fc.assert(
		fc.property(fc.array(fc.string()), fc.array(fc.nat(20)), (texts, sizes) => {
			const lines = texts.map(text => text.replaceAll('\n', ''));
			let rest = lines.map(line => `${line}\n`).join('');
			const split = createLineSplitter();
			const out: string[] = [];
			for (const size of [...sizes, rest.length]) {
				out.push(...(split(rest.slice(0, size)) ?? ['too long']));
				rest = rest.slice(size);
			}

			expect(out).toEqual(lines);
		}),
	);
});

test.each([
	['a line', ['123456\n']],
	['the beginning of a line', ['1234', '56']],
])('%s that is too long is refused', (_what, chunks) => {
	const split = createLineSplitter(5);
	expect(chunks.map(chunk => split(chunk)).at(-1)).toBeUndefined();
});
