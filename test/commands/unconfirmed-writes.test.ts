import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {safe} from '../../src/base/text.ts';
import type {OpenedService} from '../../src/model/connection.ts';
import {createLastingCommands, createTeamCommands, intentIn} from '../kit/app/team-commands.ts';
import {holdJournal} from '../kit/fixtures/held-journal.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';
import type {Team} from '../kit/services/team.ts';

const commands = ['create shop', 'edit api --name core', 'delete api --yes', 'deploy api'];

test.each([
	['create shop', /^prj_1\tshop\t/],
	['edit api --name core', /^api\tcore\t/],
	['delete api --yes', /^api\tapi\t/],
] as const)('%s succeeds if the answer is lost and the service shows the result', async (line, fields) => {
	const {team, run} = createTeamCommands();
	team.fail('after');
	const {code, out, err} = await run(line);
	expect(code).toBe(0);
	expect(out).toMatch(fields);
	expect(err).toContain('Reconciling for up to 1m.');
	expect(err).toContain('Reconciled: it was done.');
	expect(team.writes()).toHaveLength(1);
});

test.each(commands)('%s exits with 7 without answer or sign', async line => {
	const {team, run, clock} = createLastingCommands();
	// One of that name does not pass for the lost one.
	if (line === 'create shop') await run(line);
	const earlier = team.writes().length;
	team.fail('before');
	const {code, out, err} = await run(line);
	expect([code, out]).toEqual([7, '']);
	expect(err).toMatch(
		/landfall does not know whether .* No sign of it yet, 1m after landfall gave up waiting\. Request id: \S+\.\nTo find out: landfall reconcile /,
	);
	expect(team.writes()).toHaveLength(earlier + 1);
	// The service may work on it for 75 seconds, and not show it for another 60.
	expect(await run('reconcile --wait-for-outcome 10s')).toMatchObject({
		code: 7,
		out: expect.stringMatching(/No sign of it yet, 1m(?: \d+s)? after landfall gave up waiting/),
	});
	await clock.advance(60_000);
	expect(await run('reconcile')).toMatchObject({code: 0, out: expect.stringContaining('No sign of it')});
	expect((await run('reconcile')).err).toBe('No unconfirmed changes.\n');
	expect(team.writes()).toHaveLength(earlier + 1);
});

test('reconciling starts after the pause that the answer asks for', async () => {
	const seen: Array<{readonly method: string; readonly at: number}> = [];
	const {run, team, clock} = createTeamCommands({
		handle(request) {
			seen.push({method: request.method, at: clock.now()});
			const answer = team.handle(request);
			return request.method === 'DELETE' ? {status: 503, headers: {'retry-after': '40'}, body: '{}'} : answer;
		},
	});
	expect(await run('delete api --yes')).toMatchObject({
		code: 0,
		err: expect.stringContaining('Reconciled: it was done.'),
	});
	const [sent, check] = seen.slice(seen.findIndex(({method}) => method === 'DELETE'));
	expect((check?.at ?? 0) - (sent?.at ?? 0)).toBeGreaterThanOrEqual(40_000);
});

test('a write without a journal suggests no reconcile', async () => {
	const {team, run, start} = createLastingCommands();
	team.fail('after', 'after', 'after');
	const lost = await run('deploy api --without-journal');
	expect(lost.code).toBe(7);
	expect(lost.err).toMatch(
		/^Without a journal, landfall cannot check later whether a change took effect if its answer is lost\.\n/,
	);
	expect(lost.err).toMatch(/\n {2}dep_0001 .*\nIt was sent without a journal, so it cannot be reconciled later\.\n$/);
	const {out} = await run('deploy web --json --without-journal');
	expect(JSON.parse(out)._landfall).toMatchObject({outcome: 'unknown', command: null});
	const interrupted = await start('edit api --name core --without-journal');
	await interrupted.clock.advance(1000);
	expect(await interrupted.endBy(130)).toBe(130);
	expect(interrupted.err()).toMatch(/Interrupted\. .* so it cannot be reconciled later\.\n$/);
});

