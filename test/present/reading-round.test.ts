import {expect, test} from 'vitest';
import {readingRoundText} from '../../src/present/reading-round.ts';

const now = Date.UTC(2026, 5, 1, 12);
const round = {readCount: 212, projectCount: 240, end: '', oldestAt: now - 12_000, perMinute: 60};

test.each([
	['a wide screen', round, 120, 'looked at 212 of 240 projects, a round takes 4m 00s, the oldest line read 12s ago'],
	['a usual screen', round, 100, 'looked at 212 of 240 projects, a round takes 4m 00s'],
	['a small screen', round, 80, 'looked at 212 of 240 projects'],
	['a narrow screen', round, 40, 'looked at 212 of 240'],
	[
		'half the budget and more projects than are known',
		{...round, end: '+', perMinute: 30},
		100,
		'looked at 212 of 240+ projects, a round takes 8m 00s',
	],
	[
		'a board without deployments in progress',
		{...round, oldestAt: undefined},
		120,
		'looked at 212 of 240 projects, a round takes 4m 00s',
	],
	['no budget', {...round, perMinute: 0}, 100, 'looked at 212 of 240 projects, reads on request only'],
	[
		'no projects',
		{...round, readCount: 0, projectCount: 0},
		120,
		'looked at 0 of 0 projects, the oldest line read 12s ago',
	],
])('on %s, the board says how far reading is', (_what, reading, columns, text) => {
	expect(readingRoundText(reading, columns, now)).toBe(text);
});
