import {lstatSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** A key that is made of all that keys may be made of, and of which no part is found anywhere by chance. */
export const leakyKey = 'tk_9fQz+Wm/3hRb~Xy8=LpV2!kJ7w&uN';

/** So much of a key is as good as found. */
const telling = 9;

const inBase64 = (key: string): readonly string[] =>
	[0, 1, 2].flatMap(before => {
		const text = Buffer.from('x'.repeat(before) + key).toString('base64');
		// The letters at both ends also hold the part before and after.
		const inner = text.slice(4, -4);
		return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
	});

const everyLetter = (key: string, write: (code: number) => string): string =>
	[...key].map(letter => write(letter.charCodeAt(0))).join('');

/** The ways in which a key may be written. */
const writtenAs = (key: string): readonly string[] => [
	key,
	encodeURIComponent(key),
	encodeURIComponent(key).replace(/%../g, code => code.toLowerCase()),
	everyLetter(key, code => `%${code.toString(16)}`),
	everyLetter(key, code => `\\u00${code.toString(16)}`),
	everyLetter(key, code => `&#${code};`),
	JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'),
	key.replaceAll('&', '&amp;'),
	Buffer.from(key).toString('hex'),
	...inBase64(key),
];

/** What of a key stands in a text, in whatever way it is written. */
export function leaksOf(key: string, text: string): readonly string[] {
	return writtenAs(key).flatMap(form => {
		const size = Math.max(telling, Math.ceil((form.length * telling) / key.length));
		const pieces = Array.from({length: Math.max(1, form.length - size + 1)}, (_, at) => form.slice(at, at + size));
		return pieces.filter(piece => text.includes(piece)).slice(0, 1);
	});
}

/** The files in a directory and below it in which something of a key stands. */
export const leakyFiles = (key: string, directory: string): readonly string[] =>
	readdirSync(directory, {recursive: true, encoding: 'utf8'}).filter(name => {
		const path = join(directory, name);
		return lstatSync(path).isFile() && leaksOf(key, readFileSync(path, 'latin1')).length > 0;
	});