test.each(commands)('%s waits five seconds for a locked journal', {tags: ['fault-125']}, async line => {
	const {team, run, clock, journalPath} = createLastingCommands();
	// It creates the journal.
	await run('edit web --name site');
	const earlier = team.writes().length;
	const release = holdJournal(journalPath);
	const startedAt = clock.now();
	const {code, out, err} = await run(line);
	expect([code, out, team.writes().length]).toEqual([2, '', earlier]);
	expect(err).toMatch(
		/^Nothing can be sent, because it cannot be recorded first; --without-journal sends it anyway\. The journal is locked/m,
	);
	expect(err).toContain(`by another process: ${journalPath}. Close that program, or try again.`);
	expect(clock.now() - startedAt).toBeGreaterThanOrEqual(5000);
	expect((await run(`${line} --json`)).code).toBe(2);
	release();
	expect((await run(line)).code).toBe(0);
	expect(team.writes()).toHaveLength(earlier + 1);
});

test.each([
	['is sent as soon as it is unlocked', 0, 1],
	['is not sent after a signal', 130, 0],
])('a write that waits for a locked journal %s', async (_what, code, sent) => {
	const {team, run, start, clock, journalPath} = createLastingCommands();
	await run('edit web --name site');
	const release = holdJournal(journalPath);
	const command = await start('deploy api');
	await clock.advance(4000);
	expect(team.bodies).toEqual([]);
	if (code === 130) expect(await command.endBy(code)).toBe(code);
	release();
	await clock.advance(10_000);
	expect([await command.end(), team.bodies.length]).toEqual([code, sent]);
	expect(command.err().includes('Interrupted. Nothing was changed.')).toBe(code === 130);
});

test('a write that the journal cannot record as done is printed, and reconciled later', async () => {
	const {run, start, clock, team, journalPath} = createLastingCommands();
	const command = await start('create shop', {latencyMs: 1000});
	while (team.writes().length === 0) await clock.advance(100);
	const release = holdJournal(journalPath);
	expect([await command.end(), command.out()]).toEqual([0, expect.stringMatching(/^prj_1\tshop/)]);
	release();
	expect((await run('reconcile')).out).toMatch(/\tdone\tcreate\t/);
	expect((await run('reconcile')).err).toBe('No unconfirmed changes.\n');
	expect(team.writes()).toHaveLength(1);
});

test.each([
	[99, 'No sign of it'],
	[100, 'Not all earlier deployments were known'],
])('after %i earlier deployments, a lost one is recognised only if the list held all', async (count, said) => {
	const {team, run} = createTeamCommands();
	for (let index = 0; index < count; index++) team.conclude(team.deploy('api'), 'success');
	team.fail('before');
	expect(await run('deploy api')).toMatchObject({code: 7, err: expect.stringContaining(said)});
});

test('a lost deployment names what it may have started and how to find out', async () => {
	const {team, run} = createTeamCommands();
	team.fail('after', 'after');
	const {code, out, err} = await run('deploy api');
	expect([code, out]).toEqual([7, '']);
	expect(err).toContain('landfall does not know whether api was deployed. A deployment has started since it was sent.');
	expect(err).toMatch(/\n {2}dep_0001 {2}v1\nTo find out: landfall reconcile [\w-]{36}\n$/);
	const {out: json} = await run('deploy web --json');
	expect(JSON.parse(json)).toEqual({
		_landfall: {
			outcome: 'unknown',
			project_id: 'web',
			reason: expect.stringContaining('It may be yours.'),
			candidates: ['dep_0002  v2'],
			intent: expect.any(String),
			request_id: expect.stringMatching(/^req_/),
			command: expect.stringMatching(/^landfall reconcile /),
		},
	});
});

test('--wait-for-outcome limits how long a command reconciles', async () => {
	const {team, run, clock} = createLastingCommands();
	team.fail('after');
	const startedAt = clock.now();
	const {code, err} = await run('create shop --wait-for-outcome 1s');
	expect(code).toBe(7);
	expect(err).toContain('landfall does not know whether shop was added.');
	expect(clock.now() - startedAt).toBeLessThan(1500);
	team.fail('after');
	expect((await run('create store --wait-for-outcome 0')).code).toBe(7);
	expect(team.writes()).toHaveLength(2);
});

