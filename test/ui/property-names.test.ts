import {expect, test} from 'vitest';
import {openOnTeam} from '../kit/app/open.ts';
import {tour, tourProfile} from '../kit/app/tour.ts';

/** A word of the same length and sort position that is no property name. */
const ordinary = (name: string): string => `${name.slice(0, -1)}9`;

const builtIn = {
	projects: ['__proto__', 'constructor', 'toString'],
	deployments: ['hasOwnProperty', '__proto__', 'valueOf'],
	status: 'constructor',
	environment: '__proto__',
	conclusion: '__proto__',
};

/** Ages and counts depend on jitter, which depends on ids. */
const withoutTimes = (screen: string) =>
	screen.replace(/all of it within .*/, 'all of it').replaceAll(/ *(?:\d+[smh] ago|just now) */g, ' then ');

/** The screens of a long visit with a restart, and the writes. */
async function screensWith(names: typeof builtIn): Promise<readonly string[]> {
	const {projects, deployments, status, environment, conclusion} = names;
	const [first = '', second = '', third = ''] = projects;
	const fields = {status, environment_id: environment, request_id: deployments[2]};
	const screens: string[] = [];
	let {app, team, clock, reopen} = await openOnTeam(projects, {
		columns: 120,
		rows: 40,
		profiles: [tourProfile],
		hasJournal: true,
		prepare: each => deployments.map((id, at) => each.deploy(projects[at] ?? first, {...fields, id})),
	});
	const look = async (text: string) => {
		await app.see(text);
		await clock.advance(100);
		screens.push(withoutTimes(app.screen()));
	};

	await clock.advance(5000);
	for (const id of projects) await app.see(id);
	await look(status);
	await tour(app, ({name}) => {
		// The order of requests depends on ids, and some dialogs cover half of a name.
		if (!['request log', 'request', 'palette', 'meaning', 'raw record'].includes(name))
			screens.push(withoutTimes(app.screen()));
	});
	await app.press('enter', 'enter', 'm', 'half a second', 's', 'esc', 'esc', 'esc', 'w', 'j', ' ', ' ', 'k');
	await look(third);
	await app.press('esc', '1', 'g', 'j', 'e', 'half a second', ...'-new', 'enter');
	await look(`${second}-new`);
	await app.press('e', 'half a second', ...'-draft', 'esc');
	team.change(deployments[0] ?? '', {
		status: 'completed',
		conclusion,
		concluded_at: new Date(clock.now()).toISOString(),
	});
	await clock.advance(30_000);
	await app.press('3');
	await look(conclusion);

	app = await reopen();
	await clock.advance(30_000);
	await look(first);
	await app.press('g', 'j', 'e');
	await look('-draft');
	await app.press('esc', 'k', 'D', 'half a second', ...first, 'enter');
	await look(`Deleted ${first}`);
	app.close();
	return [...screens, ...team.writes()];
}

test('names of built-in properties are names like others', {tags: ['fault-84']}, async () => {
	const byLength = Object.values(builtIn)
		.flat()
		.toSorted((a, b) => b.length - a.length);
	const others = JSON.parse(JSON.stringify(builtIn), (_, name) => (typeof name === 'string' ? ordinary(name) : name));
	const expected = (await screensWith(others)).map(screen =>
		byLength.reduce((text, name) => text.replaceAll(ordinary(name), name), screen),
	);
	expect(await screensWith(builtIn)).toEqual(expected);
});
