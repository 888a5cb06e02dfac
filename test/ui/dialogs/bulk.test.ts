import {expect, test} from 'vitest';
import type {Guards, OpenedService} from '../../../src/model/connection.ts';
import {currentPlace, restorePlace} from '../../../src/state/place.ts';
import {type OpenApp, openDemo, openOnTeam} from '../../kit/app/open.ts';
import {projectOnTheWire} from '../../kit/fixtures/wire.ts';
import {createPagingService} from '../../kit/services/paging-service.ts';
import type {Team} from '../../kit/services/team.ts';

const guardedBy = (guards: Partial<Guards>) => ({
	onService: (service: OpenedService): OpenedService => ({...service, guards: {protects: [], maxBulk: 20, ...guards}}),
});

test('a bulk deployment asks for the number of its projects and deploys one after the other', async () => {
	const {app, team} = await openOnTeam(['api', 'web', 'docs', 'shop']);
	expect(await app.go([' ', ' ', ' ', 't'], 'Deploy these 3 projects?')).not.toContain('skipped');
	for (const name of ['api', 'web', 'docs']) await app.see(`• ${name}  ${name}  latest upload v17`);
	await app.reply('enter', 'Type 3 to confirm', 'That does not match.');
	expect(team.writes()).toEqual([]);
	await app.press('3', 'enter');
	expect(await app.wait(4000, '3 deployments started', /◌ api +queued/)).not.toMatch(/✔|Deploying docs/);
	expect(team.writes()).toHaveLength(3);
	expect(await app.see('enter close')).not.toContain('esc cancel');
	team.change('dep_0001', {status: 'building'});
	await app.wait(8000, /◐ api +building/);
	expect(await app.reply('enter', '4 of 4')).not.toContain('marked');
	await app.see(/api .*building/, /web .*queued/);
	expect(app.state().presence.watches.size).toBe(3);
});

test('a bulk question says where each project stands and which ones are filtered out', async () => {
	const {app} = await openOnTeam(['old', 'api', 'web'], {
		columns: 110,
		deployed: {api: 'cancelled', web: 'building'},
		prepare: team => team.changeProject('old', {status: 'archived'}),
	});
	await app.wait(3000, /web .*building/);
	await app.go('t', 'Deploy old?', /archived · latest upload v17/);
	await app.go(['esc', 'A', 't'], /• old {2}old {2}archived {2}latest upload v17/);
	await app.see(/• api {2}api {2}newest deployment v1 cancelled in env_1 just now/);
	await app.see(/• web {2}web {2}in progress {2}v2 building in env_1 for \d+s {2}latest upload v17/);
	await app.go(['esc', '/', ...'web', 'enter', 't'], /• api {2}api {2}filtered out/);
	expect(app.screen()).not.toMatch(/web {2}hidden/);
});

/** Types the answer: the number of projects in the question, for a deletion after the word “delete”. */
async function confirm(app: OpenApp, question: string) {
	await app.see(question);
	const answer = `${question.startsWith('Permanently') ? 'delete ' : ''}${/\d+/.exec(question)?.[0] ?? ''}`;
	await app.press('half a second', ...answer, 'enter');
}

test('deleting several projects takes the word delete, their number, and says how many are live', {
	tags: ['fault-261'],
}, async () => {
	const {app, team} = await openOnTeam(['api', 'web', 'docs'], {
		columns: 110,
		deployed: {api: ['success', 'failure'], web: 'failure'},
		readFault: (path: string) => (path.includes('docs/deployments') ? 403 : undefined),
	});
	await app.wait(5000, /web .*failure/);
	await app.go(['A', 'D'], 'Permanently delete these 3 projects?', 'Type delete 3 to confirm:');
	await app.see('Something is live in 1 of these 3; 1 not checked yet.');
	await app.go(['half a second', '3', 'half a second', 'enter'], 'That does not match.');
	expect(team.writes()).toEqual([]);
	await app.press('backspace', ...'delete 3', 'enter');
	await app.until('3 projects deleted');
});

test.each<readonly [what: string, leave: (app: OpenApp) => unknown]>([
	['landfall ends', app => app.session.stop()],
	[
		'another connection asks the same',
		async app => {
			await app.session.actions.enterDemo();
			await app.see(/^ 1 of 2$/m);
			await app.go(['A', 't'], 'Deploy these 2 projects?');
		},
	],
])('a waiting bulk write is dropped when %s', async (_what, leave) => {
	const {app, team} = await openOnTeam(['api', 'web']);
	await app.press(' ', ' ', 't');
	await confirm(app, 'Deploy these 2 projects?');
	await app.see('Deploying: 1 of 2 started');
	await app.clock.advance(990);
	await leave(app);
	await app.clock.advance(5000);
	expect(team.writes()).toEqual(['POST /v1/projects/api/deployments']);
});