test('reconcile finds the outcomes of earlier writes and logs them', async () => {
	const {team, run, journal, clock} = createLastingCommands();
	team.fail('after', 'before');
	const shop = await run('create shop --wait-for-outcome 0');
	const core = await run('edit api --name core --wait-for-outcome 0');
	expect([shop.code, core.code]).toEqual([7, 7]);
	const one = await run(['reconcile', intentIn(shop.err)]);
	expect(one.code).toBe(0);
	expect(one.out).toBe(`${intentIn(shop.err)}\tdone\tcreate\t\tAdded shop (confirmed by the list)\n`);
	await clock.advance(120_000);
	const rest = await run('reconcile', {isTerminal: true});
	expect(rest.code).toBe(0);
	expect(rest.out).toMatch(/^api: not done\. No sign of it 2m \d+s after landfall gave up waiting\.\n$/);
	expect((await run('reconcile')).err).toBe('No unconfirmed changes.\n');
	expect(team.writes()).toHaveLength(2);
	const entries = journal().recent(9).toReversed();
	expect(entries.map(({kind}) => kind)).toEqual(['no answer', 'no answer', 'found out', 'added', 'found out']);
	expect(entries.map(({project}) => project)).toEqual(['shop', 'api', 'shop', 'shop', 'api']);
});

test('deploy starts nothing while the last deployment is unconfirmed, until it is dismissed', async () => {
	const {team, run} = createLastingCommands();
	team.fail('after');
	const first = await run('deploy api');
	const again = await run('deploy api');
	expect(again.code).toBe(7);
	expect(again.err).toContain('Its last deployment is unconfirmed, so nothing was sent.');
	const dismissal = `run landfall reconcile ${intentIn(first.err)} --dismiss.`;
	expect(again.err).toContain(`Once you know what became of it, ${dismissal}`);
	expect(again.err).not.toContain('Press esc');
	expect(intentIn(again.err)).toBe(intentIn(first.err));
	expect((await run('deploy web')).code).toBe(0);
	const looked = await run('reconcile');
	expect(looked.code).toBe(7);
	expect(looked.out).toContain('\tunknown\tdeploy\tapi\t');
	expect(looked.err).toContain('  dep_0001  v1\n');
	const dismissed = await run(['reconcile', intentIn(first.err), '--dismiss']);
	expect([dismissed.code, dismissed.out.split('\t')[1]]).toEqual([0, 'dismissed']);
	expect((await run('deploy api')).code).toBe(0);
	expect(team.bodies).toHaveLength(3);
});

test('reconcile leaves a write to the landfall that is reconciling it', async () => {
	const {team, run} = createLastingCommands();
	team.fail('after');
	const other = {id: 1, isRunning: () => false};
	const {err} = await run('create shop --wait-for-outcome 0', {owner: other});
	const before = team.requests.length;
	const held = await run('reconcile', {owner: {id: 2, isRunning: id => id === 1}});
	expect(held.code).toBe(7);
	expect(held.out).toContain('Another landfall is already reconciling it.');
	const {out} = await run('reconcile --json', {owner: {id: 2, isRunning: id => id === 1}});
	expect(JSON.parse(out)._landfall).toMatchObject({outcome: 'unknown', candidates: []});
	const dismissed = await run(['reconcile', intentIn(err), '--dismiss'], {owner: {id: 2, isRunning: () => true}});
	expect(dismissed.code).toBe(7);
	expect(team.requests).toHaveLength(before);
	expect((await run('reconcile', {owner: {id: 2, isRunning: () => false}})).code).toBe(0);
});

test('reconcile exits with 4 for an unknown write', async () => {
	const {code, err} = await createTeamCommands().run('reconcile 4711');
	expect(code).toBe(4);
	expect(err).toContain('The journal has no unconfirmed change 4711');
});

