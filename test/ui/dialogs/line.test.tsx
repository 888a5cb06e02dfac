import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

/** Opens the quiet hours from the notification rules. */
async function openHours(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp(size);
	await app.see('1 of 12');
	await app.press('W', 'j', 'j', 'enter');
	await app.see('Quiet hours');
}

test.each(sizes)('the dialog for a line of text fits $columns×$rows', async size => {
	await openHours(size);
	expectToFit(app.lines(), size);
	await app.type('22:00-7:00');
	expect(app.frame()).toContain('22:00-7:00');
});

test('enter saves the quiet hours and returns to the notification rules', async () => {
	await openHours();
	await app.type('22:00-7:00');
	await app.press('enter');
	await app.see(/▌ quiet hours +22:00/);
	expect(app.state().presence.rules.quiet).toBeDefined();
});

test('invalid quiet hours stay in the field with an explanation', async () => {
	await openHours();
	await app.type('late');
	await app.press('enter');
	await app.see('Enter hours as 22:00-7:00.');
	expect(app.frame()).toContain('late');
});

test('esc leaves the quiet hours at once if nothing was typed, otherwise when pressed twice', async () => {
	await openHours();
	await app.press('esc');
	await app.see('▌ quiet hours');
	await app.press('enter');
	await app.type('2');
	await app.press('esc');
	await app.see('Press esc again to discard your changes.');
	await app.press('esc');
	await app.see(/▌ quiet hours +none/);
});

test('the request body of a deployment must be a JSON object', async () => {
	app = await renderApp();
	await app.see('1 of 12');
	await app.press('t');
	await app.readQuestion();
	await app.press('e', 'backspace', 'enter');
	await app.see('Not a JSON object');
	await app.type('"environment_id": "preview"}');
	await app.press('enter');
	await app.see('{"environment_id": "preview"}');
	expect(app.state().interface.dialog).toMatchObject({name: 'deploy', body: '{"environment_id": "preview"}'});
});
