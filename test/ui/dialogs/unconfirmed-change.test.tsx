import {afterEach, expect, test} from 'vitest';
import {boxIn, expectToFit, sizes} from '../../kit/app/frames.ts';
import {type Rendered, renderApp} from '../../kit/app/rendered.tsx';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {createTeam} from '../../kit/services/team.ts';

let app: Rendered;
afterEach(() => app.close());

/** Adds a project and loses the response after or before the service applies the request. */
async function lose(fault: 'after' | 'before', size: {readonly columns?: number; readonly rows?: number} = {}) {
	const clock = createTestClock();
	const team = createTeam({clock, projects: ['api', 'web']});
	app = await renderApp({...size, clock, handle: team.handle});
	await app.see('of 2');
	team.fail(fault);
	await app.press('a');
	await app.type('shop');
	await app.press('enter');
	await app.see('─ Unconfirmed change ─');
	return team;
}

const seconds = async (count: number) => {
	for (let second = 0; second < count; second++) await app.clock.advance(1000);
};

const inside = () => boxIn(app.lines()).inside.join(' ').replaceAll(/\s+/g, ' ');

test.each(sizes)('an unconfirmed change fits $columns×$rows', async size => {
	await lose('before', size);
	expectToFit(app.lines(), size);
	expect(inside()).toContain('shop');
	expect(inside()).toContain('check 1 in 2s');
	expect(boxIn(app.lines()).around).toContain('demo');
});

test('an unconfirmed change names the request, so that the operators of the service can find it', async () => {
	await lose('before');
	expect(inside()).toContain('It says: down. Request id: req_1.');
});

test('an unconfirmed change that is found is reported, and the dialog closes', async () => {
	const team = await lose('after');
	await seconds(3);
	await app.see('Added shop (confirmed by the list)');
	expect(team.writes()).toHaveLength(1);
});

test('r sends an unconfirmed change without a sign again', async () => {
	const team = await lose('before');
	await seconds(40);
	expect(inside()).toContain('No sign of it');
	await app.readQuestion();
	await app.press('r');
	await app.see('Added shop');
	expect(team.writes()).toHaveLength(2);
});

test('c checks an unconfirmed change once more', async () => {
	const team = await lose('before');
	await seconds(40);
	await app.see('No sign of it');
	await app.readQuestion();
	const before = team.requests.length;
	await app.press('c');
	await seconds(5);
	expect(team.requests.length).toBeGreaterThan(before);
	expect(team.writes()).toHaveLength(1);
});

test('esc postpones an unconfirmed change, and u returns to it', async () => {
	await lose('before');
	await app.press('esc');
	expect(app.frame()).not.toContain('─ Unconfirmed change ─');
	await app.press('esc', 'u');
	await app.see('─ Unconfirmed change ─');
});

test('an unconfirmed change scrolls to its end on a small screen and shows how to close it', async () => {
	await lose('before', {columns: 40, rows: 12});
	await seconds(40);
	expect(app.lines().at(-1)).toContain('esc close');
	const read: string[] = [];
	for (let step = 0; step < 8; step++) {
		read.push(...boxIn(app.lines()).inside.map(line => line.replace(/ *[▲▼]$/, '')));
		await app.press('j');
	}

	const lines = [...new Set(read)].join(' ');
	expect(lines).toContain('Press r to send it again, c to check once more.');
	expect(lines).toMatch(/sent \d{4}-\d\d-\d\d/);
	expect(lines).toContain('It says: down');
});