test('a late answer to a bulk deployment unmarks nothing on the next connection', async () => {
	let latencyMs = 0;
	const {app} = await openOnTeam(['api', 'web'], {latencyMs: () => latencyMs});
	await app.press('A', 't');
	latencyMs = 1000;
	await confirm(app, 'Deploy these 2 projects?');
	// The deployments of the first project are read before it is deployed.
	await app.clock.advance(1500);
	latencyMs = 0;
	await app.session.actions.enterDemo();
	await app.wait(100, '1 of 2');
	await app.go('A', '2 marked');
	await app.wait(1000, '2 marked');
	expect(app.writes()).toEqual(['POST /v1/projects/api/deployments']);
});

test('a bulk deployment leaves out a project whose last deployment is unconfirmed', async () => {
	const {app, team} = await openOnTeam(['api', 'web']);
	team.fail('after');
	await app.answer('t', 'y', 'landfall does not know whether api was deployed');
	await app.go(['esc', 'A', 't'], '1 project with an unconfirmed deployment will be skipped.');
	expect(await app.go(['esc', 'D'], 'Permanently delete these 2 projects?')).not.toContain('skipped');
	await app.press('esc', 't');
	await confirm(app, 'Deploy these 2 projects?');
	await app.wait(3000, '1 of 2 deployments started', '1 rejected. It stays marked.');
	await app.see(/✖ api .*The last change is unconfirmed\. Press esc, then u/);
	expect(team.writes()).toEqual(['POST /v1/projects/api/deployments', 'POST /v1/projects/web/deployments']);
});

test('esc stops a bulk action before the next project, and the rest stay marked', async () => {
	const {app, team} = await openOnTeam(['a1', 'a2', 'a3', 'a4']);
	await app.press('A', 't');
	await confirm(app, 'Deploy these 4 projects?');
	await app.clock.advance(1100);
	await app.go(['left', 'x'], /x does nothing here *$/m);
	await app.press('esc');
	await app.wait(6000, '2 of 4 deployments started', 'Stopped. 2 not sent. These 2 stay marked.');
	await app.go('y', 'y does nothing here: press enter to');
	expect(team.writes()).toHaveLength(2);
	await app.go('esc', '2 marked');
});

test('a bulk action sends a throttled change at most three times and finishes the others', async () => {
	const {app, team} = await openOnTeam(['api', 'web', 'docs']);
	team.fail('busy', 'busy', 'busy');
	await app.press('A', 'D');
	await confirm(app, 'Permanently delete these 3 projects?');
	await app.wait(20_000, '2 of 3 projects deleted', '1 rejected. It stays marked.');
	await app.see(/✖ api +│\n[^\n]*The service asks for fewer requests \(429\)/);
	await app.go('enter', '1 marked');
	expect([...team.names().keys()]).toEqual(['api']);
	await app.go('3', /api +not accepted .*asks for fewer/);
});

type Opened = {readonly app: OpenApp; readonly team: Team};

test.each<readonly [what: string, fail: (opened: Opened) => unknown, counts: string, why: string, noted: RegExp]>([
	[
		'cannot be reached',
		({app}) => app.disconnect(),
		'1 rejected, 2 not sent',
		'Not sent: Cannot reach',
		/web +not sent Can/,
	],
	[
		'rejects the key',
		({app}) => app.outages.set('/v1/projects/web/deployments', 401),
		'2 rejected, 1 not sent',
		'The service rejected the key (401)',
		/web +not acc/,
	],
	[
		'loses an answer',
		({team}) => team.fail('after'),
		'1 rejected, 1 unconfirmed, 1 not sent',
		'answer: press u',
		/web +no/,
	],
])('a bulk action stops once the service %s, says why, and keeps the marks', {tags: ['fault-170']}, async (...row) => {
	const [, fail, counts, why, noted] = row;
	const {app, team} = await openOnTeam(['api', 'web', 'docs']);
	app.outages.set('/v1/projects/api/deployments', 403);
	await app.press('A', 't');
	await confirm(app, 'Deploy these 3 projects?');
	await app.see(/✖ api /, /› web {2}waiting to send/, /• docs /);
	fail({app, team});
	await app.wait(30_000, '0 of 3 deployments started', `${counts}. These 3 stay marked.`, why);
	expect(team.requests.join()).not.toContain('POST /v1/projects/docs');
	await app.go(['enter', '3'], noted, /api +not accepted/);
});

test('a protected project is never deleted, and needs a second confirmation to deploy', async () => {
	const {app, team} = await openOnTeam(['prod-api', 'web'], guardedBy({protects: ['prod-*']}));
	await app.answer('D', [...'prod-api', 'enter'], 'prod-api is protected by your settings');
	await app.go(
		['esc', 't'],
		'Deploy the protected prod-api?',
		'Your profile protects this project. landfall asks twice.',
	);
	await app.reply('y', 'Your profile protects this project. Press p to deploy it anyway.');
	await app.reply('y', 'Press p to deploy it anyway.');
	expect(team.writes()).toEqual([]);
	await app.reply('p', 'Deploying prod-api');
	expect(team.writes()).toHaveLength(1);
	await app.endWord();
	await app.press('esc', 'A');
	await app.answer('D', [...'delete 2', 'enter']);
	await app.wait(4000, '1 of 2 projects deleted');
	expect([...team.names().keys()]).toEqual(['prod-api']);
});

