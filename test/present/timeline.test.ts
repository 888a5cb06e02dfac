import fc from 'fast-check';
import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import type {Change} from '../../src/model/deployment-changes.ts';
import {pipelineLine, timelineFields} from '../../src/present/timeline.ts';
import {
	ascii,
	cancelled,
	change,
	unicode as context,
	deployment,
	failure,
	look,
	now,
	running,
	textOf,
	tonesOf,
	took,
	unicode,
} from './records.ts';

test('the true duration of a status always lies within the range shown', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.nat(100), fc.nat(100), fc.nat(1000)), {minLength: 1, maxLength: 5}), steps => {
			let at = 0;
			const trueDurations: number[] = [];
			const changes = steps.map(([early, late, lasted], index): Change => {
				at += lasted;
				trueDurations.push(lasted);
				return change(look(`s${index}`), look(`s${index + 1}`), at - 2000 - early, at - 2000 + late);
			});
			const row = deployment({createdAt: now - 2_000_000, conclusion: serviceText('x'), concludedAt: now});
			const statuses = timelineFields(row, changes, context).slice(changes.length);
			const seconds = (text: string) => {
				const [, hours = 0, minutes = 0, rest = 0] = /^(?:(\d+)h )?(?:(\d+)m)? ?(?:(\d+)s)?$/.exec(text) ?? [];
				return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
			};
			for (const [index, {value}] of statuses.entries()) {
				const [, min = '', max = min] = /^s\d+ (.*?)(?: to (.*))?$/.exec(value.text) ?? [];
				expect(seconds(min)).toBeLessThanOrEqual(trueDurations[index] ?? 0);
				expect(seconds(max)).toBeGreaterThanOrEqual(trueDurations[index] ?? 0);
			}
		}),
	);
});

const [queued, building, uploading] = [look('queued'), look('building'), look('uploading')];
const exact = [change(queued, building, -53, -53), change(building, uploading, -12, -12)];
const inWindows = [change(queued, building, -52, -49), change(building, uploading, -40, -12)];
const uploadingNow = running(56, 'uploading');

test.each([
	['nothing is dropped', 80, '✔ queued 0:03 → ✔ building 0:41 → ◐ uploading 0:12'],
	['first the times of past stages', 44, '✔ queued → ✔ building → ◐ uploading 0:12'],
	['then the oldest stages', 34, '… → ✔ building → ◐ uploading 0:12'],
	['then all but the current stage', 20, '… → ◐ uploading 0:12'],
	['then part of the current stage', 10, '◐ uploadi…'],
	['nothing is left', 0, ''],
])('stages are dropped to fit the width: %s', (_what, width, text) => {
	expect(textOf(pipelineLine(uploadingNow, exact, width, unicode))).toBe(text);
});

test('stages show their duration as far as it is known, and unobserved time is dotted', () => {
	expect(textOf(pipelineLine(uploadingNow, inWindows, 80, unicode))).toBe(
		'✔ queued 0:04–0:07 → ✔ building 0:09–0:40 ··→ ◐ uploading 0:12–0:40',
	);
	expect(textOf(pipelineLine(uploadingNow, inWindows, 60, unicode))).toBe(
		'✔ queued ~0:05 → ✔ building ~0:24 ··→ ◐ uploading ~0:26',
	);
	expect(textOf(pipelineLine(uploadingNow, inWindows, 80, ascii))).toBe(
		'+ queued 0:04–0:07 -> + building 0:09–0:40 ..> o uploading 0:12–0:40',
	);
});

test('a failure marks the stage it ended in', () => {
	const changes = [change(queued, building, -53, -53), change(building, look('done', 'failure'), -12, -12)];
	const line = pipelineLine(took(44, failure, 56), changes, 80, unicode);
	expect(textOf(line)).toBe('✔ queued 0:03 → ✖ building 0:41 → ✖ failure');
	expect(tonesOf(line).slice(-7)).toEqual(Array.from({length: 7}, () => 'bad'));
});

test('the pipeline shows no stages that were not observed and no duration without a start', () => {
	expect(textOf(pipelineLine(took(60), [], 80, unicode))).toBe('✔ success');
	expect(textOf(pipelineLine(running(5), [], 80, unicode))).toBe('◐ building 0:05');
	expect(textOf(pipelineLine(running(5, 'building', {createdAt: undefined}), [], 80, unicode))).toBe('◐ building ~');
});

test('a deployment that goes on after its conclusion shows the stages since then', () => {
	const failed = look('done', 'failure');
	const again = [
		change(queued, building, -53, -53),
		change(building, failed, -40, -40),
		change(failed, queued, -30, -28),
	];
	expect(textOf(pipelineLine(running(56, 'queued'), again, 80, unicode))).toBe('◌ queued 0:28–0:30');
	const failedAgain = [...again, change(queued, building, -20, -20), change(building, failed, -5, -5)];
	expect(textOf(pipelineLine(took(51, failure, 56), failedAgain, 80, unicode))).toBe(
		'✔ queued 0:08–0:10 → ✖ building 0:15 → ✖ failure',
	);
	const cancelledLater = [...failedAgain, change(failed, look('done', 'cancelled'), -3, -3)];
	expect(textOf(pipelineLine(took(51, cancelled, 56), cancelledLater, 80, unicode))).toBe(
		'✔ queued 0:08–0:10 → ⊘ building 0:15 → ⊘ cancelled',
	);
});
