import {expect, test} from 'vitest';
import {usualRange} from '../../src/model/durations.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {progressBar, progressText} from '../../src/present/progress.ts';
import {ascii, cancelled, failure, now, running, textOf, took, unicode} from './records.ts';

const usual = {p10Ms: 50_000, medianMs: 70_000, p90Ms: 92_000, sampleCount: 12};

test.each([
	[0, '░░░░░░░░░░░░░░░┊░░░░┊░░', '...............|....|..'],
	[42, '█████████▌░░░░░┊░░░░┊░░', '==========.....|....|..'],
	[85, '███████████████┊███▎┊░░', '===============|===.|..'],
	[161, '██████████┊██┊▓▓▓▓▓▓▓▓▓', '==========|==|!!!!!!!!!'],
])('after %i seconds the progress bar marks the median and the 90th percentile', (seconds, text, inAscii) => {
	expect(textOf(progressBar(running(seconds), usual, 23, unicode))).toBe(text);
	expect(textOf(progressBar(running(seconds), usual, 23, ascii))).toBe(inAscii);
});

test('a concluded deployment says how long it took', () => {
	expect(textOf(progressText(took(80), usual, unicode))).toBe('took 1:20 · usually 1:10');
	expect(textOf(progressText(took(161), usual, unicode))).toBe('took 2:41 · usually 1:10 · 2.3× usual');
	expect(textOf(progressText(took(161), undefined, unicode))).toBe('took 2:41');
});

test('unobserved time up to now has its own character in the progress bar', () => {
	expect(textOf(progressBar(running(42), usual, 23, unicode, now - 20_000))).toBe('█████▒▒▒▒▒░░░░░┊░░░░┊░░');
	expect(textOf(progressBar(running(42), usual, 23, ascii, now - 20_000))).toBe('=====?????.....|....|..');
	expect(textOf(progressBar(running(42), usual, 23, unicode, Number.NaN))).toBe('▒▒▒▒▒▒▒▒▒▒░░░░░┊░░░░┊░░');
});

test('a short progress bar has no marks', () => {
	expect(textOf(progressBar(running(42), usual, 8, unicode))).toBe('███▎░░░░');
});

test('only successes with both times known count for the usual range', () => {
	const four = [60, 62, 64, 66].map(seconds => took(seconds));
	const others = [
		took(500, failure),
		took(500, cancelled),
		running(500),
		took(-5),
		took(5, {createdAt: undefined}),
		took(5, {createdAt: Number.NaN}),
	];
	expect(usualRange([...others, ...four], noWordMeanings)).toBeUndefined();
	expect(usualRange([...others, ...four, took(68)], noWordMeanings)).toEqual({
		p10Ms: 60_800,
		medianMs: 64_000,
		p90Ms: 67_200,
		sampleCount: 5,
	});
});

test('only the newest thirty successes count for the usual range', () => {
	const rows = [...Array.from({length: 30}, () => took(60)), ...Array.from({length: 70}, () => took(600))];
	expect(usualRange(rows, noWordMeanings)).toEqual({p10Ms: 60_000, medianMs: 60_000, p90Ms: 60_000, sampleCount: 30});
});
