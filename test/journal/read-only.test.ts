import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {safe} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {openCompletionNames, readPlace} from '../../src/journal/read-only.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {bareDeployment} from '../present/records.ts';

const project = (id: string, name: string | undefined, slug: string | undefined) => ({id, name, slug});

const observation = (projectId: string, title: string, seenAt: number) => ({
	deployment: {...bareDeployment, id: `dpl of ${projectId}`, projectId},
	project: safe(title),
	seenAt,
});

function openTemporary() {
	const path = join(temporaryDirectory(), 'journal.sqlite');
	return {path, journal: openJournal({path, now: () => 0})};
}

test('projects are known by their latest names, the last seen first, and neither those of other services nor deleted ones', () => {
	const {path, journal} = openTemporary();
	const projects = [
		project('prj_1', 'Docs', 'docs-site'),
		project('prj_2', 'Shop', undefined),
		project('gone', 'Gone', 'gone'),
	];
	journal.saveProjects('acme', projects, 1);
	journal.saveProjects('other', [project('prj_3', 'Docs', 'docs')], 2);
	journal.saveProjects('acme', [project('prj_1', 'Handbook', 'docs-site')], 3);
	journal.saveObservations('acme', [observation('prj_2', 'Shop', 5), observation('gone', 'Gone', 6)], []);
	journal.dropProject('acme', 'gone');
	const [shop, docs] = [
		{id: 'prj_2', name: 'Shop', slug: ''},
		{id: 'prj_1', name: 'Handbook', slug: 'docs-site'},
	];
	const known = openCompletionNames(path);
	expect(['', 'Ha', 'docs-', 'prj', '%'].map(typed => known.projects('acme', typed))).toEqual([
		[shop, docs],
		[docs],
		[docs],
		[shop, docs],
		[],
	]);
	expect(known.projects(undefined, '').map(({id}) => id)).toEqual(['prj_2', 'prj_1', 'prj_3']);
	journal.close();
});

test('without a journal, nothing is known, and none is created', () => {
	const directory = temporaryDirectory();
	const path = join(directory, 'journal.sqlite');
	expect([openCompletionNames(path).projects(undefined, ''), readPlace(path, 'acme')]).toEqual([[], undefined]);
	expect(readdirSync(directory)).toEqual([]);
});