test('an interrupted command waits a moment for the answer and prints it', async () => {
	const {team, start, clock} = createLastingCommands();
	const command = await start('deploy web', {latencyMs: 1000});
	while (!team.writes().some(write => write.includes('web'))) await clock.advance(100);
	expect(await command.endBy(130)).toBe(130);
	expect(command.out()).toMatch(/^dep_0001\tweb\t/);
});

type Passing = {
	readonly method: string;
	readonly target: string;
	readonly isDeleting: boolean;
	readonly team: Team;
};

const stillThere = 'The service answered 404, although the project is still there. It was not deleted.';
const unproven = 'The service answered 404, which does not prove that the project is gone.';
const isDeletion = ({method}: Passing) => method === 'DELETE';

test.each<[line: string, exitCode: number, when: string, isMissing: (passing: Passing) => boolean, said: string]>([
	['delete api --yes', 1, 'no other request gets it', isDeletion, stillThere],
	['api DELETE /v1/projects/api', 1, 'no other request gets it', isDeletion, stillThere],
	['delete api --yes', 1, 'its record is not found either', ({target}) => target.endsWith('/api'), stillThere],
	['delete api --yes', 7, 'nothing can be read either', ({isDeleting}) => isDeleting, unproven],
	['delete api --yes', 0, 'it is gone', it => isDeletion(it) && it.team.remove('api'), 'api was already gone\n'],
])('%s exits with %i after a 404 of a gateway if %s', {tags: ['fault-50', 'fault-131']}, async (...row) => {
	const [line, exitCode, , isMissing, said] = row;
	let isDeleting = false;
	const {team, run} = createLastingCommands({
		handle(request) {
			isDeleting ||= request.method === 'DELETE';
			if (!isMissing({...request, isDeleting, team})) return team.handle(request);
			return {status: 404, headers: {'content-type': 'text/html'}, body: '<html><h1>404 Not Found</h1></html>'};
		},
	});
	const {code, out, err} = await run(line, {isTerminal: true});
	expect([code, out + err.replaceAll('\n', ' ')]).toEqual([exitCode, expect.stringContaining(said)]);
	expect(team.names().has('api')).toBe(exitCode !== 0);
	const reconciled = await run('reconcile');
	expect([reconciled.code, reconciled.err === 'No unconfirmed changes.\n']).toEqual(
		exitCode === 7 ? [7, false] : [0, true],
	);
});

test('a write takes effect at most once, whatever happens to its answer', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...commands),
			fc.array(fc.constantFrom('after', 'before', 'busy'), {maxLength: 4}),
			fc.constantFrom('0', '5s', '60s'),
			async (line, faults, limit) => {
				const {team, run, clock} = createLastingCommands();
				team.fail(...faults);
				const {code} = await run(`${line} --wait-for-outcome ${limit} --give-up-after 5m`);
				await clock.advance(130_000);
				const looked = await run('reconcile');
				const sent = team.writes().length;
				const busy = faults.findIndex(fault => fault !== 'busy');
				// Only a rejection as too busy allows another attempt, and that twice.
				expect(sent).toBe(Math.min(3, busy < 0 ? faults.length + 1 : busy + 1));
				expect([0, 7, 8]).toContain(code);
				if (!line.startsWith('deploy')) expect(looked.code).toBe(0);
			},
		),
		{numRuns: 25},
	);
});

test('reconcile does not look for a write at another path of the host', async () => {
	const {team, run} = createLastingCommands();
	const at = (path: string) => ({
		onService: (service: OpenedService) => ({...service, isDemo: false, baseUrl: `https://host${path}`}),
	});
	team.fail('after');
	expect((await run('deploy api --wait-for-outcome 0', at('/a'))).code).toBe(7);
	for (const path of ['', '/b']) {
		const elsewhere = await run('reconcile', at(path));
		expect([elsewhere.code, elsewhere.err]).toEqual([0, 'No unconfirmed changes.\n']);
	}

	expect((await run('reconcile --wait-for-outcome 0', at('/a'))).code).toBe(7);
});

