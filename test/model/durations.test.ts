import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {lastSuccessBefore, usualOf} from '../../src/model/durations.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {cancelled, failure, running, took} from '../present/records.ts';

const usual = (rows: readonly Deployment[]) => usualOf(rows, running(0), noWordMeanings);

const four = [60, 62, 66, 68].map(seconds => took(seconds));
const others = [took(500, failure), took(500, cancelled), running(500), took(-5), took(5, {createdAt: undefined})];
const elsewhere = (each: Deployment) => ({...each, environmentId: undefined});
const thirty = Array.from({length: 30}, () => took(60));

test.each<[rule: string, rows: readonly Deployment[], ms: number | undefined]>([
	['no duration is usual with fewer than five successes', [...others, ...four], undefined],
	['the median of dated successes is usual', [...others, ...four, took(64)], 64_000],
	['the mean of the two in the middle is usual', [...four, took(64), took(61)], 63_000],
	['only the newest thirty successes count', [...thirty, ...Array.from({length: 70}, () => took(600))], 60_000],
	['another environment does not count', [...thirty.map(elsewhere), ...four], undefined],
])('%s', (_rule, rows, ms) => {
	expect(usual(rows)).toBe(ms);
});

const failed = took(123, {...failure, id: 'failed'}, 720);
const success = took(70, {id: 'success'}, 7200);
const preview = took(1, {id: 'preview', environmentId: serviceText('preview')}, 900);

test.each([
	['the last success in its environment', [preview, success], 'success'],
	['no success in another environment', [preview], undefined],
	['no later success', [took(1, {id: 'later'}, 60)], undefined],
	['no success of another project', [took(1, {id: 'other', projectId: 'prj_2'}, 900)], undefined],
	['no failed or running deployment', [took(1, {...failure, id: 'bad'}, 900), running(900)], undefined],
])('a deployment is compared with %s', (_rule, rows, id) => {
	expect(lastSuccessBefore(failed, [failed, ...rows], noWordMeanings)?.id).toBe(id);
});
