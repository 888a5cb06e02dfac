import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createEraser, createRedaction} from '../../src/base/redaction.ts';
import {createDice} from '../../src/sandbox/random.ts';
import {anyText} from '../kit/faults/hostile-texts.ts';
import {cpuTimeMs} from '../kit/fixtures/cpu-time.ts';
import {secretKey} from '../kit/fixtures/http-client.ts';

const erase = createEraser(secretKey);

const eachCode = (text: string, write: (code: number) => string) =>
	[...text].map(letter => write(letter.charCodeAt(0))).join('');
const jsonEscaped = (text: string) => eachCode(text, code => `\\u${code.toString(16).padStart(4, '0')}`);
const htmlEscaped = (text: string) => eachCode(text, code => `&#${code};`);
const percentEscaped = (text: string) => eachCode(text, code => `%${code.toString(16)}`);

test.each<[form: string, written: string]>([
	['in plain text', secretKey],
	['in a URL', encodeURIComponent(secretKey)],
	['in a URL with lower-case escapes', encodeURIComponent(secretKey).replace(/%../g, code => code.toLowerCase())],
	['in JSON with its slashes escaped', secretKey.replaceAll('/', String.raw`\/`)],
	['in JSON with everything escaped', jsonEscaped(secretKey)],
	['in HTML', htmlEscaped(secretKey)],
	['in a URL with everything escaped', percentEscaped(secretKey)],
	['in a URL within a URL', encodeURIComponent(encodeURIComponent(secretKey))],
	['in a URL with everything escaped within a URL', encodeURIComponent(percentEscaped(secretKey))],
	['in HTML within HTML', htmlEscaped(secretKey).replaceAll('&', '&amp;')],
	['in JSON within JSON', jsonEscaped(secretKey).replaceAll('\\', '\\\\')],
])('redacts a key %s', {tags: ['fault-70']}, (_form, written) => {
	expect(erase(`before ${written} after`)).toBe('before [key] after');
});

test.each(['base64', 'base64url'] as const)('redacts a key inside %s at any offset', encoding => {
	for (const before of ['', 'a', 'ab', 'abc', 'user:']) {
		for (const after of ['', 'x', 'xy', 'xyz']) {
			const redacted = erase(Buffer.from(before + secretKey + after).toString(encoding));
			expect(redacted).toMatch(/^[\w+/=-]{0,10}\[key\][\w+/=-]{0,10}$/);
		}
	}
});

test.each<[how: string, escaped: (text: string) => string]>([
	['as JSON does with slashes', text => text.replaceAll('/', String.raw`\/`)],
	['as JSON can do', text => text.replaceAll(/[+/]/g, jsonEscaped)],
	['as JSON can do, in capitals', text => text.replaceAll('+', String.raw`\u002B`)],
	['as URLs do', encodeURIComponent],
	['as URLs within URLs do', text => encodeURIComponent(encodeURIComponent(text))],
	['as HTML can do', text => text.replaceAll(/[+/]/g, htmlEscaped)],
])('redacts a key inside base64 that is escaped %s', {tags: ['fault-70']}, (_how, escaped) => {
	// Base64 of this key has + and / at every offset.
	const key = '>>>???~~~ooo'.repeat(3);
	const eraseIt = createEraser(key);
	for (const before of ['', 'a', 'ab']) {
		const text = escaped(Buffer.from(`${before}${key}`).toString('base64'));
		expect(text).toMatch(/[\\%&]/);
		expect(eraseIt(text).length).toBeLessThan(30);
	}
});

