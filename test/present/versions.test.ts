import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {deployedVersions, noVersions, versionsIn} from '../../src/model/deployed-versions.ts';
import {noDeployments, withListRead, withOneRead} from '../../src/model/deployment-table.ts';
import type {WordMeanings} from '../../src/model/status-words.ts';
import {versionCell} from '../../src/present/version-columns.ts';
import {listOf} from '../kit/fixtures/deployment-reads.ts';
import {ascii, cancelled, failure, project, running, textOf, took, unicode} from './records.ts';

const version = (uploadVersion: number | undefined) => ({uploadVersion});
const meanings: WordMeanings = new Map([['nearly', 'good']]);
const rowOf = (deployments: readonly Deployment[] | undefined, isWhole: boolean) => ({
	project: project({latestUploadVersion: 44}),
	versions: deployments ? {deployed: deployedVersions(deployments, meanings), isRead: true, isWhole} : noVersions,
});

const everything = [
	running(40, 'building', version(44)),
	took(60, {...failure, ...version(43)}, 3600),
	took(60, {...failure, ...version(42)}, 7200),
	took(60, {...cancelled, ...version(42)}, 7300),
	took(60, version(41), 14_460),
	took(60, {...failure, ...version(40)}, 20_000),
	took(60, version(40), 30_000),
];

const elsewhere = (name: string | undefined, number?: number) =>
	took(60, {...version(number), environmentId: name === undefined ? undefined : serviceText(name)});
const outdated = [elsewhere('a'), elsewhere('b', 45), elsewhere('c', 46), took(60, version(45), 120)];
const slowLast = [took(60, version(43), 5000), took(9000, version(42), 10_000)];
const failedFirst = took(60, {...failure, ...version(44)});

test.each([
	['everything', everything, true, 'v41 −3 4h ago  ◐v44  ✖v43 ×2', 'v41 -3 4h ago  ov44  xv43 x2'],
	['the latest version', [took(60, version(44), 120)], true, 'v44 1m ago', 'v44 1m ago'],
	['a later version than the record', [took(60, version(45), 120)], true, 'v45 1m ago', 'v45 1m ago'],
	['how far it is behind', [took(60, version(41), 120)], true, 'v41 3 behind v44 1m ago', 'v41 3 behind v44 1m ago'],
	['how far it is behind another environment', outdated, true, 'v45 1 behind v46 1m ago', 'v45 1 behind v46 1m ago'],
	['the last to succeed, not to begin', slowLast, true, 'v42 2 behind v44 16m ago', 'v42 2 behind v44 16m ago'],
	['an unknown version', [took(60, version(undefined), 120)], true, 'v? ? 1m ago', 'v? ? 1m ago'],
	['only failures', [failedFirst], true, '–  ✖v44', '-  xv44'],
	['only a first deployment in progress', [running(40, 'queued', version(1))], true, '–  ◌v1', '-  .v1'],
	['a running deployment whose word means success', [running(40, 'nearly', version(1))], true, '–  ◐v1', '-  ov1'],
	['no deployment', [elsewhere('preview')], true, '–', '-'],
	['no deployment among those that were read', [elsewhere('preview')], false, '?', '?'],
	['only failures among those that were read', [failedFirst], false, '?  ✖v44', '?  xv44'],
	['a project that is not loaded', undefined, false, '…', '...'],
])('a version cell shows %s', (_what, deployments, isWhole, text, inAscii) => {
	const row = rowOf(deployments, isWhole);
	expect(textOf(versionCell(row, 'production', 30, unicode))).toBe(text.padEnd(30));
	expect(textOf(versionCell(row, 'production', 30, ascii))).toBe(inAscii.padEnd(30));
});

test.each([
	[26, 'v41 −3 4h ago  ◐v44  ✖v43 '],
	[20, 'v41 −3  ◐v44  ✖v43  '],
	[14, 'v41 −3  ✖v43  '],
	[8, 'v41 −3  '],
	[5, 'v41 …'],
])('a version cell of width %i keeps the most important parts', (width, text) => {
	expect(textOf(versionCell(rowOf(everything, true), 'production', width, unicode))).toBe(text);
});

test('environments are learned from deployments: common ones first, and deployments without one last', () => {
	const deployedTo = [
		['production', 'preview', 'production'],
		['production', 'alpha', 'pr-10', 'pr-9'],
		['production', undefined],
		['production', 'preview'],
		['production', undefined],
		['production'],
		['production'],
		[],
	];
	const arrival = {readAt: 0, at: 0, skewMs: 0};
	const lists = deployedTo.map((environments, at) => {
		const list = environments.map((name, index) => ({...elsewhere(name), id: `dep_${index}`}));
		return [`prj_${at}`, withListRead(noDeployments, listOf(list), arrival)] as const;
	});
	const table = new Map([...lists, ['once', withOneRead(noDeployments, took(60), arrival)]]);
	const {environments, projects} = versionsIn(table, meanings);
	expect(['prj_0', 'once'].map(id => projects.get(id)?.isRead)).toEqual([true, false]);
	expect(environments.map(({key, text, projectCount}) => `${key}: ${text?.shown} in ${projectCount}`)).toEqual([
		'preview: preview in 2',
		'production: production in 8',
		'alpha: alpha in 1',
		'pr-9: pr-9 in 1',
		'pr-10: pr-10 in 1',
		': undefined in 2',
	]);
});
