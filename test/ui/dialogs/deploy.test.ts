import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {defaultGuards, type OpenedService} from '../../../src/model/connection.ts';
import {type OpenApp, openList, openOnTeam, type TeamOptions} from '../../kit/app/open.ts';
import {holdJournal} from '../../kit/fixtures/held-journal.ts';
import {temporaryDirectory} from '../../kit/fixtures/temporary-directory.ts';

const deploys = (app: OpenApp) =>
	app.requests().filter(request => request.startsWith('POST') && request.endsWith('/deployments'));

test('fifty simultaneous key presses deploy once', {tags: ['fault-48']}, async () => {
	const app = await openList();
	await app.answer('t', []);
	app.burst('y'.repeat(50));
	await app.see('Deploying waitlist-lumen');
	expect(deploys(app)).toHaveLength(1);
});

test('after an answer, letters and enter wait for half a second without a key', async () => {
	const app = await openList();
	await app.go(['t', 'half a second', 'y'], 'Deploying waitlist-lumen');
	for (const key of ['e', 'D', 'e', 'enter']) {
		await app.clock.advance(499);
		await app.go(key, `Too soon after the answer: press ${key} again`);
	}

	await app.clock.advance(500);
	await app.go('e', /Edit project . waitlist-lumen/);
	await app.go('esc', 'enter details');
	await app.go(['t', 'half a second', 'n', 'enter', 'esc'], /1 of 12/);
	expect(app.writes()).toHaveLength(1);
});

test('a held key sends one rejected request, and the question says why', async () => {
	const app = await openList();
	app.outages.set('POST /v1/projects', 422);
	await app.answer('t', []);
	for (let press = 0; press < 100; press++) {
		await app.press('y');
		await app.clock.advance(30);
	}

	expect(deploys(app)).toHaveLength(1);
	await app.see('422', /Request req_/);
	await app.clock.advance(1000);
	await app.press('y');
	expect(deploys(app)).toHaveLength(2);
});

test('a redirected deployment can be sent again at once', {tags: ['fault-102']}, async () => {
	const app = await openList();
	const headers = {location: 'https://elsewhere.example/v1/projects'};
	app.outages.set('POST /v1/projects', {status: 308, headers, body: ''});
	await app.answer('t', 'y', 'redirected this to elsewhere.example (308)', 'Check the address.');
	expect(app.state().writes.unconfirmed.size).toBe(0);
	app.outages.clear();
	await app.clock.advance(1000);
	await app.go('y', 'Deploying waitlist-lumen');
});

test('an archived project that was rejected is asked about again only after it changes', {
	tags: ['fault-263'],
}, async () => {
	const {app, team} = await openOnTeam(['old', 'api'], {
		prepare: team => team.changeProject('old', {status: 'archived'}),
	});
	team.fail('rejected');
	await app.see(/STATUS/, /old .*archived/);
	await app.answer('t', 'y', '409');
	await app.clock.advance(1000);
	await app.go(['esc', 't'], 'The service rejected a deployment of this project while it is archived');
	await app.go([' ', 't'], 'The service rejected a deployment of this project while it is archived');
	expect(app.screen()).not.toContain('Deploy');
	expect(team.writes()).toHaveLength(1);
	await app.press('k', ' ', 'k');
	team.changeProject('old', {status: 'active'});
	await app.clock.advance(61_000);
	await app.go('t', 'Deploy old?');
});

test('an archived project is dim and shows its status at 80 columns', async () => {
	const {app, team} = await openOnTeam(['api', 'old']);
	expect(app.screen()).not.toContain('STATUS');
	team.changeProject('old', {status: 'archived'});
	await app.until(/old .*archived/);
	const colorOf = (name: string) => {
		const row = app.lines().findIndex(line => line.includes(` ${name} `));
		return app.cell(row, app.lines()[row]?.indexOf(name) ?? 0)?.isDim();
	};
	expect([Boolean(colorOf('old')), Boolean(colorOf('api'))]).toEqual([true, false]);
});

test('a question warns about a name that mixes scripts', async () => {
	const {app} = await openOnTeam(['pаypal', 'web']);
	await app.go('t', '! mixes letters from several scripts');
	expect(await app.go(['esc', 'j', 't'], 'Deploy web?')).not.toContain('several scripts');
});

