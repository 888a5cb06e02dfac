import {expect, test} from 'vitest';
import {plain} from '../../../src/base/text.ts';
import {withDialog} from '../../../src/state/dialogs.ts';
import {type OpenApp, openOnTeam} from '../../kit/app/open.ts';

const order = (app: OpenApp) => (app.screen().match(/^.{3}(api|docs|web) /gm) ?? []).map(line => line.slice(3).trim());

test('sorting by last deployment puts projects without one last', async () => {
	const {app} = await openOnTeam(['api', 'docs', 'web'], {
		columns: 100,
		deployed: {docs: 'failure'},
		prepare: team => team.deployedBefore('web', 'success', 0),
	});
	await app.wait(20_000, /docs .*failure/, /web .*success/);
	await app.go(['s', 'down', 'down', 'down', 'down', 'down', 'enter'], 'by deployed ▼');
	expect(order(app)).toEqual(['docs', 'web', 'api']);
	await app.go('S', 'by deployed ▲');
	expect(order(app)).toEqual(['web', 'docs', 'api']);
});

/** Two projects have deployments with unknown statuses. */
async function openOnWords() {
	const opened = await openOnTeam(['api', 'web', 'docs'], {
		deployed: {api: 'Gefliest', web: 'marinating', docs: 'building'},
	});
	await opened.app.wait(5000, 'Gefliest', 'marinating', 'building');
	return opened;
}

test('m classifies the status of the selected row, not the latest new one', {tags: ['fault-94']}, async () => {
	const {app} = await openOnWords();
	await app.go(['j', 'm', 'f'], 'Classify statuses', 'Too soon: read the question, then press f again');
	expect(app.state().preferences.wordMeanings.size).toBe(0);
	await app.go(['half a second', 'f'], 'marinating is now shown as failed');
	expect(app.state().interface.notice).toMatchObject({tone: 'quiet'});
	await app.go('esc', /✖ web .*marinating/, /◐ api .*Gefliest/);
	await app.go('2', /^▌. (?:api|docs|web) /m);
	const [word] = /Gefliest|marinating|building/.exec(app.selectedLine()) ?? [];
	await app.go('m', new RegExp(`▌ . ${word} `));
});

test('m counts every unknown status and classifies one after the other', async () => {
	const {app, team} = await openOnWords();
	for (const at of [1, 2]) team.conclude(team.deploy('docs', {environment_id: `env-${at}`}), 'Zorp');
	team.conclude(team.deploy('api'), 'Gefliest');
	await app.wait(20_000, /docs .*Zorp/);
	await app.go(
		['G', 'm', 'half a second'],
		'Classify statuses',
		/s succeeded · f failed · x stopped · p in progress · w waiting +│/,
		/│ +u none +│/,
	);
	await app.see(/▌ . Zorp +2 deployments +unknown/, /Gefliest +2 .*\n.*marinating +1 deployment +unknown/);
	await app.go('s', /✔ Zorp +2 deployments +succeeded/);
	await app.go(['f', 'p'], 'is now shown as in progress');
	await app.see(/✖ Gefliest +2 deployments +failed/, /▌ ◐ marinating +1 deployment +in progress/);
	await app.go(['k', 'k', 'x'], /⊘ Zorp +2 deployments +stopped/);
	await app.go(['esc', 'm'], /▌ ⊘ Zorp +2 deployments +stopped/);
	const words = [{word: plain`Zorp`, count: 20_190}];
	app.session.store.change(state => withDialog(state, 'meaning', {words}));
	await app.see(/▌ ⊘ Zorp {2}20,190 deployments {2}stopped/);
	await app.go(['esc', '/', ...'latest:stopped', 'enter'], '1 match · among 3 projects');
	await app.go(['m', 'half a second', 's'], /▌ ✔ Zorp/, '0 matches · among 3 projects');
});

test('a new status word waits for the next key, is listed by m and announced once', async () => {
	const {app, team} = await openOnTeam(['api', 'web']);
	await app.go('m', 'No status selected');
	team.deploy('web', {status: 'marinating'});
	expect(await app.wait(60_000, /web.*marinating/)).toContain('No status selected');
	await app.go('j', '“marinating” is a new status');
	expect(await app.go('k', '1 of 2')).not.toContain('new status');
	await app.go('m', /▌ . marinating +1 deployment/);
	team.deploy('api', {status: 'MARINATING'});
	await app.go('esc', '1 of 2');
	await app.wait(60_000, /api.*MARINATING/);
	expect((await app.go('3', /^▌› +new word marinating {2,}/m)).match(/new word/g)).toHaveLength(1);
	await app.go(['1', 'enter', 'enter', 'm'], /▌ . marinating +2 deployments/i);
});
