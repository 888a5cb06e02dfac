import {afterEach, expect, test} from 'vitest';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {type Answer, createTeam} from '../kit/services/team.ts';

let app: OpenApp;
afterEach(() => app.close());

const minute = 60_000;

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

	const clock = createTestClock();
	const team = createTeam({
		clock,
		projects: ['api', 'web'],
		readFault: (path, answered) => (path.endsWith('/deployments') ? withPart(answered()) : undefined),
	});
	for (let age = count; age > 0; age--) {
		const at = clock.now() - age * 10 * minute;
		team.deploy('api', {
			conclusion: 'success',
			created_at: new Date(at).toISOString(),
			concluded_at: new Date(at + minute).toISOString(),
		});
	}

	app = await openDemo({clock, handle: team.handle, columns: 100, rows: 40});
	await app.see('1 of 2');
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
