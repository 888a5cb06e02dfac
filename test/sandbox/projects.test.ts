import {expect, test} from 'vitest';
import {type Body, minute, open, opening} from './ask.ts';

test('a new project is first in the list, with a slug and a url made from its name', () => {
	const {ask, projects} = open();
	const {status, body} = ask('POST', '/v1/projects', {name: '  Café Lune (Menü)  '});
	expect(status).toBe(201);
	expect(body).toEqual({
		id: expect.stringMatching(/^prj_[0-9a-z]+$/),
		name: 'Café Lune (Menü)',
		slug: 'cafe-lune-menu',
		url: 'https://cafe-lune-menu.pages.example',
		upload_mode: 'files',
		status: 'active',
		latest_upload_version: 0,
		created_at: new Date(opening).toISOString(),
		updated_at: new Date(opening).toISOString(),
		request_id: expect.any(String),
	});
	expect(projects().map(({name}) => name)[0]).toBe('Café Lune (Menü)');
	expect(projects()).toHaveLength(13);
});

test('projects with the same name or a name without letters get slugs of their own', () => {
	const {ask} = open({world: 'empty'});
	const slugs = ['docs', 'docs', 'Docs!', '日本'].map(name => ask('POST', '/v1/projects', {name}).body.slug);
	expect(slugs).toEqual(['docs', 'docs-2', 'docs-3', 'project-4']);
});

test('a change keeps other fields and moves updated_at', () => {
	const {ask, projects, pass} = open();
	const [, before] = projects();
	pass(minute);
	const changes = {name: ' Shop ', slug: 'The-Shop', url: 'https://shop.example/a', upload_mode: 'git'};
	const {status, body} = ask('PATCH', `/v1/projects/${before?.id}`, changes);
	expect(status).toBe(200);
	expect(body).toEqual({
		...before,
		name: 'Shop',
		slug: 'the-shop',
		url: 'https://shop.example/a',
		upload_mode: 'git',
		updated_at: new Date(opening + minute).toISOString(),
		request_id: body.request_id,
	});
	expect(ask('GET', `/v1/projects/${before?.id}`).body).toMatchObject({name: 'Shop', slug: 'the-shop'});
});

test('an empty change, or one to the current values, changes nothing', () => {
	const {ask, projects, pass} = open();
	const [project] = projects();
	pass(minute);
	for (const changes of [{}, {name: project?.name}, {status: 'archived', id: 'prj_other'}]) {
		const {status, body} = ask('PATCH', `/v1/projects/${project?.id}`, changes);
		expect({status, ...body}).toEqual({status: 200, ...project, request_id: body.request_id});
	}
});

test('a slug belongs to one project at a time', () => {
	const {ask, projects} = open();
	const [first, second, third] = projects();
	const give = (id: unknown, slug: unknown) => ask('PATCH', `/v1/projects/${id}`, {slug}).status;
	expect(give(first?.id, second?.slug)).toBe(409);
	expect(give(second?.id, 'moved-away')).toBe(200);
	expect(give(third?.id, 'moved-away')).toBe(409);
	expect(give(first?.id, second?.slug)).toBe(200);
	expect(ask('DELETE', `/v1/projects/${third?.id}`).status).toBe(204);
	expect(give(second?.id, third?.slug)).toBe(200);
});

test('every response has its own request id, shared by all its records', () => {
	const {ask} = open();
	const first = ask('GET', '/v1/projects');
	const second = ask('GET', '/v1/projects');
	const shared = (first.body.projects as {request_id: string}[]).map(row => row.request_id);
	expect(new Set(shared)).toEqual(new Set([first.body.request_id]));
	expect(first.headers['x-request-id']).toBe(first.body.request_id);
	expect(second.body.request_id).not.toBe(first.body.request_id);
	expect(first.headers.date).toBe('Mon, 01 Jun 2026 12:00:00 GMT');
});

test('paging returns each project once, although some are created and deleted meanwhile', () => {
	const {ask, projects} = open({projects: 40});
	const atFirst = projects().map(({id}) => id);
	const deleted = [atFirst[3], atFirst[12], atFirst[30]];
	const seen: string[] = [];
	let cursor: unknown = '';
	while (cursor !== null) {
		const {body} = ask('GET', `/v1/projects?limit=7&cursor=${cursor}`);
		const rows = body.projects as Body[];
		expect(rows.length).toBeLessThanOrEqual(7);
		seen.push(...rows.map(({id}) => id));
		cursor = body.next_cursor;
		ask('POST', '/v1/projects', {name: 'meanwhile'});
		for (const id of deleted) ask('DELETE', `/v1/projects/${id}`);
	}

	// New projects come first in the list, so none is on a later page.
	expect(seen).toEqual(atFirst.filter(id => seen.slice(0, 7).includes(id) || !deleted.includes(id)));
});
