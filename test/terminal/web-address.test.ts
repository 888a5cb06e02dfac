import fc from 'fast-check';
import {expect, test} from 'vitest';
import {linkTo} from '../../src/terminal/web-address.ts';

test.each<readonly [text: string, address: string | undefined]>([
	['https://docs.pages.example', 'https://docs.pages.example/'],
	['http://localhost:3000/a?b=c#d', 'http://localhost:3000/a?b=c#d'],
	['https://example.com/ä b', 'https://example.com/%C3%A4%20b'],
	...[
		'ssh://example.com',
		'https://u:p@example.com',
		'https://еxample.com',
		'https://0x7f.1',
		'docs.pages.example',
	].map(text => [text, undefined] as const),
	[`https://example.com/${'a'.repeat(2000)}`, undefined],
])('%s is linked to as %s', (text, address) => {
	expect(linkTo(text)).toBe(address);
});

test('no text of the service can break out of a link', () => {
	const part = fc.string({
		unit: fc.constantFrom('\u001B', '\\', '\u0007', '\u009C', ';', ']', '8', '\n', '\u202E', 'a', '/', '%'),
	});
	fc.assert(
		fc.property(part, part, (path, query) => {
			expect(linkTo(`https://example.com/${path}?${query}`) ?? '').toMatch(/^[!-~]*$/);
		}),
	);
});
