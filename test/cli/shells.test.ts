import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {shellInput} from '../../src/cli/shells.ts';

const shellText = fc
	.array(fc.constantFrom(...'$`"\'\\!#&|;<>(){}[]*?~=: -ab/é\u{1f600}%^,.@+_'), {minLength: 1, maxLength: 12})
	.map(signs => signs.join(''));

const readByBash = (words: readonly string[]): readonly string[] =>
	execFileSync('bash', ['-c', words.map(word => `printf '%s\\0' ${word}`).join('\n')], {encoding: 'utf8'})
		.split('\0')
		.slice(0, -1);

const completedInBash = (typed: string, text: string) =>
	shellInput('bash', [typed, ''])?.lineOf({value: text, about: ''});
const wordIn = (written: string) => shellInput('zsh', [written])?.words[0];

test.each(['', '"', "'"])('bash reads quoted text literally after %s', open => {
	const texts = fc.sample(shellText, 400).filter(text => completedInBash(open, text) !== undefined);
	const written = texts.map(text => open + completedInBash(open, text) + open);
	expect(readByBash(written)).toEqual(texts);
	expect(written.map(wordIn)).toEqual(texts);
});

test('a completion in bash continues the typed word, however it was quoted', () => {
	fc.assert(
		fc.property(shellText, fc.nat(12), fc.constantFrom('', '"', "'"), (text, length, mark) => {
			const typed = [...text].slice(0, length).join('');
			const quoted = completedInBash(mark, typed);
			fc.pre(quoted !== undefined);
			const raw = `${mark}${quoted}`;
			const replaced = quoted ?? '';
			const input = shellInput('bash', [`landfall get ${raw}`, replaced]);
			expect(input?.words).toEqual(['get', typed]);
			const inserted = input?.lineOf({value: text, about: ''});
			fc.pre(inserted !== undefined);
			expect(wordIn(mark + inserted)).toBe(text);
		}),
	);
});

test('an open quotation in bash keeps its blanks, and nothing is expanded', () => {
	const wordsOf = (line: string) => shellInput('bash', [line, ''])?.words;
	expect(wordsOf('X=1 landfall get "My P')).toEqual(['get', 'My P']);
	expect(wordsOf('landfall get $(date) $HOME `id`')).toEqual(['get', '$(date)', '$HOME', '`id`']);
});

test('fish passes unquoted words, zsh words as typed', () => {
	expect(shellInput('fish', ['get', 'a"b', '--', '"My'])?.words).toEqual(['get', 'a"b', 'My']);
	expect(shellInput('zsh', ['get', String.raw`a\"b`, String.raw`My\ P`])?.words).toEqual(['get', 'a"b', 'My P']);
	expect(shellInput('tcsh', ['get'])).toBeUndefined();
});
