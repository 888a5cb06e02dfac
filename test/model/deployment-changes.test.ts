import {expect, test} from 'vitest';
import type {Deployment} from '../../src/api/types.ts';
import {serviceText} from '../../src/base/text.ts';
import {changesBetween, worthSaving} from '../../src/model/deployment-changes.ts';
import {noDeployments, withListRead} from '../../src/model/deployment-table.ts';
import {listOf} from '../kit/fixtures/deployment-reads.ts';
import {bareDeployment} from '../present/records.ts';

const over = (id: string, createdAt: number): Deployment => ({...bareDeployment, id, createdAt, concludedAt: 9000});
const running = (id: string, createdAt: number): Deployment => ({...bareDeployment, id, createdAt});

const first = [over('e', 500), over('d', 400), over('c', 300), over('b', 200), running('a', 100)];
const building = {...running('a', 100), status: serviceText('building')};

test.each<[what: string, before: readonly Deployment[], after: readonly Deployment[], isOpen: boolean, saved: string]>([
	['what is in progress, and the three newest of what had concluded before the first read', [], first, false, 'edca'],
	['all of a project that is open', [], first, true, 'edcba'],
	['nothing that is known already', first, first, true, ''],
	['what has changed', first, [...first.slice(0, 4), building], false, 'a'],
	['what has concluded', first, [...first.slice(0, 4), over('a', 100)], false, 'a'],
	['a new one, and no older one that is listed late', first, [...first, running('f', 600), over('0', 50)], false, 'f'],
	['one that has begun and concluded since', first, [over('f', 600), ...first], false, 'f'],
])('saved of an answer is %s', (_what, before, after, isOpen, saved) => {
	const read = (deployments: readonly Deployment[], at: number, known = noDeployments) =>
		withListRead(known, listOf(deployments), {requestedAt: at, at: at + 1, skewMs: 0});
	const known = before.length === 0 ? noDeployments : read(before, 1000);
	const next = read(after, 2000, known);
	const answered = changesBetween(known, next, {at: 2001, skewMs: 0});
	const ids = worthSaving(answered, next, isOpen).map(({deployment}) => deployment.id);
	expect(ids.join('')).toBe(saved);
});
