import {afterEach, expect, test} from 'vitest';
import {plain} from '../../../src/text.ts';
import {expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const profiles = [{name: 'acme', host: plain`api.acme.test`, baseUrl: 'https://api.acme.test'}];

test.each(sizes)('the welcome screen fits $columns×$rows', async size => {
	app = await renderApp({...size, profiles, isInDemo: false});
	await app.see('Where are your projects?');
	expectToFit(app.lines(), size);
	expect(app.frame()).toMatch(/▌ acme/);
	expect(app.frame()).toContain('Connect to a service');
	expect(app.frame()).toContain('Try the demo');
});

test('the arrow keys and j and k move through the welcome menu', async () => {
	app = await renderApp({profiles, isInDemo: false});
	await app.press('down');
	await app.see('▌ Connect to a service');
	await app.press('j');
	await app.see('▌ Try the demo');
	await app.press('k', 'up');
	await app.see(/▌ acme/);
});

test('the welcome screen opens the demo', async () => {
	app = await renderApp({isInDemo: false});
	await app.press('down', 'enter');
	await app.see('1 of 12');
});

test('the welcome screen opens the connect form', async () => {
	app = await renderApp({isInDemo: false});
	await app.press('enter');
	await app.see('team API key');
});

test('the welcome screen reports a profile that cannot be opened', async () => {
	app = await renderApp({profiles, isInDemo: false});
	await app.press('enter');
	await app.see('There are no profiles.');
});

test('the welcome screen says where a key comes from', async () => {
	app = await renderApp({isInDemo: false});
	await app.see('You create a team API key in the team settings of your service.');
	await app.see('Pro or Studio plan');
});
