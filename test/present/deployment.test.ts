import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {comparisonFields} from '../../src/present/comparison.ts';
import {type DeploymentRow, type Headline, headlineLines, progressBar, tookText} from '../../src/present/deployment.ts';
import {
	ascii,
	change,
	unicode as context,
	deployment,
	failure,
	look,
	now,
	running,
	textOf,
	textsOf,
	took,
	viewOf,
} from './records.ts';

const usualMs = 70_000;

const unended = {conclusion: undefined, concludedAt: undefined};

test.each<[what: string, fields: Partial<Deployment>, text: string | undefined]>([
	['the difference of the times that the service gives', {}, '1m 12s'],
	['growing while it runs', unended, '1h'],
	['growing without a conclusion, whatever the status', {...unended, status: serviceText('failed')}, '1h'],
	['unknown without a conclusion time', {concludedAt: undefined}, undefined],
	['unknown if the conclusion is before the start', {concludedAt: now - 7_200_000}, undefined],
	['unknown without a start', {createdAt: undefined}, undefined],
	['zero if the start is in the future', {...unended, createdAt: now + 5000}, '0s'],
])('the duration of a deployment is %s', {tags: ['fault-32']}, (_what, fields, text) => {
	expect(tookText(deployment(fields), context)).toBe(text);
});

test.each([
	[0, '░░░░░░░░░░░░░░', '..............'],
	[37, '███████▍░░░░░░', '=======.......'],
	[70, '██████████████', '=============='],
	[98, '██████████▓▓▓▓', '==========!!!!'],
])('the progress bar after %i of 70 usual seconds', (seconds, text, inAscii) => {
	expect(textOf(progressBar(running(seconds), usualMs, 14, context))).toBe(text);
	expect(textOf(progressBar(running(seconds), usualMs, 14, ascii))).toBe(inAscii);
});

const headline = (fields: Partial<Headline>): Headline => ({
	deployment: running(42),
	changes: [change(look('queued'), look('building'), -39, -39)],
	usualMs,
	asOf: undefined,
	readAt: now,
	otherRunningCount: 0,
	...fields,
});

const draw = (fields: Partial<Headline>, width: number, height = 3, style = context) =>
	textsOf(headlineLines(headline(fields), {width, height}, style));

test('without a usual duration the headline has no bar, and without an observed change no stages', () => {
	expect(draw({usualMs: undefined}, 78)).toEqual([
		'◐ building   production   v42   42s',
		'✔ queued 3s → ◐ building 39s',
	]);
	expect(draw({changes: []}, 78)[2]).toBe('no change observed yet');
});

test.each([
	[200, '◐ building   production   v42   2m 41s of about 1m 10s   2 more in progress'],
	[60, '◐ building   production   v42   2m 41s of about 1m 10s'],
	[50, '◐ building   v42   2m 41s of about 1m 10s'],
	[40, '◐ building   2m 41s of about 1m 10s'],
	[20, '◐ building'],
])('a headline of %i cells keeps the most important parts', (width, text) => {
	expect(draw({deployment: running(161), otherRunningCount: 2}, width, 1)).toEqual([text]);
});

const success = took(70, {id: 'success', uploadVersion: 31}, 7200);
const failed = took(123, {...failure, id: 'failed', uploadVersion: 32}, 720);

test.each<[what: string, rows: readonly [DeploymentRow, DeploymentRow], ...texts: string[]]>([
	[
		'fields and stages that differ, with a dash for an unknown value',
		[
			viewOf(success, {changes: [change(look('building'), look('done', 'success'), -7140, -7140)]}),
			viewOf(
				{...failed, environmentId: undefined},
				{changes: [change(look('building'), look('done', 'failure'), -600, -597)]},
			),
		],
		...['id: success → failed', 'conclusion: success → failure', 'environment: production → –'],
		...['version: v31 → v32', 'took: 1m 10s → 2m 03s', 'in building: 1m → 2m–2m 03s'],
	],
	[
		'every time in a stage that came twice',
		[
			viewOf(success, {changes: [change(look('building'), look('done', 'success'), -7140, -7140)]}),
			viewOf(
				{...success, id: 'again'},
				{
					changes: [
						change(look('building'), look('queued'), -7160, -7160),
						change(look('queued'), look('building'), -7150, -7150),
						change(look('building'), look('done', 'success'), -7140, -7140),
					],
				},
			),
		],
		...['id: success → again', 'in building: 1m → 40s, 10s', 'in queued: – → 10s'],
	],
	[
		'that there is no difference, and stages that nobody saw',
		[viewOf(success), viewOf({...success, id: 'again'})],
		...['id: success → again', ': no difference', 'stages: not observed of success and again'],
	],
])('a comparison shows %s', (_what, [from, to], ...texts) => {
	expect(comparisonFields(from, to, context).map(({label, value}) => `${label}: ${value.text}`)).toEqual(texts);
});
