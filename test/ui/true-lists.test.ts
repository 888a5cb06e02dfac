import {join} from 'node:path';
import {expect, test} from 'vitest';
import {app, openDemo, openOnTeam, type Prepare, type TeamOptions} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createPagingService} from '../kit/services/paging-service.ts';
import type {Answer, Team} from '../kit/services/team.ts';

const minute = 60_000;

/** Opens the live view of a project on a service that the test controls. */
async function openLive(prepare: Prepare, options: TeamOptions = {}) {
	const opened = await openOnTeam(['api'], {columns: 100, rows: 40, ...options, prepare});
	await app.press('enter');
	await app.see(/\d of \d+/);
	return opened.team;
}

/** Adds concluded deployments created so many seconds ago, and returns their ids. */
const addConcluded = (team: Team, now: number, agoS: readonly number[]) =>
	agoS.map(seconds =>
		team.deploy('api', {
			conclusion: 'success',
			created_at: new Date(now - seconds * 1000).toISOString(),
			concluded_at: new Date(now - seconds * 1000 + 500).toISOString(),
		}),
	);

test('a full list in no order says so, and missing deployments show when they were last listed', {
	tags: ['fault-88'],
}, async () => {
	const agoS = Array.from({length: 120}, (_, at) => 1000 + at * 60);
	await openLive((team, now) => addConcluded(team, now, agoS), {order: 'unordered'});
	await app.see('1 of 100 · at most 100 are listed, not in order');
	await app.clock.advance(3 * minute);
	await app.press('g');
	await app.see('1 of 120', '20 remembered');
	for (let screens = 0; screens < 6; screens++) {
		await app.press('pageDown');
		expect(app.screen()).not.toMatch(/↺|▲ \d+ new/);
	}

	for (let screens = 0; !app.screen().includes('as of 12:0') && screens < 6; screens++) await app.press('pageUp');
	await app.see('as of 12:0');
});

test('in a list with the newest first, a deployment is gone only if the list reaches below it', {
	tags: ['fault-88'],
}, async () => {
	const agoS = [...Array.from({length: 98}, (_, at) => 1000 + at), 2000, 2000];
	const team = await openLive((team, now) => addConcluded(team, now, agoS), {rows: 140});
	await app.see('1 of 100 · at most 100 are listed');
	team.forget('dep_0005');
	await app.clock.advance(minute);
	await app.see('1 of 100 · 1 remembered', /↺.*dep_0005/);
	for (let more = 0; more < 3; more++) team.deploy('api');
	await app.clock.advance(2 * minute);
	await app.see('of 103 · at most 100 are listed, no next page · 3 remembered');
	await app.see(/as of 12:0\d.*dep_0099/, /as of 12:0\d.*dep_0100/);
	expect([...app.screen().matchAll(/↺/g)]).toHaveLength(1);
});

test('remembered rows show their age during an outage and are gone only once the list lacks them', {
	tags: ['fault-88'],
}, async () => {
	const clock = createTestClock();
	const journalPath = join(temporaryDirectory(), 'journal.db');
	const team = await openLive((team, now) => addConcluded(team, now, [1000, 2000, 3000]), {journalPath, clock});
	await app.see('1 of 3');
	await app.clock.advance(minute);
	app.close();

	let isAway = false;
	await openDemo({
		columns: 100,
		rows: 40,
		journalPath,
		clock,
		handle: request => (isAway ? {status: 503, headers: {}, body: '{}'} : team.handle(request)),
	});
	await app.see('1 of 1');
	isAway = true;
	team.forget('dep_0002');
	await app.press('enter');
	await app.see('1 of 3 · 3 remembered');
	expect([...app.screen().matchAll(/^[▌ ]✔.* as of 12:00/gm)]).toHaveLength(3);
	expect(app.screen()).not.toContain('↺');
	await app.resize(64, 24);
	await app.see('3 remembered, this one as of 12:00');
	await app.resize(100, 40);
	isAway = false;
	await app.clock.advance(2 * minute);
	await app.see('1 of 3 · 1 remembered', /↺.*dep_0002/);
	expect([...app.screen().matchAll(/↺/g)]).toHaveLength(1);
});

test('a deployment counts as new above only if it was never seen, not if its date changes', {
	tags: ['fault-88'],
}, async () => {
	const team = await openLive((team, now) =>
		addConcluded(
			team,
			now,
			Array.from({length: 60}, (_, at) => 1000 + at * 10),
		),
	);
	await app.press('G');
	await app.see('60 of 60');
	team.change('dep_0059', {created_at: new Date(app.clock.now() - 5000).toISOString()});
	await app.clock.advance(20_000);
	await app.see('60 of 60');
	expect(app.screen()).not.toMatch(/▲ \d+ new/);
	team.deploy('api');
	await app.clock.advance(20_000);
	await app.see('61 of 61 · ▲ 1 new');
	await app.press('g');
	await app.see('1 of 61');
	expect(app.screen()).not.toMatch(/▲ \d+ new/);
});

