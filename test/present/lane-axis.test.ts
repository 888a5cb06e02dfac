import {expect, test} from 'vitest';
import {clockTime} from '../../src/present/format.ts';
import {laneAxis} from '../../src/present/lanes.ts';
import {ascii, textOf, unicode} from './chart-records.ts';
import {now} from './records.ts';

const minuteMs = 60_000;

test.each([
	['a quarter of an hour', 15, 60, /^ *┊..:.[05]( +┊..:.[05])+ +now$/],
	['an hour', 60, 60, /^ *┊..:.0( +┊..:.0)+ +now$/],
	['six hours', 360, 80, /^ *┊..:00( +┊..:00)+ +now$/],
	['a day', 1440, 80, /^ *┊..:00( +┊..:00)+ +now$/],
])('the axis of %s has round times at their columns and ends with now', (_what, minutes, width, axis) => {
	const line = textOf(laneAxis({spanMs: minutes * minuteMs, width}, unicode));
	expect(line).toMatch(axis);
	expect(line).toHaveLength(width);
	const startsAt = now - minutes * minuteMs;
	const times = Array.from({length: minutes}, (_, minute) => startsAt + minute * minuteMs);
	for (const {1: time = '', index} of line.matchAll(/┊(..:..)/g)) {
		const cells = times
			.filter(at => clockTime(at).startsWith(time))
			.map(at => Math.floor((at - startsAt) / ((minutes * minuteMs) / width)));
		expect(cells).toEqual([index]);
	}

	expect(textOf(laneAxis({spanMs: minutes * minuteMs, width}, ascii))).toBe(line.replaceAll('┊', '|'));
});

test.each([
	[9, '      now'],
	[3, 'now'],
	[2, 'n…'],
	[0, ''],
])('an axis of %i cells shows no times', (width, text) => {
	expect(textOf(laneAxis({spanMs: 15 * minuteMs, width}, unicode))).toBe(text);
});
