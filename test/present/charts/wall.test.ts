import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	failureLines,
	figureLine,
	figureLines,
	figuresHeight,
	shifted,
	spokenFigures,
	wallPage,
} from '../../../src/present/charts/wall.ts';
import {plain, safe, serviceText} from '../../../src/text.ts';
import {ascii, failure, textOf, textsOf, took, unicode} from './chart-records.ts';

const trimmed = (lines: readonly string[]) => lines.map(line => line.trimEnd());

test('the figures are three lines high, with what they count below', () => {
	expect(trimmed(textsOf(figureLines({running: 4, succeeded: 31, failed: 2}, 90, unicode)))).toEqual([
		'█ █                           ▀▀█ ▀█                        ▀▀█',
		'▀▀█                            ▀█  █                        █▀▀',
		'  ▀                           ▀▀▀ ▀▀▀                       ▀▀▀',
		'◐ running                     ✔ succeeded in the last hour  ✖ failed in the last hour',
	]);
	expect(figureLines({running: 4, succeeded: 31, failed: 2}, 90, unicode)).toHaveLength(figuresHeight);
});

test('captions are short where there is little room', () => {
	expect(textOf(figureLines({running: 4, succeeded: 31, failed: 2}, 38, ascii).at(-1) ?? [])).toBe(
		'o running   + good, 1h  x failed, 1h',
	);
});

test('figures that would touch are not drawn large', () => {
	const lines = figureLines({running: 500, succeeded: 0, failed: 30}, 37, unicode);
	expect(trimmed(textsOf(lines))).toEqual([
		'            █▀█         ▀▀█ █▀█',
		'500         █ █          ▀█ █ █',
		'            ▀▀▀         ▀▀▀ ▀▀▀',
		'◐ running   ✔ good, 1h  ✖ failed, 1h',
	]);
});

test('a figure that may be too low has a plus sign', () => {
	const figures = {running: 500, succeeded: 31, failed: 2, atLeast: new Set(['running', 'failed'] as const)};
	expect(trimmed(textsOf(figureLines(figures, 90, unicode)))).toEqual([
		'█▀▀ █▀█ █▀█  ▄                ▀▀█ ▀█                        ▀▀█  ▄',
		'▀▀█ █ █ █ █ ▀█▀                ▀█  █                        █▀▀ ▀█▀',
		'▀▀▀ ▀▀▀ ▀▀▀                   ▀▀▀ ▀▀▀                       ▀▀▀',
		'◐ running                     ✔ succeeded in the last hour  ✖ failed in the last hour',
	]);
	expect(textOf(figureLine(figures, 60, unicode))).toContain('500+ running');
	expect(spokenFigures(figures)).toBe('500+ in progress, 31 succeeded and 2+ failed in the last hour');
});

test('captions are not cut where there is hardly any room', () => {
	expect(textOf(figureLines({running: 4, succeeded: 31, failed: 2}, 17, unicode).at(-1) ?? []).trimEnd()).toBe(
		'◐    ✔ 1h ✖ 1h',
	);
});

const failures = [43, 44, 45].map((uploadVersion, index) => ({
	project: safe(`docs-${uploadVersion}`),
	deployment: took(
		60,
		{...failure, id: `dep_${index}`, uploadVersion, environmentId: serviceText('preview')},
		3600 - 600 * index,
	),
}));

test.each([
	[60, 3, ['✖ docs-45  preview  v45  39m ago', '✖ docs-44  preview  v44  49m ago', '✖ docs-43  preview  v43  59m ago']],
	[60, 2, ['✖ docs-45  preview  v45  39m ago', '  and 2 more failed']],
	[60, 1, ['✖ 3 failed in the last hour']],
	[20, 1, ['✖ 3 failed']],
	[20, 0, []],
	[20, 3, ['✖ docs-45  39m ago', '✖ docs-44  49m ago', '✖ docs-43  59m ago']],
])('in %i cells and %i lines, the newest failures come first and none is left uncounted', (width, height, lines) => {
	expect(trimmed(textsOf(failureLines(failures, {width, height}, unicode)))).toEqual(lines);
});

const content = [[{text: plain`wall`, tone: 'plain' as const}]];

/** Where the content stands at a time. */
const placeAt = (ms: number) => {
	const lines = textsOf(shifted(content, ms));
	const down = lines.findIndex(line => line.includes('wall'));
	return {down, right: lines[down]?.indexOf('wall') ?? -1};
};

test('everything on a wall moves by one cell every minute, and stays for the minute', () => {
	const someTime = fc.integer({min: 0, max: 4_000_000_000_000});
	fc.assert(
		fc.property(someTime, ms => {
			const [now, next] = [placeAt(ms), placeAt(ms + 60_000)];
			expect(Math.abs(next.down - now.down) + Math.abs(next.right - now.right)).toBe(1);
			expect(placeAt(Math.floor(ms / 60_000) * 60_000)).toEqual(now);
		}),
	);
});

test('the pages of a wall show every row, one page after the other', () => {
	fc.assert(
		fc.property(fc.nat(500), fc.integer({min: 1, max: 50}), fc.nat(1_000_000), (rowCount, height, second) => {
			const {pageCount} = wallPage(rowCount, height, 0);
			const pages = Array.from(
				{length: pageCount},
				(_, index) => wallPage(rowCount, height, second * 1000 + index * 15_000).page,
			);
			expect(pages.toSorted((a, b) => a - b)).toEqual(Array.from({length: pageCount}, (_, index) => index));
			expect(pageCount * height).toBeGreaterThanOrEqual(rowCount);
		}),
	);
});
