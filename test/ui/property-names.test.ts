import {expect, test} from 'vitest';
import {wordMeaningsFrom} from '../../src/model/status-words.ts';
import {openSettings} from '../../src/settings/settings.ts';
import {type OpenApp, openDemo} from '../kit/app/open.ts';
import {tour, tourProfile} from '../kit/app/tour.ts';
import {createTestClock, type TestClock} from '../kit/fixtures/clock.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import {createTeam} from '../kit/services/team.ts';

/** Returns a word of the same length and sort position that is no property name. */
const ordinary = (name: string): string => `${name.slice(0, -1)}9`;

/** What the service calls things. */
const builtIn = {
	projects: ['__proto__', 'constructor', 'toString'],
	deployments: ['hasOwnProperty', '__proto__', 'valueOf'],
	status: 'constructor',
	environment: '__proto__',
	conclusion: '__proto__',
};

/** Starts the app with the journal and settings that earlier starts left in the directory. */
function start(clock: TestClock, directory: string, handle: ReturnType<typeof createTeam>['handle']): Promise<OpenApp> {
	const settings = openSettings(directory);
	return openDemo({
		clock,
		handle,
		columns: 120,
		rows: 40,
		profiles: [tourProfile],
		journalPath: `${directory}/journal.sqlite`,
		preferences: {
			wordMeanings: wordMeaningsFrom(settings.get().wordMeanings),
			saveWordMeanings: settings.saveWordMeanings,
		},
	});
}

/** Removes ages and counts from a screen: they depend on jitter, which depends on ids. */
const withoutTimes = (screen: string) =>
	screen.replace(/live · .*/, 'live').replaceAll(/ *(?:\d+[smh] ago|just now) */g, ' then ');

/** Uses most features on three projects, restarts, and returns the screens seen. */
async function screensWith(names: typeof builtIn): Promise<readonly string[]> {
	const {projects, deployments, status, environment, conclusion} = names;
	const clock = createTestClock();
	const directory = temporaryDirectory();
	const [first = '', second = '', third = ''] = projects;
	const fields = {status, environment_id: environment, request_id: deployments[2]};
	const team = createTeam({clock, projects});
	for (const [at, id] of deployments.entries()) team.deploy(projects[at] ?? first, {...fields, id});
	const screens: string[] = [];
	let app = await start(clock, directory, team.handle);
	const look = async (text: string) => {
		await app.see(text);
		await clock.advance(100);
		screens.push(withoutTimes(app.screen()));
	};

	await clock.advance(5000);
	for (const id of projects) await app.see(id);
	await look(status);
	await tour(app, ({name}) => {
		// The order of requests, and so what the log and the palette show, depends on ids. Others cover half of a name.
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
	app.close();

	app = await start(clock, directory, team.handle);
	await clock.advance(30_000);
	await look(first);
	await app.press('g', 'j', 'e');
	await look('-draft');
	await app.press('esc', 'k', 'D');
	await app.readQuestion();
	await app.press(...first, 'enter');
	await look(`Deleted ${first}`);
	app.close();
	return [...screens, ...team.writes()];
}

test('names of built-in properties behave like any other name', {tags: ['fault-84']}, async () => {
	const byLength = Object.values(builtIn)
		.flat()
		.toSorted((a, b) => b.length - a.length);
	const others = JSON.parse(JSON.stringify(builtIn), (_, name) => (typeof name === 'string' ? ordinary(name) : name));
	const expected = (await screensWith(others)).map(screen =>
		byLength.reduce((text, name) => text.replaceAll(ordinary(name), name), screen),
	);
	expect(await screensWith(builtIn)).toEqual(expected);
});