test('the question names the running, the newest and the last successful deployment', async () => {
	const {app, team} = await openOnTeam(['api'], {
		deployed: {api: 'success'},
		prepare: team => team.deployWith('api', 'cancelled', {created_at: '2026-06-01T12:00:01Z'}),
	});
	await app.wait(3000, /api .*cancelled/);
	const facts =
		/newest deployment v2 cancelled in env_1 just now · latest upload\W+v17\W+last success v1 in env_1 just now/;
	expect(await app.go('t', 'Deploy api?', facts)).not.toContain('in progress');
	team.deploy('api', {status: 'uploading', created_at: '2026-06-01T12:00:02Z'});
	await app.wait(60_000, /◐ Already in progress: v3 uploading in env_1 for 1m 0\ds/, /last success v1/);
});

test('the question names the environment of every version, the selected one first', {tags: ['fault-262']}, async () => {
	const at = (second: number) => `2026-06-01T12:00:0${second}Z`;
	const {app} = await openOnTeam(['api'], {
		columns: 100,
		prepare(team) {
			const deployed: ReadonlyArray<readonly [environment: string, conclusion: string]> = [
				['production', 'success'],
				['production', 'failure'],
				['preview', 'success'],
			];
			for (const [second, [environment_id, conclusion]] of deployed.entries())
				team.conclude(team.deploy('api', {environment_id, created_at: at(second)}), conclusion);
		},
	});
	const newest = 'newest deployment v3 success in preview';
	const inProduction = 'last success v1 in production';
	await app.wait(5000, /api .*success/);
	await app.go('t', 'Deploy api?', newest);
	await app.go(['esc', 'enter', 'G', 't'], 'The service chooses the version, not the row (v1 in production).');
	await app.see(new RegExp(`${inProduction}[^]*${newest}`));
	expect(await app.go(['esc', 'g', 't'], newest)).not.toContain('not the row');
	await app.go(['esc', 'G'], '3 of 3');
	await app.go(['k', 't'], new RegExp(`${inProduction}[^]*${newest}`));
	await app.go(['esc', '2', 'down', 't'], new RegExp(`${inProduction}[^]*${newest}`));
	await app.go(['esc', '4', 't'], newest);
	await app.go(['esc', 'right', 't'], new RegExp(`${inProduction}[^]*${newest}`));
});

test('a deployment in progress is shown with its age after a pause', async () => {
	const {app, team} = await openOnTeam(['api'], {columns: 100, deployed: {api: 'building'}});
	await app.wait(3000, /api .*building/);
	await app.go('P', 'paused');
	await app.clock.advance(120_000);
	await app.go('t', /Already in progress: v1 building in env_1 for \d+s when last\W+seen, [12]m ago/);
	expect(team.writes()).toEqual([]);
});

test('the request body of a deployment is the user’s JSON, validated', async () => {
	const {app, team} = await openOnTeam(['api']);
	await app.go('t', 'Deploy api?', 'to  demo · built-in service · api');
	expect(await app.see('The service chooses the environment; e adds a request body.')).not.toContain('{}');
	await app.reply(['e', 'half a second'], 'Request body to deploy api');
	await app.go(['backspace', 'enter'], 'Not a JSON object');
	await app.go([...'"environment_id": "preview"}', 'enter'], 'body  {"environment_id": "preview"}');
	await app.reply('y', 'Deploying api');
	expect(team.bodies).toEqual([{environment_id: 'preview'}]);
});

