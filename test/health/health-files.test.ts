import {existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {createHealthFile, readHealthFiles} from '../../src/settings/health-files.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

let directory: string;
let now: number;
let running: Set<number>;
beforeEach(() => {
	directory = join(temporaryDirectory(), 'state', 'health');
	now = 1000;
	running = new Set([11, 22]);
});

const isRunning = (pid: number) => running.has(pid);
const open = (pid: number) => createHealthFile({directory, isRunning, pid, now: () => now});
const read = () => readHealthFiles({directory, isRunning, userId: process.getuid?.()});

test('the report of each running window can be read by another process', () => {
	open(11)({says: 'memory 80 MB', isBad: false});
	now = 5000;
	open(22)({says: 'memory 600 MB', isBad: true});
	expect(read()).toEqual([
		{pid: 11, says: 'memory 80 MB', isBad: false, at: 1000},
		{pid: 22, says: 'memory 600 MB', isBad: true, at: 5000},
	]);
});

test('a report that has not changed is not written again', () => {
	const report = open(11);
	report({says: 'memory 80 MB', isBad: false});
	now = 5000;
	report({says: 'memory 80 MB', isBad: false});
	expect(read()).toMatchObject([{at: 1000}]);
	report({says: 'memory 81 MB', isBad: false});
	expect(read()).toMatchObject([{at: 5000}]);
});

test('a window that ends takes its report with it', () => {
	const report = open(11);
	report({says: 'memory 80 MB', isBad: false});
	report(undefined);
	expect(readdirSync(directory)).toEqual([]);
});

test('a window without a report leaves no directory', () => {
	open(11)(undefined);
	expect(existsSync(directory)).toBe(false);
	expect(read()).toEqual([]);
});

test('the report of a killed window is ignored, and removed by the next window', () => {
	open(22)({says: 'memory 80 MB', isBad: false});
	running.delete(22);
	expect(read()).toEqual([]);
	open(11)({says: 'memory 80 MB', isBad: false});
	expect(readdirSync(directory)).toEqual(['11.json']);
});

test('only the owner can read the reports', () => {
	open(11)({says: 'memory 80 MB', isBad: false});
	expect(statSync(directory).mode & 0o777).toBe(0o700);
	expect(statSync(join(directory, '11.json')).mode & 0o777).toBe(0o600);
	expect(readFileSync(join(directory, '11.json'), 'utf8')).toBe('{"says":"memory 80 MB","isBad":false,"at":1000}');
});

test.each([
	['no JSON', '{'],
	['no object', 'null'],
	['no sentence', '{"at":1}'],
	['no time', '{"says":"x","at":"soon"}'],
])('a report with %s is ignored', (_name, text) => {
	mkdirSync(directory, {recursive: true});
	writeFileSync(join(directory, '11.json'), text);
	expect(read()).toEqual([]);
});

test('a disk that cannot be written disturbs nobody', () => {
	mkdirSync(join(directory, '..'), {recursive: true});
	writeFileSync(directory, 'no directory');
	const report = open(11);
	report({says: 'memory 80 MB', isBad: false});
	report(undefined);
	expect(read()).toEqual([]);
});
