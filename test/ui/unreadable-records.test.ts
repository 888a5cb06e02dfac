// @module-tag fault-89

import {expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {openDemo, openOnTeam} from '../kit/app/open.ts';
import {projectOnTheWire} from '../kit/fixtures/wire.ts';

const headers = {'content-type': 'application/json'};

/** Sends JSON as text, so that numbers arrive digit for digit. */
const verbatimService =
	(bodyOf: (path: string, cursor: string | null) => string | undefined): Handle =>
	({target}) => {
		const {pathname, searchParams} = new URL(target, 'http://service.invalid');
		const body = bodyOf(pathname, searchParams.get('cursor'));
		return body === undefined ? {status: 404, headers, body: '{}'} : {status: 200, headers, body};
	};

const serviceOf = (projects: string, deployments = '') =>
	verbatimService(path => {
		if (path === '/v1/projects') return `{"projects": [${projects}], "request_id": "req_1"}`;
		return path.endsWith('/deployments') ? `{"deployments": [${deployments}]}` : JSON.stringify(projectOnTheWire);
	});

const withId = (record: object, id: string) => JSON.stringify({...record, id: '?'}).replace('"?"', id);

test.each([
	['{"name": "docs"}', 'has no id'],
	['{"id": ["a"]}', 'has an id that is not a text'],
	['null', 'is not an object'],
])('a list of projects like %s says why none can be read', async (first, why) => {
	const app = await openDemo(
		{columns: 110, handle: serviceOf(`${first}${', {"name": "docs"}'.repeat(8)}`)},
		`9 records could not be read: the first ${why}.`,
		'Press i for the raw page.',
	);
	expect(app.screen()).not.toContain('No projects yet');
});

test.each([
	['projects', serviceOf('{}, {}'), [], '2 records could not be read', /^GET /],
	[
		'deployments',
		serviceOf(JSON.stringify(projectOnTheWire), '{"id": {}}'),
		['enter'],
		'1 record could not be read',
		/\/deployments/,
	],
] as const)(
	'a list of %s without a readable one is read ever less often',
	{tags: ['fault-109']},
	async (_list, handle, keys, said, reads) => {
		const app = await openDemo({columns: 100, handle});
		await app.go(keys, said);
		await app.wait(60_000, /as of 12:0\d:\d\d · retrying(?: in \d+s)?/);
		const before = app.requestCount(reads);
		expect(before).toBeLessThanOrEqual(12);
		await app.clock.advance(2 * 60_000);
		expect(app.requestCount(reads) - before).toBeLessThanOrEqual(4);
		await app.see(said);
	},
);

test.each([
	['projects', [], /^\/v1\/projects$/],
	['deployments', ['enter'], /\/deployments$/],
] as const)('a list of %s that becomes unreadable keeps its rows', {tags: ['fault-109']}, async (list, keys, path) => {
	let isBroken = false;
	const {app, team} = await openOnTeam(['docs'], {
		columns: 100,
		prepare: each => each.deploy('docs', {conclusion: 'success'}),
		readFault: pathname =>
			isBroken && path.test(pathname) ? {status: 200, headers, body: JSON.stringify({[list]: [{}, {}]})} : undefined,
	});
	await app.go(keys, 'docs');
	await app.wait(20_000, 'success', /all of it within/);
	isBroken = true;
	const brokenAt = app.clock.now();
	await app.wait(60_000, /as of \d\d:\d\d:\d\d · /);
	await app.wait(60_000, 'docs', 'success', /No record in the list could be read/);
	const [, time] = /as of (\S+)/.exec(app.screen()) ?? [];
	expect(Date.parse(`2026-06-01T${time}Z`)).toBeLessThanOrEqual(brokenAt);
	expect(team.writes()).toEqual([]);
});

const unreadable = '{"id": [], "size": 1.50}';

test.each(['', unreadable])('i shows the raw page if no project is readable, after “%s”', async first => {
	let projects = first;
	const app = await openDemo({handle: request => serviceOf(projects)(request)}, /No projects yet|could not be read/);
	projects = unreadable;
	await app.wait(12_000, '1 record could not be read: it has an id that is not a text.');
	await app.go('i', 'As received: status 200', '"projects": [', '"id": [],', '"size": 1.50');
	await app.go('esc', 'could not be read');
});

test('an unreadable page does not end the list', async () => {
	const last = 4;
	const handle = verbatimService((path, cursor) => {
		if (path !== '/v1/projects') return '{"deployments": []}';
		const at = Number(cursor ?? 0);
		const records = at === 0 || at === last ? withId(projectOnTheWire, `"prj_${at}"`) : '{}, {}';
		return `{"projects": [${records}], "next_cursor": "${at < last ? at + 1 : ''}"}`;
	});
	await openDemo({columns: 100, handle}, '1 of 2 · 6 could not be read');
});

test('a response without a list keeps the rows on the screen', {tags: ['fault-29']}, async () => {
	let projects: unknown = [{id: 'prj_1', name: 'docs'}];
	const handle = () => ({status: 200, headers: {}, body: JSON.stringify({projects, deployments: []})});
	const app = await openDemo({columns: 160, handle}, '1 of 1');
	for (projects of [undefined, null, {}, 'docs', 7]) {
		await app.clock.advance(1000);
		await app.press('R');
		await app.wait(4000, 'docs', /“projects” is (?:missing|not a list)\./);
	}
});