describe('an unsent request body', {tags: ['fault-130']}, () => {
	/** Types a body instead of the empty one. */
	const type = async (app: OpenApp, text: string) => {
		await app.go('t', 'Deploy api?');
		await app.reply(['e', 'half a second'], 'Request body to deploy api');
		await app.go(['backspace', 'backspace', ...text], text);
	};
	const openTeam = () => openOnTeam(['api'], {hasJournal: true});

	test('survives a crash and is sent only once the user accepts it', async () => {
		let {app, team, reopen} = await openTeam();
		await type(app, '{"ref": "ma');
		app = await reopen();
		await app.clock.advance(1000);
		await app.go('t', 'You typed another body and did not send it: e opens it.', 'The service chooses the environment');
		await app.reply(['e', 'half a second'], '{"ref": "ma', 'As you typed it before; ctrl+x drops it.');
		await app.go([...'in"}', 'enter'], 'body  {"ref": "main"}');
		await app.reply('y', 'Deploying api');
		expect(team.bodies).toEqual([{ref: 'main'}]);
		await app.clock.advance(1000);
		app = await reopen();
		await app.clock.advance(1000);
		expect(await app.go('t', 'body  {"ref": "main"}')).not.toContain('You typed another body');
	});

	test('stays when the question is answered without it, until ctrl+x drops it', async () => {
		const {app, team} = await openTeam();
		await type(app, '{"ref": 1');
		await app.go('esc', 'You typed another body and did not send it');
		await app.reply('y', 'Deploying api');
		expect(team.bodies).toEqual([{}]);
		await app.clock.advance(1000);
		await app.go('t', 'You typed another body and did not send it');
		await app.reply(['e', 'half a second'], 'As you typed it before');
		expect(await app.go(['home', 'ctrl+x'], '{}')).not.toContain('As you typed it before');
		expect(app.beforeCursor()).toMatch(/\{\}$/);
		expect(await app.go('esc', 'Deploy api?')).not.toContain('You typed another body');
	});
});

test('the journal knows a deployment before it is sent', {tags: ['fault-171']}, async () => {
	let latencyMs = 0;
	const {app} = await openOnTeam(['api'], {latencyMs: () => latencyMs});
	await app.go('t', 'Deploy api?');
	latencyMs = 1500;
	await app.reply('y', 'Waiting to send');
	expect(app.session.writes.unconfirmed()).toEqual([]);
	await app.wait(1500, 'Triggering the deployment');
	expect(app.session.writes.unconfirmed()).toHaveLength(1);
});

describe('while another process holds the journal', {tags: ['fault-125']}, () => {
	async function openHeld(projects: readonly string[]) {
		const journalPath = join(temporaryDirectory(), 'journal.sqlite');
		const {app, team} = await openOnTeam(projects, {journalPath});
		await app.clock.advance(1000);
		return {app, team, release: holdJournal(journalPath)};
	}

	test('a deployment fails after five seconds and keeps its body for later', async () => {
		const {app, team, release} = await openHeld(['api']);
		await app.go('t', 'Deploy api?');
		await app.reply(['e', 'half a second'], 'Request body to deploy api');
		await app.go(['backspace', ...'"a": 1}', 'enter'], 'body  {"a": 1}');
		await app.reply('y', 'Waiting to send');
		await app.wait(6000, 'Nothing can be sent, because it cannot be recorded first', /locked by\W+another process/);
		expect([team.writes(), await app.see('body  {"a": 1}')]).toEqual([[], expect.stringContaining('Deploy api?')]);
		await app.go(['esc', 't'], 'Deploy api?', 'Nothing can be sent, because it cannot be recorded first');
		release();
		await app.reply('y', 'Deploying api');
		expect(team.bodies).toHaveLength(1);
	});

	test.each([
		['a new project', [], 'a', 'shop', /▌ name +shop/, 'Added shop'],
		['a bulk deployment', [' ', ' '], 't', '2', 'Deploy these 2 projects?', '2 deployments started'],
	])('%s keeps what was typed, and enter sends it later', async (_what, marks, key, text, kept, said) => {
		const {app, team, release} = await openHeld(['api', 'web']);
		await app.press(...marks);
		await app.answer(key, [...text, 'enter']);
		await app.wait(6000, 'Nothing can be sent', kept);
		expect(team.writes()).toEqual([]);
		release();
		await app.press('enter');
		await app.wait(3000, said);
	});
});

test('without a journal, every question says that nothing is remembered', async () => {
	const {app} = await openOnTeam(['api', 'web'], {isWithoutJournal: true});
	const says = /Without a journal, landfall cannot check later whether a change\W+took effect if its answer is lost\./;
	await app.go('t', 'Deploy api?', says);
	await app.go(['esc', 'D'], 'Permanently delete api?', says);
	await app.go(['esc', ' ', ' ', 't'], 'Deploy these 2 projects?', 'Without a journal, landfall cannot check');
});