test.each([
	[1, '1 marked project is', 'Deploy project id-500?'],
	[21, '21 marked projects are', 'At most 20 at once. 1 other stays marked for the next t.'],
])('a bulk action waits for the page of %i marked projects', async (count, unloaded, then) => {
	const ids = (page: number) => Array.from({length: 100}, (_, at) => `id-${page * 100 + at}`);
	const handlePage = createPagingService(cursor => {
		const page = Number(cursor ?? 0);
		return {ids: ids(page), next: page < 5 ? String(page + 1) : null};
	});
	const app = await openDemo({
		handle: request =>
			request.target.includes('/id-5')
				? {status: 200, headers: {}, body: JSON.stringify(projectOnTheWire)}
				: handlePage(request),
	});
	await app.see('1 of 200+');
	const {store} = app.session;
	const place = currentPlace(store.get());
	if (!place) throw new Error('No place to return to');
	store.change((state, now) => restorePlace(state, {...place, marks: ids(5).slice(0, count)}, now));
	await app.go('t', `${unloaded} not loaded: press L to load the other pages first`);
	await app.go('L', '600 projects loaded');
	await app.go('t', then);
});

test('many marked projects are deployed in batches', async () => {
	const {app, team} = await openOnTeam(['api', 'web', 'docs', 'shop', 'blog'], guardedBy({maxBulk: 2}));
	await app.press('A');
	for (const rest of ['3 others stay', '1 other stays']) {
		await app.go('t', 'Deploy these 2 projects?', `At most 2 at once. ${rest} marked for the next t.`);
		await confirm(app, 'Deploy these 2 projects?');
		await app.until('2 deployments started');
		await app.go('enter', 'Too soon: read the question, then press enter again', `${rest} marked for the next t.`);
		await app.press('half a second', 'enter');
	}

	await app.go('t', /Deploy \w+\?/);
	expect(new Set(team.writes()).size).toBe(4);
});

test.each(['1', '4'])('on screen %s, keys act on the marked projects and hints say how many', async screen => {
	const {app} = await openOnTeam(['api', 'web', 'docs'], {columns: 120});
	await app.go([' ', ' ', screen], '2 marked');
	await app.see(/ t deploy 2 {3}D delete 2 {3}w watch 2 {3}y copy ids of 2 {3}Y copy from 2 {3}m classify 2 /);
	await app.go('y', 'Copied 2 ids');
	await app.go('Y', 'Copy from 2 marked projects');
	await app.go(['esc', 'w'], 'Watching all deployments of 2 projects');
	expect([...app.state().presence.watches.keys()].toSorted()).toEqual(['api', 'web']);
	await app.go('t', 'Deploy these 2 projects?');
	await app.go(['esc', 'D'], 'Permanently delete these 2 projects?');
});

test('arrows show where the projects of a bulk action continue', async () => {
	const {app} = await openOnTeam(
		Array.from({length: 9}, (_, index) => `site-${index + 1}`),
		{columns: 40, rows: 12},
	);
	await app.answer('A', []);
	await app.go('t', 'these 9 projects?');
	await app.go('half a second', /site-1 [^\n]+\n[^\n]+\n[^\n]+\n[^\n]+site-4 +site-4 +▼ │/);
	await app.go('down', /site-2 +site-2 +▲ │/);
	for (let step = 0; step < 20; step++) await app.press('down');
	await app.see(/site-9 +site-9 +│/);
	await app.go('up', /site-8 +site-8 +▼ │/);
});

test('on a small screen, a name makes room for “in progress”', async () => {
	const name = 'marketing-site-of-the-whole-of-europe';
	const {app} = await openOnTeam([name, 'web'], {columns: 40, rows: 12, deployed: {[name]: 'building'}});
	await app.wait(5000, /building/);
	await app.go(['A', 't'], 'Deploy these 2 projects?', /• marketing-site-of-\S*… {2}in progress/);
});

test('a single marked project is deleted by its name', async () => {
	const {app, team} = await openOnTeam(['api', 'web'], {columns: 40, rows: 12});
	await app.go([' ', 'j'], '1 marked');
	await app.answer('D', ['1', 'enter'], 'Permanently delete api?', 'Type api to confirm', 'That does not match.');
	await app.go(['ctrl+u', ...'api', 'enter'], 'Deleted api');
	expect([...team.names().keys()]).toEqual(['web']);
	expect(app.screen()).not.toContain('marked');
});
