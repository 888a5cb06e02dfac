import {afterEach, expect, test} from 'vitest';
import {plain} from '../../../src/text.ts';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';

let app: Rendered;
afterEach(() => app.close());

const profiles = ['acme', 'zoo', 'lab'].map(name => ({
	name,
	host: plain`api.example.com`,
	baseUrl: 'https://api.example.com',
	isReadOnly: name === 'zoo',
	...(name === 'lab' && {protects: ['landing-page']}),
}));

async function open(size: {readonly columns?: number; readonly rows?: number} = {}) {
	app = await renderApp({...size, profiles});
	await app.see('1 of 12');
	await app.press(',');
	await app.see('─ Profiles ─');
}

const selected = () => boxIn(app.lines()).inside.find(line => line.includes('▌')) ?? '';

test.each(sizes)('the list of profiles fits $columns×$rows, over the list', async size => {
	await open(size);
	expectToFit(app.lines(), size);
	const {title, inside} = boxIn(app.lines());
	expect(title).toBe('Profiles');
	expect(inside[0]).toContain('▌ acme');
});

test('the demo and a new service are below the saved profiles', async () => {
	await open();
	const {inside} = boxIn(app.lines());
	expect(inside.map(line => line.trim().split(/ {2}|:/)[0])).toEqual([
		'▌ acme · api.example.com',
		'zoo · api.example.com',
		'lab · api.example.com',
		'Connect to a service',
		'Try the demo',
	]);
	expect(inside[1]).toContain('read-only');
	expect(app.lines().at(-1)).toBe(' enter open   e edit   n rename   o read-only   p protect   D remove   esc close');
});

test('on a narrow screen, what is special about a profile is shown whole or not at all', async () => {
	await open({columns: 40, rows: 12});
	const {inside} = boxIn(app.lines());
	expect(inside[1]).toMatch(/zoo · api\.example\.com {2}read-only$/);
	expect(inside[2]?.trim()).toBe('lab · api.example.com');
	await app.resize(80, 24);
	await app.see('lab · api.example.com  protects landing-page');
});

test('the keys of a profile say why they do nothing on another entry', async () => {
	await open();
	await app.press('down', 'down', 'down', 'D');
	await app.see('Not a profile');
	expect(app.frame()).toContain('─ Profiles ─');
});

test('the list of profiles adds one, and edits the address and the key of another', async () => {
	await open();
	await app.press('a');
	await app.see('▌ address');
	expect(app.frame()).not.toMatch(/address +https:/);
	await app.press('esc', ',', 'down', 'e');
	await app.see(/address +https:\/\/api\.example\.com/);
	await app.see(/profile name +zoo/);
});

test('after a profile is removed or renamed, the selection is what the keys act on', async () => {
	await open();
	await app.press('D');
	await app.see('Remove the profile acme?');
	await app.readQuestion();
	await app.press('y');
	await app.see('acme and its key are removed.');
	expect(selected()).toContain('zoo');
	await app.press('down', 'n', 'ctrl+u');
	await app.type('lab 2');
	await app.press('enter');
	await app.see('▌ lab 2 ·');
	await app.press('D');
	await app.see('Remove the profile lab 2?');
	await app.press('esc');
	await app.see('▌ lab 2 ·');
});

test.each(['esc', ',', 'q'])('%s closes the list of profiles', async key => {
	await open();
	await app.press(key);
	expect(app.frame()).not.toContain('─ Profiles ─');
	expect(app.state().connection?.name).toBe('demo');
});
