import {expect, test} from 'vitest';
import type {RequestRecord} from '../../src/api/request-record.ts';
import {type Figures, noFrames} from '../../src/store/model/health/figures.ts';
import {exceededLimits, type LimitName, outcomesOf} from '../../src/store/model/health/limits.ts';
import {plain} from '../../src/text.ts';

const calm: Figures = {at: 0, residentBytes: 90e6, allowedBytes: undefined, frames: noFrames, maxBlockMs: 12};
const quiet = {count: 0, failed: 0};

test.each<[name: string, figures: Partial<Figures>, requests: typeof quiet, exceeded: readonly LimitName[]]>([
	['calm figures', {}, quiet, []],
	['memory at its limit', {residentBytes: 500e6}, quiet, []],
	['memory beyond its limit', {residentBytes: 500e6 + 1}, quiet, ['memory']],
	['more than half of what a container allows', {residentBytes: 200e6, allowedBytes: 256e6}, quiet, ['memory']],
	['a container with room', {residentBytes: 200e6, allowedBytes: 2e9}, quiet, []],
	['one slow frame', {frames: {count: 1, totalMs: 900, maxMs: 900}}, quiet, []],
	['frames slower than a held key', {frames: {count: 10, totalMs: 340, maxMs: 60}}, quiet, ['frames']],
	['one slow frame among fast ones', {frames: {count: 100, totalMs: 900, maxMs: 800}}, quiet, []],
	['half a second of work at a time', {maxBlockMs: 500}, quiet, []],
	['more than half a second of work at a time', {maxBlockMs: 501}, quiet, ['event loop']],
	['a few failed requests', {}, {count: 19, failed: 19}, []],
	['half of the requests failing', {}, {count: 20, failed: 10}, []],
	['most requests failing', {}, {count: 20, failed: 11}, ['requests']],
	[
		'everything at once',
		{residentBytes: 1e9, maxBlockMs: 900},
		{count: 99, failed: 99},
		['memory', 'event loop', 'requests'],
	],
])('%s: the limits that are exceeded', (_name, figures, requests, exceeded) => {
	expect(exceededLimits({...calm, ...figures}, requests)).toEqual(exceeded);
});

const request = (startedAt: number, rest: Partial<RequestRecord> = {}): RequestRecord => ({
	method: 'GET',
	path: plain`/v1/projects`,
	attempt: 1,
	outcome: 'answered',
	startedAt,
	tookMs: 10,
	bytes: 0,
	...rest,
});

test('requests of the last five minutes count, except those that nobody waited for', () => {
	const latest = [
		request(0, {fault: 'E_UNAVAILABLE'}),
		request(400_000),
		request(410_000, {fault: 'E_UNAVAILABLE'}),
		request(420_000, {outcome: 'aborted'}),
	];
	expect(outcomesOf({made: 4, latest}, 500_000)).toEqual({count: 2, failed: 1});
});
