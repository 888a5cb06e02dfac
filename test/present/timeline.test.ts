import fc from 'fast-check';
import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import type {StatusChange} from '../../src/model/deployment-changes.ts';
import {pipelineLine, timelineFields} from '../../src/present/timeline.ts';
import {ascii, cancelled, change, deployment, failure, look, now, running, textOf, took, unicode} from './records.ts';

const seconds = (text: string) => {
	const [, hours = 0, minutes = 0, rest = 0] = /^(?:(\d+)h ?)?(?:(\d+)m)? ?(?:(\d+)s)?$/.exec(text) ?? [];
	return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
};

test('the true duration of a status always lies within the range shown', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.nat(100), fc.nat(100), fc.nat(1000)), {minLength: 1, maxLength: 5}), steps => {
			let at = 0;
			const trueDurations: number[] = [];
			const changes = steps.map(([early, late, lasted], index): StatusChange => {
				at += lasted;
				trueDurations.push(lasted);
				return change(look(`s${index}`), look(`s${index + 1}`), at - 6000 - early, at - 6000 + late);
			});
			const row = deployment({createdAt: now - 6_000_000, conclusion: serviceText('x'), concludedAt: now});
			const statuses = timelineFields(row, changes, unicode).slice(changes.length);
			for (const [index, {value}] of statuses.entries()) {
				const [, first = '', max = first] = /^s\d+ (.*?)(?:–(.*))?$/.exec(value.text) ?? [];
				const min = /\d$/.test(first) ? `${first}s` : first;
				expect(seconds(min)).toBeLessThanOrEqual(trueDurations[index] ?? 0);
				expect(seconds(max)).toBeGreaterThanOrEqual(trueDurations[index] ?? 0);
			}
		}),
	);
});

const at = (agoS: number, ...words: Parameters<typeof look>) => ({...look(...words), concludedAt: now + agoS * 1000});
const [queued, building, uploading] = [look('queued'), look('building'), look('uploading')];
const exact = [change(queued, building, -53, -53), change(building, uploading, -12, -12)];
const inWindows = [change(queued, building, -52, -49), change(building, uploading, -40, -12)];
const uploadingNow = running(56, 'uploading');

test.each([
	['nothing is dropped', 80, '✔ queued 3s → ✔ building 41s → ◐ uploading 12s'],
	['first the times of past stages', 43, '✔ queued → ✔ building → ◐ uploading 12s'],
	['then the oldest stages', 34, '… → ✔ building → ◐ uploading 12s'],
	['then all but the current stage', 19, '… → ◐ uploading 12s'],
	['then part of the current stage', 10, '◐ uploadi…'],
	['nothing is left', 0, ''],
])('stages are dropped to fit the width: %s', (_what, width, text) => {
	expect(textOf(pipelineLine(uploadingNow, exact, width, unicode))).toBe(text);
});

test('stages show their duration as far as it is known, and unobserved time is dotted', () => {
	expect(textOf(pipelineLine(uploadingNow, inWindows, 80, unicode))).toBe(
		'✔ queued 4–7s → ✔ building 9–40s ··→ ◐ uploading 12–40s',
	);
	expect(textOf(pipelineLine(uploadingNow, inWindows, 80, ascii))).toBe(
		'+ queued 4–7s -> + building 9–40s ..> o uploading 12–40s',
	);
});

test('no stage lasts longer than the whole deployment', () => {
	const readLate = [change(queued, building, -58, -33), change(building, at(-18, 'done', 'success'), -35, 1)];
	const row = took(41, {}, 59);
	expect(textOf(pipelineLine(row, readLate, 80, unicode))).toBe('✔ queued 1–26s ··→ ✔ building 0–40s ··→ ✔ success');
	expect(timelineFields(row, readLate, unicode).map(({value}) => value.text)).toEqual([
		'queued → building  between 11:59:02 and 11:59:27',
		'building → success  between 11:59:25 and 11:59:42',
		'queued 1–26s',
		'building 0–40s',
	]);
	const spentInAll = pipelineLine(row, [change(queued, at(-18, 'done', 'success'), -35, 1)], 80, unicode);
	expect(textOf(spentInAll)).toBe('✔ queued 24–41s ··→ ✔ success');
});

test('a stage is no longer than its deployment, and contradictory times are ignored', () => {
	const late = [change(queued, building, -2, 1)];
	expect(textOf(pipelineLine(running(5), late, 80, unicode))).toBe('✔ queued 3–5s → ◐ building 0–2s');
	const future = [change(queued, at(3600, 'done', 'success'), -5, -2)];
	expect(textOf(pipelineLine(took(3650, {}, 50), future, 80, unicode))).toBe('✔ queued 45–48s → ✔ success');
	const reversed = timelineFields(took(-20, {}, 10), [change(queued, at(-30, 'done', 'success'), -35, 1)], unicode);
	expect(reversed[0]?.value.text).toBe('queued → success  between 11:59:25 and 12:00:01');
});

test('the pipeline shows neither unobserved stages nor a duration without a start', () => {
	expect(textOf(pipelineLine(took(60), [], 80, unicode))).toBe('✔ success');
	expect(textOf(pipelineLine(running(5), [], 80, unicode))).toBe('◐ building 5s');
	expect(textOf(pipelineLine(running(5, 'building', {createdAt: undefined}), [], 80, unicode))).toBe('◐ building ~');
});

test('a deployment that goes on after its conclusion shows the stages since then', () => {
	const failed = look('done', 'failure');
	const again = [
		change(queued, building, -53, -53),
		change(building, failed, -40, -40),
		change(failed, queued, -30, -28),
	];
	expect(textOf(pipelineLine(running(56, 'queued'), again, 80, unicode))).toBe('◌ queued 28–30s');
	const failedAgain = [...again, change(queued, building, -20, -20), change(building, failed, -5, -5)];
	expect(textOf(pipelineLine(took(51, failure, 56), failedAgain, 80, unicode))).toBe(
		'✔ queued 8–10s → ✖ building 15s → ✖ failure',
	);
	const cancelledLater = [...failedAgain, change(failed, look('done', 'cancelled'), -3, -3)];
	expect(textOf(pipelineLine(took(51, cancelled, 56), cancelledLater, 80, unicode))).toBe(
		'✔ queued 8–10s → ⊘ building 15s → ⊘ cancelled',
	);
});
