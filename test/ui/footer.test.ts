import {afterEach, expect, test} from 'vitest';
import {projectRows} from '../../src/store/model/layout.ts';
import {plain} from '../../src/text.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';

let app: OpenApp;
afterEach(() => app.close());

const lines = () => app.screen().split('\n');
const message = plain`The deployment of a project with quite a long name was not accepted by the service: it is busy. Try again.`;
const say = () => app.session.store.dispatch({type: 'noticed', text: message, tone: 'bad', at: app.clock.now()});

test('a message too long for one line takes two and loses no word', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	say();
	await app.see('Try again.');
	const [first = '', second = '', hints = ''] = lines().slice(-3);
	expect(`${first.trim()} ${second.trim()}`).toBe(`1 of 12   ${message}`);
	expect(hints).toContain('enter deployments');
	await app.press('j');
	await app.see('2 of 12');
	expect(lines().at(-2)).toContain('2 of 12');
});

test('page down moves by the visible rows while a message takes two lines', async () => {
	app = await openDemo({projects: 1000});
	await app.see('1 of 200+');
	const height = projectRows(app.session.store.get().interface.size);
	say();
	await app.see('Try again.');
	expect(projectRows(app.session.store.get().interface.size)).toBe(height - 1);
	expect(lines().filter(line => / (?:active|archived|error) /.test(line))).toHaveLength(height - 1);
});

test('the selected row stays on the screen when a message takes a line from the list', async () => {
	app = await openDemo({projects: 1000});
	await app.see('1 of 200+');
	const height = projectRows(app.session.store.get().interface.size);
	await app.press(...'j'.repeat(height - 1));
	await app.see(`${height} of 200+`);
	const selected = app.selectedLine();
	say();
	await app.see('Try again.');
	expect(app.selectedLine()).toBe(selected);
});

test.each([
	[80, /^ 1 of 12 +\d of 60 requests\/min$/],
	[30, /^ 1 of 12 +\d\/60 per min$/],
	[20, /^ 1 of 12$/],
])('at %d columns the footer shows as much of the request budget as fits', async (columns, shown) => {
	app = await openDemo({columns});
	await app.see('1 of 12');
	expect(lines().at(-2)).toMatch(shown);
});

test('above the budget, the footer says how many requests the user asked for', async () => {
	app = await openDemo();
	await app.see('1 of 12');
	await app.clock.advance(90_000);
	await app.see(/ (?:5\d|60) of 60 requests\/min$/m);
	await app.press('R');
	await app.clock.advance(2000);
	await app.see(/ 1 of 12 +60 of 60 requests\/min \+ \d+ asked for$/m);
	expect(lines().find(line => line.includes('asked for'))?.length).toBeLessThanOrEqual(80);
	await app.clock.advance(120_000);
	await app.see(/ \d\d of 60 requests\/min$/m);
});

test('a message takes its own line if the position leaves too little space', async () => {
	app = await openDemo({columns: 33, rows: 14});
	await app.see('1 of 12');
	await app.press('2');
	for (let second = 0; second < 20; second++) await app.clock.advance(1000);
	await app.see(/looked at \d+ o/);
	await app.press('<');
	await app.see(/^ No room for a time axis$/m);
});

test('a message that fits into one line is not split', async () => {
	app = await openDemo({columns: 60});
	await app.see('1 of 12');
	const text = plain`The project was deployed from another window of landfall.`;
	app.session.store.dispatch({type: 'noticed', text, tone: 'good', at: app.clock.now()});
	await app.see(/^ 1 of 12 +\d of 60 requests\/min\n The project was deployed from another window of landfall\.$/m);
});

test.each([
	[80, 'projects', []],
	[40, 'projects', []],
	[40, 'deployments', ['enter']],
	[40, 'watch', ['2']],
	[40, 'versions', ['4']],
])('at %d columns the hints of %s name the key of the help', async (columns, _screen, keys) => {
	app = await openDemo({columns, rows: 12});
	await app.see('1 of 12');
	await app.press(...keys);
	await app.see(/\? help *(?: : commands *)?$/);
});

test.each([
	[80, 24],
	[40, 12],
	[200, 50],
])(
	'at %d×%d, a read-only connection offers no key that changes something, and the help says why',
	async (columns, rows) => {
		app = await openDemo({columns, rows, isReadOnly: true});
		const seeNoOffer = () => expect(lines().at(-1)).not.toMatch(/deploy(?!ments)|edit|add|delete/);
		await app.see('of 12');
		await app.see('enter deployments');
		seeNoOffer();
		await app.press('enter');
		await app.see('of 35');
		seeNoOffer();
		await app.press('enter');
		await app.see('esc back');
		seeNoOffer();
		for (const key of ['2', '4', '1']) {
			await app.press(key);
			await app.see('? help');
			seeNoOffer();
		}

		await app.press('?');
		await app.see(/deploy +This connecti/);
		await app.press('esc', ':');
		await app.type('edit project');
		await app.see(/edit project +This conn/);
	},
);
