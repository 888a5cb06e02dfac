import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Change} from '../../src/journal/observations.ts';
import {hasChangedAgain, timelineFields} from '../../src/present/timeline.ts';
import {serviceText} from '../../src/text.ts';
import {change, unicode as context, look} from './chart-records.ts';
import {deployment, now} from './records.ts';

const shown = (fields: ReturnType<typeof timelineFields>) =>
	fields.map(({label, value}) => `${label}: ${value.text.replaceAll(/\d\d:\d\d:(\d\d)/g, '_:$1')}`);

test('an interval within a second is shown as one time, and a conclusion has no duration', () => {
	const changes = [
		change(look('queued'), look('building'), -50, -50),
		change(look('building'), look('done', 'success'), -20, -19),
	];
	expect(shown(timelineFields(deployment({createdAt: now - 60_000}), changes, context))).toEqual([
		'seen: queued → building  at _:10',
		': building → success  between _:40 and _:41',
		'time spent: queued 10s',
		': building 30s to 31s',
	]);
});

test('a change after the conclusion is labelled and detected', () => {
	const changes = [change(look('done', 'success'), look('done', 'failure'), -5, -1)];
	expect(shown(timelineFields(deployment(), changes, context))[0]).toBe(
		'seen: again: success → failure  between _:55 and _:59',
	);
	expect(hasChangedAgain(changes)).toBe(true);
	expect(hasChangedAgain([change(look('queued'), look('building'), -5, -1)])).toBe(false);
});

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