test.each(['reconcile', 'reconcile some-write'])('%s needs a usable journal', {tags: ['fault-129']}, async line => {
	const occupied = join(temporaryDirectory(), 'state');
	writeFileSync(occupied, 'a file where the directory should be');
	const {run} = createTeamCommands({journalPath: join(occupied, 'journal.sqlite')});
	const {code, err} = await run(line);
	expect(code).toBe(2);
	expect(err).toMatch(/^landfall cannot tell whether every change is confirmed\. .*state is not a folder\.\n$/);
});

test('an unconfirmed deployment blocks another one through every profile and address of the service', async () => {
	const {team, run} = createLastingCommands();
	const through = (name: string, baseUrl: string) => ({
		onService: (service: OpenedService) => ({...service, isDemo: false, name: safe(name), baseUrl}),
	});
	const [acme, other] = [through('acme', 'http://127.0.0.1:5800'), through('other', 'http://localhost:5800')];
	team.fail('before');
	const lost = await run('deploy api --wait-for-outcome 0', acme);
	const id = intentIn(lost.err);
	expect(await run('deploy api', other)).toMatchObject({code: 7, err: expect.stringContaining(id)});
	expect((await run('deploy web', other)).code).toBe(0);
	// Another team may not see the project.
	expect(await run(['reconcile', id], other)).toMatchObject({
		code: 7,
		out: expect.stringContaining('It was sent through acme built-in service, and only there can landfall find out.'),
	});
	expect((await run(['reconcile', id, '--dismiss'], other)).code).toBe(0);
	expect((await run('deploy api', other)).code).toBe(0);
	expect(team.bodies).toHaveLength(2);
});

test.each([
	['is damaged', (database: DatabaseSync) => database.exec("UPDATE intents SET content = replace(content, '{', '}')")],
	['has vanished', (database: DatabaseSync) => database.exec('DELETE FROM intents')],
])('an unconfirmed change that %s blocks deployments', {tags: ['fault-185']}, async (_what, damage) => {
	const {team, run, journalPath} = createLastingCommands();
	team.fail('before');
	const id = intentIn((await run('deploy api --wait-for-outcome 0')).err);
	const database = new DatabaseSync(journalPath);
	damage(database);
	database.close();
	expect((await run('deploy web')).code).toBe(7);
	expect(await run('reconcile', {isTerminal: true})).toMatchObject({
		code: 7,
		out: expect.stringContaining('a change whose record in the journal is damaged'),
	});
	expect((await run(['reconcile', id, '--dismiss'])).code).toBe(0);
	expect((await run('deploy web')).code).toBe(0);
});

test('an unconfirmed creation forbids another one of that name', {tags: ['fault-172']}, async () => {
	const {team, run} = createLastingCommands();
	team.fail('before');
	expect((await run('create shop --wait-for-outcome 0')).code).toBe(7);
	expect(await run(['create', ' Shop'])).toMatchObject({code: 7, err: expect.stringContaining('is unconfirmed')});
	expect((await run('create other')).code).toBe(0);
	expect(team.writes()).toHaveLength(2);
});

test.each(['create shop', 'delete api --yes'])('reconcile with another key decides nothing about %s', async line => {
	const {team, run, clock} = createLastingCommands();
	const withKey = (mark: string) => ({
		onService: (service: OpenedService) => ({...service, keyFingerprint: () => mark}),
	});
	team.fail('after');
	expect((await run(`${line} --wait-for-outcome 0`, withKey('one'))).code).toBe(7);
	await clock.advance(140_000);
	expect(await run('reconcile', withKey('other'))).toMatchObject({
		code: 7,
		out: expect.stringContaining('It was sent with another API key, and only that key can show its outcome'),
	});
	expect((await run('reconcile', withKey('one'))).code).toBe(0);
});

test.each([
	['create shop', 'api POST projects --json -'],
	['api POST projects --json -', 'create other'],
	['api POST projects/api/deployments?x=1', 'deploy api'],
])('an unconfirmed %s blocks %s, because a raw request may do the same', async (first, second) => {
	const {team, run} = createLastingCommands();
	const input = '{"name":"other","team":1}';
	team.fail('before');
	expect((await run(`${first} --wait-for-outcome 0`, {input})).code).toBe(7);
	expect((await run(second, {input})).code).toBe(7);
	expect(team.writes()).toHaveLength(1);
});