describe('with named deploys', () => {
	const deploying = {
		columns: 100,
		environments: {env_1: 'production', env_2: 'staging'},
		onService: (service: OpenedService) => ({
			...service,
			deploys: [
				{name: 'to staging', body: {environment_id: 'env_2'}},
				{name: 'this version to production', body: {environment_id: 'env_1', upload_version: '$VERSION'}},
				{name: 'again', body: {place: ['$ENVIRONMENT', {tag: '$VERSION'}]}},
				{name: 'promote', body: {environment_id: 'env_1', from: '$ENVIRONMENT'}},
			],
		}),
	};
	const openOnDeployment = async (options: TeamOptions = {}) => {
		const opened = await openOnTeam(['api', 'web'], {
			...deploying,
			prepare: team => team.conclude(team.deploy('api', {environment_id: 'env_2', upload_version: 41}), 'success'),
			...options,
		});
		await opened.app.go('enter', /v41/);
		return opened;
	};

	test('the question lists them by number, with body and environment, and sends the chosen one', async () => {
		const {app, team} = await openOnDeployment();
		await app.go(
			't',
			'1  to staging (staging): {"environment_id":"env_2"}',
			'2  this version to production (production): {"environment_id":"…',
			'3  again (staging): {"place":["env_2",{"tag":41}]}',
			'The service chooses the environment',
		);
		await app.go(['half a second', '5'], 'There is no deploy 5');
		await app.go(
			'2',
			'Deploy api as “this version to production”?',
			'body  {"environment_id":"env_1","upload_version":41}',
		);
		await app.reply('y', 'Deploying api');
		expect(team.bodies).toEqual([{environment_id: 'env_1', upload_version: 41}]);
		await app.clock.advance(1000);
		// The next deployment must not use that body by itself.
		await app.answer('t', 'y', 'Deploying api');
		expect(team.bodies).toEqual([{environment_id: 'env_1', upload_version: 41}, {}]);
	});

	test('a small screen shows the body that is sent before it lists the others', async () => {
		const {app} = await openOnDeployment({columns: 40, rows: 12, guards: {...defaultGuards, protects: ['api']}});
		await app.go('t', '1  to staging');
		await app.go(['half a second', '2'], /"environment_id":"env_1","upload_ve\W+rsion":41/);
	});

	test('with a chosen version, the question does not say that the service chooses one', async () => {
		const {app, team} = await openOnDeployment();
		team.deploy('api', {environment_id: 'env_2', upload_version: 42});
		await app.wait(60_000, /v42/);
		await app.go(['G', 't'], 'The service chooses the version, not the row (v41 in staging).');
		const text = await app.go(['half a second', '2'], 'body  {"environment_id":"env_1","upload_version":41}');
		expect(text).not.toContain('The service chooses');
		await app.go(['half a second', '1'], 'The service chooses the version, not the row (v41 in staging).');
	});

	test('a y together with a number sends nothing, because nobody has seen the body', async () => {
		const {app, team} = await openOnDeployment();
		await app.go(['t', 'half a second', '2', 'y'], 'Deploy api as “this version to production”?', 'Too soon');
		expect(team.bodies).toEqual([]);
		await app.reply('y', 'Deploying api');
		expect(team.bodies).toEqual([{environment_id: 'env_1', upload_version: 41}]);
	});

	test('a number pressed twice chooses none, and e edits the own body', async () => {
		const {app, team} = await openOnDeployment();
		await app.go(['t', 'half a second', '1'], 'Deploy api as “to staging”?');
		await app.go(['half a second', '1'], 'Deploy api?', 'The service chooses the environment');
		await app.go(['half a second', '1', 'half a second', 'e', 'half a second'], 'Request body to deploy api', '{}');
		await app.go('enter', 'Deploy api?');
		await app.reply('y', 'Deploying api');
		expect(team.bodies).toEqual([{}]);
	});

	test('a placeholder without a value is refused', async () => {
		const {app, team} = await openOnTeam(['api'], deploying);
		await app.go(['t', 'half a second', '2'], '2  this version to production: no $VERSION is selected');
		await app.reply('y', /no .VERSION is selected, so nothing\W+was sent/);
		expect(team.bodies).toEqual([]);
		expect(await app.go('1', 'Deploy api as “to staging”?')).not.toMatch(/nothing\W+was sent/);
	});

	test('on the versions screen, placeholders are what is live in the selected environment', async () => {
		const {app, team} = await openOnDeployment();
		await app.go('4', 'v41', 'staging');
		await app.go(['t', 'half a second', '3'], 'body  {"place":["env_2",{"tag":41}]}');
		await app.reply('y', 'Deploying api');
		expect(team.bodies).toEqual([{place: ['env_2', {tag: 41}]}]);
	});

	test('it says when the service has chosen another version or environment', {tags: ['fault-167']}, async () => {
		const {app} = await openOnDeployment();
		await app.go(['t', 'half a second', '3'], 'again');
		await app.reply('y', 'Deploying api: v41 was asked for, but the service chose v2 · staging was asked for, but');
	});

	test('a placeholder beside the environment of the body is not the environment asked for', async () => {
		const {app, team} = await openOnDeployment();
		await app.go(['t', 'half a second', '4'], '4  promote (production): {"environment_id":"env_1","from":"env_…');
		await app.see('body  {"environment_id":"env_1","from":"env_2"}');
		expect(await app.reply('y', 'Deploying api')).not.toContain('was asked for');
		expect(team.bodies).toEqual([{environment_id: 'env_1', from: 'env_2'}]);
	});

	test('one whose answer was lost before a restart is sent again as it was', {tags: ['fault-290']}, async () => {
		const {app, team, reopen} = await openOnTeam(['api'], {...deploying, hasJournal: true});
		await app.go(['t', 'half a second', '1'], 'as “to staging”');
		team.fail('before');
		await app.reply('y', 'landfall does not know whether api was deployed.');
		const reopened = await reopen();
		await reopened.wait(140_000, 'No sign of it');
		await reopened.go('r', 'Deploying api: staging was asked for, but the service chose production');
		expect(team.bodies).toEqual([{environment_id: 'env_2'}]);
	});

	test('a protected project is asked about twice', async () => {
		const {app, team} = await openOnDeployment({guards: {...defaultGuards, protects: ['api']}});
		await app.go(['t', 'half a second', '2'], 'Deploy the protected api as “this version to production”?');
		await app.reply('y', 'Press p to deploy it anyway.');
		await app.go('1', 'landfall asks twice.');
		await app.go(['half a second', 'y'], 'Press p to deploy it anyway.');
		expect(team.bodies).toEqual([]);
		await app.see('body  {"environment_id":"env_2"}');
		await app.go('p', 'Too soon: read the question, then press p again');
		await app.go(['half a second', 'p'], 'Deploying api');
		expect(team.bodies).toEqual([{environment_id: 'env_2'}]);
	});

	test('tab chooses one for several projects', async () => {
		const {app, team} = await openOnTeam(['api', 'web'], deploying);
		await app.go([' ', ' ', 't'], 'Deploy these 2 projects?', 'tab  chooses a named deploy');
		await app.go(['half a second', 'tab'], 'tab  to staging (staging): {"environment_id":"env_2"}');
		await app.go('tab', 'tab  this version to production: no $VERSION is selected');
		await app.reply(['2', 'enter'], /no .VERSION is selected, so nothing was/);
		await app.go(['tab', 'tab', 'tab', 'tab'], 'tab  to staging (staging)');
		// The service takes the body of a request for no environment of its own, so the second is not sent.
		await app.reply('enter', 'Deploying api: staging was asked for, but the service chose production');
		expect(team.bodies).toEqual([{environment_id: 'env_2'}]);
	});
});

test('without named deploys, a number says so', async () => {
	const {app} = await openOnTeam(['api']);
	await app.go(['t', 'half a second', '1'], 'The profile has no `deploys`');
	await app.go(['esc', ' ', 't', 'half a second', 'tab'], 'The profile has no `deploys`');
});
