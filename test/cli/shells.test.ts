import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {quotedIn, shellInput, typedWord, typedWords} from '../../src/cli/shells.ts';

test.each([
	['a blank ends a word', 'landfall get ', ['landfall', 'get', '']],
	['a backslash keeps a blank', String.raw`get My\ Pro`, ['get', 'My Pro']],
	['quotation marks keep blanks', `get "My P" 'x y'z`, ['get', 'My P', 'x yz']],
	['an open quotation mark keeps the rest', `get "My P`, ['get', 'My P']],
	['nothing is expanded', 'get $(date) $HOME `id`', ['get', '$(date)', '$HOME', '`id`']],
	['a backslash between double quotes stays before a letter', String.raw`"a\b\$"`, [String.raw`a\b$`]],
])('%s', (_what, line, expected) => {
	expect(typedWords(line).map(({value}) => value)).toEqual(expected);
});

/** Texts of signs that mean something to a shell. */
const shellText = fc
	.array(fc.constantFrom(...'$`"\'\\!#&|;<>(){}[]*?~=: -ab/é\u{1f600}%^,.@+_'), {minLength: 1, maxLength: 12})
	.map(signs => signs.join(''));

/** What bash makes of words. */
const readByBash = (words: readonly string[]): readonly string[] =>
	execFileSync('bash', ['-c', words.map(word => `printf '%s\\0' ${word}`).join('\n')], {encoding: 'utf8'})
		.split('\0')
		.slice(0, -1);

test.each(['', '"', "'"] as const)('bash reads any text literally when it is quoted after %s', open => {
	const texts = fc.sample(shellText, 400).filter(text => quotedIn(open, text) !== undefined);
	const written = texts.map(text => open + quotedIn(open, text) + open);
	expect(readByBash(written)).toEqual(texts);
	expect(written.map(word => typedWord(word).value)).toEqual(texts);
});

test('what bash inserts continues what was typed, whatever was quoted before', () => {
	fc.assert(
		fc.property(shellText, fc.nat(12), fc.constantFrom<'' | '"' | "'">('', '"', "'"), (text, length, mark) => {
			const typed = [...text].slice(0, length).join('');
			const quoted = quotedIn(mark, typed);
			fc.pre(quoted !== undefined);
			const raw = `${mark}${quoted}`;
			const replaced = quoted ?? '';
			const input = shellInput('bash', [`landfall get ${raw}`, replaced]);
			expect(input?.words).toEqual(['get', typed]);
			const inserted = input?.lineOf({value: text, about: ''});
			fc.pre(inserted !== undefined);
			expect(typedWord(mark + inserted).value).toBe(text);
		}),
	);
});

test('bash gets only the end of a word that it split at an equals sign', () => {
	const input = shellInput('bash', ['X=1 landfall ls --sort=na', 'na']);
	expect(input?.words).toEqual(['ls', '--sort=na']);
	expect(input?.lineOf({value: '--sort=name', about: 'x'})).toBe('name');
});

test('fish passes unquoted words, zsh words as typed', () => {
	expect(shellInput('fish', ['get', 'a"b', '--', '"My'])?.words).toEqual(['get', 'a"b', 'My']);
	expect(shellInput('zsh', ['get', String.raw`a\"b`, String.raw`My\ P`])?.words).toEqual(['get', 'a"b', 'My P']);
	expect(shellInput('tcsh', ['get'])).toBeUndefined();
});

test('PowerShell passes an empty word with a sign in front, and gets values that it reads literally', () => {
	expect(shellInput('powershell', ['get', '='])?.words).toEqual(['get', '']);
	const input = shellInput('powershell', ['get', "='My"]);
	expect(input?.words).toEqual(['get', 'My']);
	expect(input?.lineOf({value: '--sort=name', about: 'by name'})).toBe('--sort=name\t--sort=name\tby name');
	expect(input?.lineOf({value: "My shop's", about: ''})).toBe("'My shop''s'\tMy shop's\tMy shop's");
});
