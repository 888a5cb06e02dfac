import {chmodSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {safe} from '../../src/base/text.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {openCompletionNames, read, readPlace} from '../../src/journal/read-only.ts';
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

const idsIn = (path: string, typed: string, service: string | undefined) =>
	openCompletionNames(path)
		.projects(service, typed)
		.map(({id}) => id);

test('projects are known by id, name and slug, the last seen first, and those of other services are not', () => {
	const {path, journal} = openTemporary();
	journal.saveProjects('acme', [project('prj_1', 'Docs', 'docs-site'), project('prj_2', 'Shop', undefined)], 1);
	journal.saveProjects('other', [project('prj_3', 'Docs', 'docs')], 2);
	journal.saveObservations('acme', [observation('prj_2', 'Shop', 5)], []);
	expect(openCompletionNames(path).projects('acme', '')).toEqual([
		{id: 'prj_2', name: 'Shop', slug: ''},
		{id: 'prj_1', name: 'Docs', slug: 'docs-site'},
	]);
	for (const [typed, ids] of [
		['Do', ['prj_1']],
		['docs-', ['prj_1']],
		['prj', ['prj_2', 'prj_1']],
		['%', []],
	] as const) {
		expect(idsIn(path, typed, 'acme'), typed).toEqual(ids);
	}

	expect(idsIn(path, '', undefined)).toEqual(['prj_2', 'prj_3', 'prj_1']);
	journal.close();
});

test('a renamed project is known by its new name, and a deleted one is not known', () => {
	const {path, journal} = openTemporary();
	journal.saveProjects('acme', [project('prj_1', 'Docs', 'docs'), project('prj_2', 'Shop', 'shop')], 1);
	journal.saveObservations('acme', [observation('prj_2', 'Shop', 2)], []);
	journal.saveProjects('acme', [project('prj_1', 'Handbook', 'docs')], 3);
	journal.dropProject('acme', 'prj_2');
	expect(openCompletionNames(path).projects('acme', '')).toEqual([{id: 'prj_1', name: 'Handbook', slug: 'docs'}]);
	journal.close();
});

test('without a journal, nothing is known, and none is created', () => {
	const directory = temporaryDirectory();
	const path = join(directory, 'journal.sqlite');
	expect([idsIn(path, '', undefined), readPlace(path, 'acme')]).toEqual([[], undefined]);
	expect(readdirSync(directory)).toEqual([]);
});

test('nothing is read from a journal that others can write', {tags: ['fault-128']}, () => {
	const {path, journal} = openTemporary();
	journal.savePlace('acme', 'somewhere');
	expect(readPlace(path, 'acme')).toBe('somewhere');
	chmodSync(path, 0o666);
	expect(readPlace(path, 'acme')).toBeUndefined();
	const projects = read(path, () => openCompletionNames(path).projects('acme', ''));
	expect(projects).toMatchObject({message: expect.stringContaining('can be written by others')});
	journal.close();
});
