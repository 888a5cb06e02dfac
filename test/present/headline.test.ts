import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import {type Headline, headlineLines} from '../../src/present/headline.ts';
import {ascii, change, look, now, running, textsOf, took, unicode} from './records.ts';

const usual = {p10Ms: 50_000, medianMs: 70_000, p90Ms: 92_000, sampleCount: 12};
const stages = [change(look('queued'), look('building'), -39, -39)];

const headline = (fields: Partial<Headline>): Headline => ({
	deployment: running(42),
	changes: stages,
	usual,
	seenAt: now,
	isListed: true,
	success: undefined,
	otherCount: 0,
	...fields,
});

const draw = (fields: Partial<Headline>, width: number, height = 3, context = unicode) =>
	textsOf(headlineLines(headline(fields), {width, height}, context));

test('the headline of a running deployment shows its expected duration, a bar and its stages', () => {
	expect(draw({}, 78)).toEqual([
		'◐ building   production   v42   0:42 of about 1:10',
		`${'█'.repeat(32)}▎${'░'.repeat(20)}┊${'░'.repeat(16)}┊${'░'.repeat(7)}`,
		'✔ queued 0:03 → ◐ building 0:39',
	]);
	expect(draw({}, 90)[0]).toMatch(/^◐ building .* 0:42 of about 1:10 +median 1:10 · 9 of 10 by 1:32$/);
	expect(draw({}, 40, 3, ascii)[1]).toBe('=================..........|........|...');
});

test('the headline shows only elapsed time and stages with fewer than five successes', () => {
	expect(draw({usual: undefined}, 78)).toEqual([
		'◐ building   production   v42   0:42',
		'✔ queued 0:03 → ◐ building 0:39',
		'',
	]);
});

test('the headline draws no stages if no change was observed', () => {
	expect(draw({changes: []}, 78)[2]).toBe('no change observed yet');
	expect(draw({changes: [], deployment: took(70)}, 78)[2]).toBe('');
});

test.each([
	[200, '◐ building   production   v42   2:41 of about 1:10 · 2.3× usual   2 more in progress'],
	[78, '◐ building   production   v42   2:41 of about 1:10 · 2.3× usual'],
	[50, '◐ building   v42   2:41 of about 1:10 · 2.3× usual'],
	[40, '◐ building   v42   2:41 · 2.3× usual'],
	[24, '◐ building   v42   2:41'],
	[20, '◐ building   2:41'],
	[12, '◐ building'],
])('a headline of %i cells keeps the most important parts', (width, text) => {
	expect(draw({deployment: running(161), otherCount: 2}, width, 1)[0]?.replace(/ +median.*/, '')).toBe(text);
});

test('the headline distinguishes unobserved time', () => {
	const [status, bar] = draw({seenAt: now - 32_000}, 42, 3, ascii);
	expect(status).toContain('last seen 32s ago');
	expect(bar).toBe('=====?????????????...........|........|...');
	const remembered = draw({seenAt: now - 32_000, isListed: false}, 78, 3, ascii);
	expect(remembered[0]).toContain('0:10 of about 1:10   last seen 32s ago');
	expect(remembered[1]).toMatch(/^=+\.+\|\.+\|\.+$/);
});

test.each([0, 1, 3])('a headline is exactly %i lines high, whatever is unknown', height => {
	const bare = {environmentId: undefined, uploadVersion: undefined, createdAt: undefined, status: undefined};
	expect(draw({deployment: running(1, 'x', bare)}, 60, height)).toHaveLength(height);
	expect(draw({deployment: took(1, {...bare, conclusion: serviceText('failed')})}, 60, height)).toHaveLength(height);
});
