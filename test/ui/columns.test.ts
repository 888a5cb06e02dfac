import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {boardColumns} from '../../src/present/board-columns.ts';
import {readChosenColumns} from '../../src/present/columns.ts';
import {deploymentColumns} from '../../src/present/deployment.ts';
import {projectColumns} from '../../src/present/project.ts';
import type {Column} from '../../src/present/table.ts';
import {type OpenApp, openList, openOnTeam} from '../kit/app/open.ts';

const headings = (app: OpenApp) => {
	const lines = app.lines();
	const line =
		lines.find(text => / RESULT +.*PATH/.test(text)) ?? lines.find(text => /^ +(?:PROJECT|OUTCOME|columns)/.test(text));
	return line
		?.replace(/^.*│ +(?=AT|RESULT)|│.*$/g, '')
		.trim()
		.split(/ {2,}/);
};

const choosing = (list: string, names: readonly string[]) => ({preferences: {columns: new Map([[list, names]])}});

test.each([
	['projects', projectColumns],
	['board', boardColumns()],
	['deployments', deploymentColumns],
] as const)('lists the columns of the %s in docs/settings.md', (list, columns) => {
	const names = (columns as ReadonlyArray<Column<never>>).map(({name}) => `\`${name}\``);
	expect(readFileSync('docs/settings.md', 'utf8')).toContain(`\`${list}\`: ${names.join(', ')}\n`);
});

const widths = [60, 80, 100, 120, 160];

const boardHeadings = {
	60: 'PROJECT, OUTCOME, ENVIRONMENT, VERSION',
	80: 'PROJECT, OUTCOME, ENVIRONMENT, VERSION, TOOK, WHEN',
	100: 'PROJECT, OUTCOME, ENVIRONMENT, VERSION, TOOK, WHEN, LAST 12',
};

const lists: ReadonlyArray<readonly [string, readonly string[], string | RegExp, Readonly<Record<number, string>>]> = [
	[
		'projects',
		['1'],
		'1 of 12',
		{
			60: 'PROJECT, DEPLOYMENT, VERSION, ENVIRONMENT',
			// Of these projects some are archived.
			80: 'PROJECT, STATUS, DEPLOYMENT, VERSION, ENVIRONMENT, WHEN',
			100: 'PROJECT, UPLOAD, STATUS, DEPLOYMENT, VERSION, ENVIRONMENT, TOOK, WHEN',
			120: 'PROJECT, UPLOAD, STATUS, DEPLOYMENT, VERSION, ENVIRONMENT, TOOK, WHEN, UPDATED, CREATED',
			// The details take a third of the screen, and show what has no room beside the names.
			160: 'PROJECT, UPLOAD, STATUS, DEPLOYMENT, VERSION, ENVIRONMENT, TOOK, WHEN',
		},
	],
	[
		'deployments of a project',
		['1', 'enter'],
		/OUTCOME {2}/,
		{
			60: 'OUTCOME, ENVIRONMENT, VERSION, TOOK, STARTED',
			80: 'OUTCOME, ENVIRONMENT, VERSION, TOOK, USUAL, STARTED',
			100: 'OUTCOME, ENVIRONMENT, VERSION, TOOK, USUAL, STARTED, ID',
		},
	],
	['board', ['2'], 'OUTCOME', boardHeadings],
	[
		'activity',
		['3'],
		/PROJECT.* EVENT/,
		{60: 'PROJECT, EVENT, ENVIRONMENT, WHEN', 80: 'PROJECT, EVENT, ENVIRONMENT, TOOK, WHEN'},
	],
	[
		'versions',
		['4'],
		/PROJECT +UPLOAD +preview/,
		{
			60: 'PROJECT, UPLOAD, preview',
			80: 'PROJECT, UPLOAD, preview, production',
			100: 'PROJECT, UPLOAD, preview, production, staging',
		},
	],
	['wall', [':', ...'wall', 'enter'], /As of[\s\S]*OUTCOME/, boardHeadings],
	[
		'request log',
		['!'],
		/RESULT .*PATH/,
		{
			60: 'RESULT, PATH',
			80: 'AT, METHOD, RESULT, PATH',
			100: 'AT, METHOD, RESULT, TOOK, TRY, PATH',
			120: 'AT, METHOD, RESULT, TOOK, TRY, PATH, REQUEST',
			160: 'AT, METHOD, RESULT, TOOK, BYTES, TRY, PATH, REQUEST',
		},
	],
];

