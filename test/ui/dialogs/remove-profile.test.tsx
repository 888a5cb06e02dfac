import {afterEach, expect, test} from 'vitest';
import {plain} from '../../../src/text.ts';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const profiles = [{name: 'acme', host: plain`api.example.com`, baseUrl: 'https://api.example.com'}];

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp({...size, profiles});
	await app.see('1 of 12');
	await app.press(',', 'D');
	await app.see('Remove the profile');
}

test.each(sizes)('the question before a profile is removed fits $columns×$rows', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	expect(boxIn(app.lines()).title).toBe('Remove the profile acme?');
	expect(app.frame()).toContain('api.example.com');
	expect(app.lines().at(-1)).toContain('esc cancel');
});

test('esc keeps the profile', async () => {
	await open();
	await app.press('esc');
	await app.see('▌ acme');
	expect(app.state().interface.profiles).toEqual(profiles);
});

test('f chooses whether the history is deleted too', async () => {
	await open();
	await app.readQuestion();
	await app.press('f');
	await app.see('Its history is deleted too');
	await app.press('f');
	await app.see('Its history stays');
});
