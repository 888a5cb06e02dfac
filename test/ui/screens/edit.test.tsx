import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(options: Parameters<typeof renderApp>[0] = {}) {
	app = await renderApp(options);
	await app.see('1 of 12');
	await app.press('e');
	await app.see('Edit project');
}

test.each(sizes)('the form of a project fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toMatch(/│ ▌ name +waitlist-lumen/m);
	expect(app.frame()).toMatch(/slug +waitlist-lumen/);
	expect(app.frame()).toContain('No changes yet.');
});

test('the form of a project also shows its read-only fields', async () => {
	await open();
	expect(app.frame()).toMatch(/id +prj_00er9wy000c/);
	expect(app.frame()).toMatch(/latest upload +v43/);
});

test('the values of all fields of a project stand below each other', async () => {
	await open();
	const column = (value: RegExp) =>
		app
			.lines()
			.find(line => value.test(line))
			?.search(value);
	expect(column(/v43 /)).toBe(column(/(?:git|zip|files) /));
	expect(column(/prj_00er9wy000c/)).toBe(column(/v43 /));
});

test('the form of a project lists the fields to be sent', async () => {
	await open();
	await app.type('-two');
	await app.see('Will be sent: name.');
	await app.press('tab');
	await app.type('-two');
	await app.see('Will be sent: name, slug.');
});

test('enter saves the changes and returns to the list', async () => {
	await open();
	await app.type('-two');
	await app.press('enter');
	await app.see('Saved waitlist-lumen-two');
	expect(app.state().interface.screens.at(-1)?.name).toBe('projects');
});

test.each([12, 9, 8])('a refusal is shown whole at 40×%i, with the focused field', async rows => {
	await open();
	await app.resize(40, rows);
	app.sandbox.outages.set('PATCH /v1/projects', 404);
	await app.press('tab');
	await app.type('-two');
	await app.press('enter');
	await app.see(/The project was not found: it may\n? [^T]*\(404\)/);
	expect(app.frame()).toMatch(/▌ slug +\S*-two/);
	expect(app.frame()).toMatch(/Request req_\w+/);
});

test('the form of a project ends with whole sentences at 40×12', async () => {
	await open({columns: 40, rows: 12});
	expect(app.frame()).toContain('No changes yet.');
	expect(app.frame()).not.toContain('The service may');
});

test('the form of a project shows a refusal and its request id below the fields', async () => {
	await open();
	app.sandbox.outages.set('PATCH /v1/projects', 422);
	await app.type('-two');
	await app.press('enter');
	await app.see('422');
	await app.see(/Request req_/);
	expect(app.frame()).toMatch(/▌ name +waitlist-lumen-two/);
});