test('rows that L loads into a sorted list are not counted as new, unlike arriving ones', {
	tags: ['fault-88'],
}, async () => {
	const ids = (from: number, count: number) => Array.from({length: count}, (_, at) => String(from + at));
	let first = ids(500, 100);
	await openDemo({
		columns: 120,
		handle: createPagingService(cursor => {
			const page = Number(cursor ?? 0);
			return {ids: page === 0 ? first : ids(500 + page * 100, 100), next: page < 5 ? String(page + 1) : null};
		}),
	});
	await app.see('1 of 200+');
	await app.press('s', 'j', 'enter', 'S');
	await app.see('by name ▼');
	await app.press('G', 'k', 'L');
	await app.see('All 600 projects loaded');
	expect(app.screen()).not.toMatch(/▲ \d/);
	first = ['9999', ...first];
	await app.clock.advance(20_000);
	await app.see('of 601', '▲ 1 new');
});

/** Draws numbers from 0 to 1, the same in each run. */
function createDraw() {
	let seed = 7;
	return () => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return seed / 2 ** 31;
	};
}

type Part = 'all, in random order' | 'a random half, newest first' | 'a random half, in random order';

/** Opens the project list on a service that lists this part of a project's deployments at each read. */
async function openOnRandomAnswers(part: Part, count: number) {
	const draw = createDraw();
	function withPart(answer: Answer): Answer {
		const {deployments, ...rest} = JSON.parse(answer.body);
		const half = deployments.filter(() => part === 'all, in random order' || draw() < 0.5);
		const ranked = half.map((deployment: unknown) => ({deployment, rank: draw()}));
		if (part !== 'a random half, newest first') ranked.sort((a: {rank: number}, b: {rank: number}) => a.rank - b.rank);
		return {
			...answer,
			body: JSON.stringify({deployments: ranked.map(({deployment}: {deployment: unknown}) => deployment), ...rest}),
		};
	}

	const opened = await openOnTeam(['api', 'web'], {
		columns: 100,
		rows: 40,
		readFault: (path, answered) => (path.endsWith('/deployments') ? withPart(answered()) : undefined),
		prepare: (team, now) =>
			addConcluded(
				team,
				now,
				Array.from({length: count}, (_, at) => (count - at) * 600),
			),
	});
	const {team} = opened;
	return team;
}

/** The ids in the rows of the list. */
const idsShown = () => [...app.screen().matchAll(/^[▌ ]✔.*(dep_\d{4})/gm)].map(([, id]) => id);

test.each<[part: Part, count: number]>([
	['all, in random order', 20],
	['a random half, newest first', 20],
	['a random half, in random order', 20],
	['a random half, in random order', 30],
])('rows stay where they are if the service lists %s (%i deployments)', {tags: ['fault-103']}, async (part, count) => {
	await openOnRandomAnswers(part, count);
	await app.press('enter');
	await app.see(/1 of \d+/);
	// Until each deployment has been listed once, and the service has contradicted itself.
	await app.clock.advance(5 * minute);
	await app.press('g');
	await app.see(`1 of ${count}`);
	await app.press('j', 'j', 'j');
	const expected = Array.from({length: count}, (_, at) => `dep_${String(count - at).padStart(4, '0')}`);
	const rowCount = idsShown().length;
	expect(rowCount).toBeGreaterThan(10);
	for (let read = 0; read < 15; read++) {
		await app.clock.advance(20_000);
		expect(idsShown()).toEqual(expected.slice(0, rowCount));
		expect(app.selectedLine()).toContain(expected[3]);
		expect(app.screen()).not.toMatch(/↺|▲ \d+ new/);
	}

	if (part !== 'all, in random order') await app.see(/as of 12:.*dep_/);
});

test.each<Part>(['all, in random order', 'a random half, newest first', 'a random half, in random order'])(
	'the newest deployment of a project stays the newest if the service lists %s',
	{tags: ['fault-103']},
	async part => {
		const team = await openOnRandomAnswers(part, 30);
		await app.clock.advance(20 * minute);
		for (let read = 0; read < 15; read++) {
			// The project is read again as soon as it has changed.
			team.changeProject('api', {updated_at: new Date(app.clock.now()).toISOString()});
			await app.clock.advance(2 * minute);
			await app.see(/api .*success +v30 /);
		}
	},
);

test('a deployment whose answer is lost is not told apart from those that a list left out', async () => {
	const team = await openOnRandomAnswers('a random half, newest first', 20);
	await app.press('enter');
	await app.see(/1 of \d+/);
	await app.clock.advance(5 * minute);
	team.fail('before');
	await app.press('t');
	await app.see('Deploy api?');
	await app.readQuestion();
	await app.press('y');
	await app.see("We don't know whether api was deployed.");
	await app.clock.advance(3000);
	await app.see('Earlier deployments were not known');
});