test.each<[form: string, write: (key: string) => string]>([
	['upper', key => key.toUpperCase()],
	['lower case', key => key.toLowerCase()],
	['reversed', key => [...key].reverse().join('')],
	['full-width', key => eachCode(key, code => String.fromCharCode(code + 0xfee0))],
	['UTF-16', key => [...key].join('\0')],
	['`\\x41`', key => eachCode(key, code => `\\x${code.toString(16)}`)],
	['`\\101`', key => eachCode(key, code => `\\${code.toString(8)}`)],
	['`\\u{41}`', key => eachCode(key, code => `\\u{${code.toString(16)}}`)],
	['`\\U0041`', key => eachCode(key, code => `\\U00${code.toString(16)}`)],
	['`%u0041`', key => eachCode(key, code => `%u00${code.toString(16)}`)],
	['`=41`', key => eachCode(key, code => `=${code.toString(16)}`)],
	['CSS escapes', key => eachCode(key, code => `\\${code.toString(16)} `)],
	['without a semicolon', key => eachCode(key, code => `&#${code}`)],
	['HTML names', key => key.replaceAll('_', '&lowbar;')],
	['two kinds of escapes', key => encodeURIComponent(jsonEscaped(key))],
	['base64 within base64', key => btoa(btoa(key))],
	['base64 of an escaped key', key => btoa(percentEscaped(key))],
	['escaped letters and digits of base64', key => percentEscaped(btoa(key))],
	['hexadecimal digits', key => Buffer.from(key).toString('hex')],
	['a part of the key', key => key.slice(0, 12)],
	['line breaks', key => `${btoa(key).slice(0, 12)}\n${btoa(key).slice(12)}`],
])('does not recognise a form that SECURITY.md names: %s', (form, write) => {
	const secret = 'lf_Live_0123456789_zyx';
	expect(readFileSync('SECURITY.md', 'utf8').split('Other forms are not:')[1]).toContain(form);
	expect(createEraser(secret)(write(secret))).toBe(write(secret));
});

test('redacts a partial key at the end of a truncated text', () => {
	for (let length = 4; length < secretKey.length; length++) {
		expect(erase(`Bearer ${secretKey.slice(0, length)}`, true).replace('Bearer', '')).toBe(' [key]');
	}

	expect(erase(`the ${secretKey.slice(0, 4)}`)).toBe(`the ${secretKey.slice(0, 4)}`);
});

test('leaves a text without the key unchanged', () => {
	fc.assert(fc.property(anyText(), text => erase(text) === text));
	fc.assert(fc.property(fc.string(), text => erase(`\\u0074&amp;%74${text}`) === `\\u0074&amp;%74${text}`));
});

test('matches special characters in a key literally', () => {
	const anyKey = fc.stringMatching(/^[\x21-\x7e]{8,64}$/);
	fc.assert(
		fc.property(anyKey, key => {
			const texts = [key, JSON.stringify(key), encodeURIComponent(key), percentEscaped(key), htmlEscaped(key)];
			for (const text of texts) expect(createEraser(key)(`\\ ${text}`)).toContain('[key]');
		}),
		{seed: 1, numRuns: 300},
	);
});

test('does not redact secrets too short to be keys', () => {
	const redaction = createRedaction();
	redaction.add('a');
	redaction.add(' \n');
	redaction.add(`  ${secretKey}\n`);
	expect(redaction.redact(`a banana, ${secretKey}, Bearer abc`)).toBe('a banana, [key], Bearer [key]');
});

test('redacts the user name and password of an address, and nothing else of it', {tags: ['fault-146']}, () => {
	const {redact} = createRedaction();
	expect(redact('at "http://user:p@ss@proxy:3128/a", https://token@b')).toBe(
		'at "http://[key]@proxy:3128/a", https://[key]@b',
	);
	const others = '{"url":"https://api.example.com","mail":"a@b"} https://api.example.com/a@b?c=d@e //host#f@g';
	expect(redact(others)).toBe(others);
});

test.each([513, 20_000])('redacts a key of %i characters quickly', length => {
	const random = createDice(length, 'key');
	const secret = Array.from({length}, () => String.fromCharCode(33 + Math.floor(random() * 94))).join('');
	const startedAt = cpuTimeMs();
	const eraseIt = createEraser(secret);
	expect(eraseIt(`before % ${secret} after`)).toBe('before % [key] after');
	expect(eraseIt(`% ${Buffer.from(secret).toString('base64')}`).length).toBeLessThan(20);
	expect(eraseIt(percentEscaped(secret.slice(0, 16_384))).replaceAll('[key]', '')).toBe('');
	expect(cpuTimeMs() - startedAt).toBeLessThan(5000);
});
