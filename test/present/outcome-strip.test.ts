import {expect, test} from 'vitest';
import {outcomeStrip} from '../../src/present/outcome.ts';
import {serviceText} from '../../src/text.ts';
import {ascii, cancelled, failure, running, textOf, took, unicode} from './chart-records.ts';

const landed = took(60, {conclusion: serviceText('landed')});
const newestFirst = [running(10), took(60), took(60), took(60, failure), took(60, cancelled), landed, took(60)];

test('an outcome strip shows the newest outcome on the right', () => {
	expect(textOf(outcomeStrip(newestFirst, 12, unicode))).toBe('✔◇⊘✖✔✔◐');
	expect(textOf(outcomeStrip(newestFirst, 12, ascii))).toBe('+?-x++o');
});

test('a narrow outcome strip drops the oldest outcomes', () => {
	expect(textOf(outcomeStrip(newestFirst, 3, unicode))).toBe('✔✔◐');
	for (const width of [0, -1, Number.NaN]) expect(outcomeStrip(newestFirst, width, unicode)).toEqual([]);
});

test('neighbours of the same tone share a span, so that an outcome strip needs few escape sequences', () => {
	const strip = outcomeStrip([took(60, failure), ...Array.from({length: 11}, () => took(60))], 12, unicode);
	expect(strip).toEqual([
		{text: '✔'.repeat(11), tone: 'good'},
		{text: '✖', tone: 'bad'},
	]);
});
