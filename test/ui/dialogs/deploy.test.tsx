import {afterEach, expect, test} from 'vitest';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

async function open(options: Parameters<typeof renderApp>[0] = {}) {
	app = await renderApp(options);
	await app.see('1 of 12');
	await app.press('t');
	await app.see('Deploy waitlist-lumen?');
}

const writes = () => app.requests.filter(request => !request.startsWith('GET'));

test.each(sizes)('the confirmation of a deployment fits $columns×$rows, and the list stays visible', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(app.frame()).toContain('▌· waitlist-lumen');
	expect(app.frame()).toContain('demo · built-in s');
});

test('y deploys half a second after the confirmation appears', async () => {
	await open();
	await app.press('y');
	expect(writes()).toEqual([]);
	await app.readQuestion();
	await app.press('y');
	await app.see('Deploying waitlist-lumen');
	expect(writes()).toEqual(['POST /v1/projects/prj_00er9wy000c/deployments']);
});

test.each(['esc', 'n'])('%s closes the confirmation of a deployment and sends nothing', async key => {
	await open();
	await app.readQuestion();
	await app.press(key);
	expect(app.frame()).not.toContain('Deploy waitlist-lumen?');
	expect(writes()).toEqual([]);
});

test('enter does not confirm a deployment', async () => {
	await open();
	await app.readQuestion();
	await app.press('enter');
	expect(writes()).toEqual([]);
});

test('the confirmation of a deployment shows why the service refused it', async () => {
	await open();
	app.sandbox.outages.set('POST /v1/projects', 422);
	await app.readQuestion();
	await app.press('y');
	await app.see('422');
	await app.see(/Request req_/);
	expect(app.state().interface.dialog).toMatchObject({name: 'deploy', isSending: false});
});

test('e edits the request body of a deployment', async () => {
	await open();
	await app.readQuestion();
	await app.press('e');
	expect(app.state().interface.dialog).toMatchObject({name: 'line', typed: '{}'});
	await app.see('{}');
});
