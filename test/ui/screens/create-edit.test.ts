import {afterEach, expect, test} from 'vitest';
import {expectToFit} from '../../kit/app/frames.ts';
import {type OpenApp, openDemo} from '../../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

async function openCreate(options: Parameters<typeof openDemo>[0] = {}) {
	app = await openDemo(options);
	await app.see('1 of 12');
	await app.press('a');
	await app.see('New project');
}

test('a name wider than its field scrolls in it', async () => {
	await openCreate({columns: 40, rows: 12});
	await app.type(`${'x'.repeat(60)}end`);
	await app.see('xend');
	expectToFit(app.lines(), {columns: 40, rows: 12});
});

test('enter adds a project with the typed name', async () => {
	await openCreate();
	await app.type('shop');
	await app.press('enter');
	await app.see('Added shop');
	expect(app.requests().filter(request => request.startsWith('POST'))).toEqual(['POST /v1/projects']);
});

test('a new project without a name is not sent', async () => {
	await openCreate();
	await app.press('enter');
	expect(app.state().interface.screens.at(-1)).toMatchObject({name: 'create', form: {isSending: false}});
	expect(app.requests().filter(request => request.startsWith('POST'))).toEqual([]);
});

test('the form of a new project says when it is being sent', async () => {
	const latencyMs = 500;
	app = await openDemo({latencyMs});
	await app.clock.advance(latencyMs);
	await app.press('a');
	await app.type('shop');
	await app.press('enter');
	await app.see(/\S Adding the project/);
	await app.clock.advance(latencyMs);
	await app.see('Added shop');
});

async function openEdit(options: Parameters<typeof openDemo>[0] = {}) {
	app = await openDemo(options);
	await app.see('1 of 12');
	await app.press('e');
	await app.see('Edit project');
}

test('the form of a project also shows its read-only fields', async () => {
	await openEdit();
	expect(app.screen()).toMatch(/id +prj_00er9wy000c/);
	expect(app.screen()).toMatch(/latest upload +v43/);
});

test('the values of all fields of a project stand below each other', async () => {
	await openEdit();
	const column = (value: RegExp) =>
		app
			.lines()
			.find(line => value.test(line))
			?.search(value);
	expect(column(/v43 /)).toBe(column(/(?:git|zip|files) /));
	expect(column(/prj_00er9wy000c/)).toBe(column(/v43 /));
});

test('the form of a project lists the fields to be sent', async () => {
	await openEdit();
	await app.type('-two');
	await app.see('Will be sent: name.');
	await app.press('tab');
	await app.type('-two');
	await app.see('Will be sent: name, slug.');
});

test('enter saves the changes and returns to the list', async () => {
	await openEdit();
	await app.type('-two');
	await app.press('enter');
	await app.see('Saved waitlist-lumen-two');
	expect(app.state().interface.screens.at(-1)?.name).toBe('projects');
});

test.each([12, 9, 8])('a refusal is shown whole at 40×%i, with the focused field', async rows => {
	await openEdit();
	await app.resize(40, rows);
	app.sandbox.outages.set('PATCH /v1/projects', 404);
	await app.press('tab');
	await app.type('-two');
	await app.press('enter');
	await app.see(/The project was not found: it may\n? [^T]*\(404\)/);
	expect(app.screen()).toMatch(/▌ slug +\S*-two/);
	expect(app.screen()).toMatch(/Request req_\w+/);
});

test('the form of a project ends with whole sentences at 40×12', async () => {
	await openEdit({columns: 40, rows: 12});
	expect(app.screen()).toContain('No changes yet.');
	expect(app.screen()).not.toContain('The service may');
});

test('the form of a project shows a refusal and its request id below the fields', async () => {
	await openEdit();
	app.sandbox.outages.set('PATCH /v1/projects', 422);
	await app.type('-two');
	await app.press('enter');
	await app.see('422');
	await app.see(/Request req_/);
	expect(app.screen()).toMatch(/▌ name +waitlist-lumen-two/);
});
