import {lstatSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** Has every kind of character that keys may contain. No part of it occurs by chance. */
export const leakyKey = 'tk_9fQz+Wm/3hRb~Xy8=LpV2!kJ7w&uN';

const minLeakLength = 9;

const inBase64 = (key: string): readonly string[] =>
	[0, 1, 2].flatMap(offset => {
		const text = Buffer.from('x'.repeat(offset) + key).toString('base64');
		// The characters at both ends also encode what surrounds the key.
		const inner = text.slice(4, -4);
		return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
	});

const escaped = (key: string, encode: (code: number) => string): string =>
	[...key].map(character => encode(character.charCodeAt(0))).join('');

const encodingsOf = (key: string): readonly string[] => [
	key,
	encodeURIComponent(key),
	encodeURIComponent(key).replace(/%../g, code => code.toLowerCase()),
	escaped(key, code => `%${code.toString(16)}`),
	escaped(key, code => `\\u00${code.toString(16)}`),
	escaped(key, code => `&#${code};`),
	JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
	key.replaceAll('&', '&amp;'),
	Buffer.from(key).toString('hex'),
	...inBase64(key),
];

export function leaksOf(key: string, text: string): readonly string[] {
	return encodingsOf(key).flatMap(encoded => {
		const size = Math.max(minLeakLength, Math.ceil((encoded.length * minLeakLength) / key.length));
		const pieces = Array.from({length: Math.max(1, encoded.length - size + 1)}, (_, at) =>
			encoded.slice(at, at + size),
		);
		return pieces.filter(piece => text.includes(piece)).slice(0, 1);
	});
}

/** Empty for anything but a file, and for a temporary file that a program has just removed. */
function textOf(path: string): string {
	try {
		return lstatSync(path).isFile() ? readFileSync(path, 'latin1') : '';
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
		throw error;
	}
}

export const leakyFiles = (key: string, directory: string): readonly string[] =>
	readdirSync(directory, {recursive: true, encoding: 'utf8'}).filter(
		name => leaksOf(key, textOf(join(directory, name))).length > 0,
	);
