import {readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {bugSentence, writeSupportReport} from '../../src/terminal/crash-file.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

let directory: string;
beforeEach(() => {
	directory = join(temporaryDirectory(), 'state');
});

/** Empty if no file could be written. */
function write(thrown: unknown, now = Date.UTC(2026, 10, 21, 8, 30)): string {
	const about = 'landfall 1.2.3\nNode 24';
	const sentence = bugSentence(thrown, {directory, now, redact: text => text, about});
	return /Details are in (.*)\n$/.exec(sentence)?.[1] ?? '';
}

const textOf = (path: string): string => readFileSync(path, 'utf8');

test('a crash file, which only its owner can read, contains the time, the versions, the error and its causes', () => {
	const cause = new TypeError('no row');
	const path = write(new Error('cannot draw', {cause}));
	const text = textOf(path);
	expect(path).toBe(join(directory, 'crash-2026-11-21T08-30-00-000Z.txt'));
	expect([path, directory].map(each => statSync(each).mode & 0o777)).toEqual([0o600, 0o700]);
	expect(text).toMatch(
		/^2026-11-21T08:30:00\.000Z\nlandfall 1\.2\.3\nNode 24\n\nError: cannot draw\n {4}at .*Caused by: TypeError: no row\n/s,
	);
});

const ownCause = new Error('round');
ownCause.cause = ownCause;

test.each<[what: string, thrown: unknown, end: RegExp]>([
	['a string', 'out of rows', /\n\nout of rows\n$/],
	['null', null, /\n\nnull\n$/],
	['an error without a stack', Object.assign(new Error('bare'), {stack: undefined}), /\n\nbare\n$/],
	['an error that is its own cause', ownCause, /(?:Caused by: Error: round\n.*){4}$/s],
])('a crash file records %s that was thrown', (_what, thrown, end) => {
	expect(textOf(write(thrown))).toMatch(end);
});

test('a crash file contains no control or invisible characters', {tags: ['fault-62']}, () => {
	const text = textOf(write(new Error('\u001B[2Jgone\u009B0m\u0007 txt.\u202Eexe\u2066\u200B\u2028')));
	expect(text).toContain('\uFFFD[2Jgone\uFFFD0m\uFFFD txt.\uFFFDexe\uFFFD\uFFFD\uFFFD');
	expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u);
});

test('a crash file is at most 64 kB', () => {
	expect(statSync(write('ä'.repeat(1_000_000))).size).toBe(65_536);
});

test('the newest five crash files are kept, and no other file is touched', () => {
	write(0, 0);
	writeFileSync(join(directory, 'journal.sqlite'), '');
	for (let day = 1; day < 8; day++) write(day, day * 86_400_000);
	expect(readdirSync(directory)).toEqual([
		...[4, 5, 6, 7, 8].map(day => `crash-1970-01-0${day}T00-00-00-000Z.txt`),
		'journal.sqlite',
	]);
});

test('no report overwrites an existing file or follows a link, and a support report says why', () => {
	const path = write('the first');
	expect(write('the second')).toBe('');
	expect(textOf(path)).toContain('the first');
	for (const kind of ['crash', 'support'])
		symlinkSync(join(directory, 'target'), join(directory, `${kind}-1970-01-01T00-00-00-000Z.txt`));
	expect(write('through a link', 0)).toBe('');
	const written = writeSupportReport([], {directory, now: 0, about: '', redact: text => text});
	expect('problem' in written && written.problem).toContain('EEXIST');
	expect(readdirSync(directory)).not.toContain('target');
});
