import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {changesBetween, worthSaving} from '../../src/model/deployment-changes.ts';
import {noDeployments, withListRead} from '../../src/model/deployment-table.ts';
import {noWordMeanings} from '../../src/model/status-words.ts';
import {listOf} from '../kit/fixtures/deployment-reads.ts';
import {bareDeployment} from '../present/records.ts';

const over = (id: string, createdAt: number): Deployment => ({
	...bareDeployment,
	id,
	createdAt,
	concludedAt: 9000,
	conclusion: serviceText('success'),
});
const running = (id: string, createdAt: number): Deployment => ({...bareDeployment, id, createdAt});

const first = [over('e', 500), over('d', 400), over('c', 300), over('b', 200), running('a', 100)];
const late = [...first, running('f', 600), over('0', 50)];
const building = {...running('a', 100), status: serviceText('building')};

const context = [new Map(), noWordMeanings] as const;

type Case = [what: string, before: Deployment[], after: Deployment[], isOpen: boolean, saved: string, ended: string];

test.each<Case>([
	[
		'deployments in progress and the newest three that had concluded before the first read',
		[],
		first,
		false,
		'edca',
		'',
	],
	['every deployment of an open project', [], first, true, 'edcba', ''],
	['no known deployment', first, first, true, '', ''],
	['a changed deployment', first, [...first.slice(0, 4), building], false, 'a', ''],
	['a changed deployment, and no unlisted one', first, [building], true, 'a', ''],
	['a concluded deployment', first, [...first.slice(0, 4), over('a', 100)], false, 'a', 'a'],
	['a new deployment, and no older one that is listed late', first, late, false, 'f', ''],
	['a deployment that has begun and concluded since', first, [over('f', 600), ...first], false, 'f', 'f'],
])('the journal saves %s', (_what, before, after, isOpen, saved, ended) => {
	const read = (deployments: Deployment[], readAt: number, at: number, known = noDeployments) =>
		withListRead(known, listOf(deployments), {readAt, at, skewMs: 0});
	const known = before.length === 0 ? noDeployments : read(before, 1000, 1001);
	// Another answer may have been requested or have arrived at the same moment.
	for (const readAt of [2000, 1000, 1001]) {
		const at = readAt === 1001 ? 1001 : 2001;
		const next = read(after, readAt, at, known);
		const answered = changesBetween(known, next, {at, skewMs: 0}, ...context);
		const idsOf = (some: typeof answered) => some.map(({deployment}) => deployment.id).join('');
		expect([...idsOf(answered)].sort()).toEqual(after.map(({id}) => id).sort());
		expect(idsOf(worthSaving(answered, next, isOpen))).toBe(saved);
		expect(idsOf(answered.filter(({event}) => event))).toBe(ended);
		if (readAt > 1000) expect(changesBetween(next, known, {at, skewMs: 0}, ...context)).toEqual([]);
	}
});