async function expectColumns(app: OpenApp, byWidth: Readonly<Record<number, string>>) {
	let expected: string | undefined;
	for (const columns of widths) {
		app.resize(columns, 24);
		await app.clock.advance(1000);
		expected = byWidth[columns] ?? expected;
		const titles = headings(app)?.filter(title => !/\d:|^(?:now|›|waitlist.*)$/.test(title));
		expect(titles?.join(', '), `${columns} columns`).toBe(expected);
	}
}

test.each(lists)('chooses the columns of the %s by width alone', async (_list, keys, shown, byWidth) => {
	const app = await openList();
	await app.answer('t', 'y', 'Deploying');
	await app.clock.advance(30_000);
	await app.go(keys, shown);
	await expectColumns(app, byWidth);
});

test('keeps the columns of the board for a long name and earlier failures', async () => {
	const long = 'a-project-with-a-very-long-name';
	const {app} = await openOnTeam(['api', long], {deployed: {[long]: ['failure', 'failure', 'success']}});
	await app.press('2');
	await app.wait(30_000, /a-project-with-a-very-\S+ +failure/);
	expect(app.screen()).toMatch(/a-project-with-a-very-… {2}failure ✖1 +env_1 +v2 /);
	await expectColumns(app, boardHeadings);
});

test('names columns that do not exist, and their list keeps its own', () => {
	const lists = {projects: ['slug', 'id'], deployments: ['took', 'slug']};
	const {columns, notices} = readChosenColumns(new Map(Object.entries(lists)));
	expect([...columns]).toEqual([['projects', ['slug', 'id']]]);
	expect(notices).toEqual([
		'The setting columns.deployments was ignored: there is no column “slug”. The columns are outcome, environment, version, took, usual, started, id.',
	]);
});

test('shows the columns that the settings name, in their order, and the details show the others', async () => {
	const columns = ['id', 'status', 'slug', 'when', 'id'];
	const app = await openList({...choosing('projects', columns), columns: 120});
	expect(headings(app)).toEqual(['PROJECT', 'ID', 'STATUS', 'SLUG', 'WHEN']);
	app.resize(60, 24);
	await app.see(/PROJECT +ID +STATUS *$/m);
	await app.resize(120, 24);
	await app.go('p', /latest upload +v/);
	await app.go('enter', /OUTCOME +ENVIRONMENT/);
});

test('shows columns without room with C, and then the first ones again', async () => {
	const app = await openList();
	const fitting = headings(app);
	const shown = new Set<string | undefined>();
	await app.go('C', 'columns 2/', /Columns 2 of \d+: C shows the next ones/);
	const pages = Number(/columns 2\/(\d)/.exec(app.screen())?.[1]);
	for (let page = 2; page <= pages; page++) {
		await app.see(`columns ${page}/${pages}`);
		if (page === pages) await app.see(`Columns ${page} of ${pages}: C goes back to the first`);
		for (const title of headings(app) ?? []) shown.add(title);
		app.press('C');
	}

	await app.see(/ {2}PROJECT {2}/);
	expect(headings(app)).toEqual(fitting);
	expect([...shown]).toEqual(expect.arrayContaining(['CREATED', 'MODE', 'SLUG', 'URL', 'ID']));
	// The page of columns belongs to one list, which shows its first columns again once all have room.
	await app.go('C', 'columns 2/');
	await app.go('enter', /OUTCOME {2}/);
	await app.go('C', /columns 2\/2/, / ID/);
	app.resize(200, 40);
	await app.see(/OUTCOME {2}/, / ID/);
	await app.go('C', 'There are no other columns');
});
