import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {boardColumns} from '../../src/present/board.ts';
import {readChosenColumns} from '../../src/present/columns.ts';
import {deploymentColumns} from '../../src/present/deployment.ts';
import {projectColumns} from '../../src/present/project.ts';
import type {Column} from '../../src/present/table.ts';
import {app, openList} from '../kit/app/open.ts';

/** The headings of the list on the screen. */
const headings = () =>
	app
		.lines()
		.find(line => /^ +(?:PROJECT|OUTCOME)/.test(line))
		?.trim()
		.split(/ {2,}/);

const choosing = (list: string, names: readonly string[]) => ({preferences: {columns: new Map([[list, names]])}});

test.each([
	['projects', projectColumns],
	['board', boardColumns()],
	['deployments', deploymentColumns],
] as const)('docs/settings.md lists the columns of the %s', (list, columns) => {
	const names = (columns as ReadonlyArray<Column<never>>).map(({name}) => `\`${name}\``);
	expect(readFileSync('docs/settings.md', 'utf8')).toContain(`\`${list}\`: ${names.join(', ')}\n`);
});

test('columns that do not exist are named, and their list keeps its own', () => {
	const lists = {projects: ['slug', 'id'], deployments: ['took', 'slug'], board: 'took', constructor: []};
	const {columns, notices} = readChosenColumns(new Map(Object.entries(lists)));
	expect([...columns]).toEqual([['projects', ['slug', 'id']]]);
	expect(notices).toEqual([
		'The setting columns.deployments names “slug”, not one of outcome, environment, version, took, usual, started, id, and was ignored.',
		'The setting columns.board is not valid and was ignored.',
		'The setting columns.constructor is not valid and was ignored.',
	]);
});

test('a list has the columns that the settings name, in their order, and those named first stay on a narrow screen', async () => {
	const columns = ['id', 'status', 'slug', 'when', 'id'];
	await openList({...choosing('projects', columns), columns: 120});
	expect(headings()).toEqual(['PROJECT', 'ID', 'STATUS', 'SLUG', 'WHEN']);
	app.resize(60, 24);
	await app.see(/PROJECT +ID +STATUS *$/m);
	await app.go('enter', /OUTCOME +ENVIRONMENT/);
});

test('details show what the chosen columns leave out', async () => {
	await openList({...choosing('projects', ['when']), columns: 120});
	await app.go('p', /status +active/, /latest upload +v/);
});

test('C shows the columns without room beside the first, and then again those that fit', async () => {
	await openList();
	const fitting = headings();
	const shown = new Set<string | undefined>();
	await app.go('C', 'PROJECT · columns 2/', /Columns 2 of \d+: C shows the next ones/);
	const pages = Number(/columns 2\/(\d)/.exec(app.screen())?.[1]);
	for (let page = 2; page <= pages; page++) {
		await app.see(`PROJECT · columns ${page}/${pages}`);
		if (page === pages) await app.see(`Columns ${page} of ${pages}: C goes back to the first`);
		for (const title of headings() ?? []) shown.add(title);
		app.press('C');
	}

	await app.see(/ {2}PROJECT {2}/);
	expect(headings()).toEqual(fitting);
	expect([...shown]).toEqual(expect.arrayContaining(['CREATED', 'MODE', 'SLUG', 'URL', 'ID']));
});

test('the other columns belong to one list, which shows its first ones again once all have room', async () => {
	await openList();
	await app.go('C', 'PROJECT · columns 2/');
	await app.go('enter', /OUTCOME {2}/);
	await app.go('C', /columns 2\/2/, / ID/);
	app.resize(200, 40);
	await app.see(/OUTCOME {2}/, / ID/);
	await app.go('C', 'There are no other columns');
});
