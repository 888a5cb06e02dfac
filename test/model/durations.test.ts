import {expect, test} from 'vitest';
import {usualRange} from '../../src/model/durations.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {cancelled, failure, running, took} from '../present/records.ts';

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
