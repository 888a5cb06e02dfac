import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {plain} from '../../src/base/text.ts';
import {parseOptions} from '../../src/cli/options.ts';
import {openJournal} from '../../src/journal/journal.ts';
import {createFollowing, fieldsIn} from '../kit/app/following.ts';
import {startTestSession} from '../kit/app/session.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const second = 1000;
const minute = 60 * second;

/** The words that a shell makes of the commands on standard error. */
const resumptions = (err: string) =>
	err
		.split('\n')
		.filter(line => line.startsWith('  landfall '))
		.map(line => {
			const printed = execFileSync('bash', ['-c', `set -- ${line.trim()}; printf '%s\\n' "$@"`], {encoding: 'utf8'});
			return printed.trimEnd().split('\n').slice(1);
		});

test.each([
	['wait docs', 130],
	['wait docs', 143],
	['deploy docs --wait', 129],
])('landfall %s says how to resume when a signal ends it with %i, and that works', async (line, code) => {
	const {team, clock, start} = createFollowing();
	const id = line.startsWith('wait') ? team.deploy('docs') : 'dep_0001';
	const command = await start(`${line} --ok gone-fishing --timeout 10m --give-up-after 5m`);
	await clock.advance(2 * minute);
	command.interrupt(code);
	expect(await command.end()).toBe(code);
	const [words = []] = resumptions(command.err());
	expect(words.join(' ')).toMatch(
		new RegExp(`^wait docs ${id} --ok gone-fishing --timeout (?:8m|4[78]\\ds) --give-up-after 5m$`),
	);
	const next = await start(words);
	await clock.advance(minute);
	team.conclude(id, 'gone-fishing');
	expect(await next.end()).toBe(0);
});

test.each([
	['--next', 'wait docs --next'],
	['an outage before anything was read', 'wait docs'],
])('landfall wait says how to go on with %s', async (what, line) => {
	const {clock, fail, start} = createFollowing();
	if (what !== '--next') fail('ECONNREFUSED');
	const command = await start(line);
	await clock.advance(minute);
	command.interrupt(130);
	expect(await command.end()).toBe(130);
	expect(resumptions(command.err())).toEqual([line.split(' ')]);
});

test('landfall wait repeats the options that find the service and decide about the output', async () => {
	const {team, clock, start} = createFollowing();
	team.deploy('docs');
	const options = ['--profile', "Ada's team", '--base-url', 'https://api.example.com', '--api-key-file', '-key'];
	const given = [...options.slice(0, 4), '--api-key-file=-key', '--bad', 'lost,gone', '--rpm', '30', '--json'];
	const command = await start(['wait', 'docs', ...given]);
	await clock.advance(10 * second);
	command.interrupt(130);
	await command.end();
	expect(resumptions(command.err())).toEqual([['wait', 'docs', 'dep_0001', ...given]]);
});

test('landfall wait says how to resume for each deployment still in progress, whose id cannot run anything', async () => {
	const {team, clock, start} = createFollowing();
	const over = team.deploy('docs');
	for (const id of ["$(touch x)'; echo `id` \\", '-rf', '--json']) team.deploy('docs', {id});
	const command = await start('wait docs --all');
	await clock.advance(10 * second);
	team.conclude(over, 'success');
	await clock.advance(10 * second);
	command.interrupt(130);
	await command.end();
	const ids = resumptions(command.err()).map(words => {
		const parsed = parseOptions(words, {});
		return parsed.ok && parsed.options.command === 'wait' ? parsed.options.deployment : undefined;
	});
	expect(ids.sort()).toEqual(["$(touch x)'; echo `id` \\", '--json', '-rf']);
});

test('landfall wait ends with 9 and a verdict if --timeout passes before anything is read', async () => {
	const {fail, start} = createFollowing();
	fail('ECONNREFUSED');
	const command = await start('wait docs --timeout 20s');
	expect(await command.end()).toBe(9);
	expect(fieldsIn(command)[0]?.slice(7)).toEqual(['verdict', 'unknown', '', 'not read before --timeout']);
});

test('--timeout counts neither sleep nor changes of the clock while landfall wait looks for its project', async () => {
	const hourMs = 3_600_000;
	for (const change of ['sleep', 'setBack'] as const) {
		const {clock, fail, team, start} = createFollowing();
		team.deploy('docs', {status: 'building'});
		fail('ECONNREFUSED');
		const command = await start('wait docs --timeout 5m --give-up-after 24h');
		await clock.advance(10_000);
		await clock[change](2 * hourMs);
		fail(undefined);
		await clock.advance(90_000);
		expect(fieldsIn(command).map(fields => fields[7])).toEqual(['seen']);
		const readAt = clock.now();
		expect(await command.end()).toBe(9);
		expect(clock.now() - readAt).toBeGreaterThan(2 * 60_000);
		expect(clock.now() - readAt).toBeLessThan(4 * 60_000);
	}
});

test('the screens report what the user watches there, although landfall wait has seen it end', async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const journal = openJournal({path: journalPath, now: () => 0});
	const service = 'demo built-in service';
	const {team, clock, start} = createFollowing();
	const id = team.deploy('docs');
	journal.saveWatch(service, {projectId: 'docs', deploymentId: id, project: plain`docs`, isMine: true});
	journal.saveVisit(service, 12_345);
	const before = journal.snapshot(service);
	expect(before.watches).toHaveLength(1);
	const command = await start('wait docs', {journalPath});
	await clock.advance(minute);
	team.conclude(id, 'gone-fishing');
	await command.end();
	const {unfinished, ...others} = journal.snapshot(service);
	expect({...others, unfinished: []}).toEqual(before);
	expect(unfinished.map(({deployment}) => deployment.id)).toEqual([id]);
	expect(journal.recent(10)).toEqual([]);
	const other = await start('wait -', {journalPath, input: 'docs\nshop'});
	await clock.advance(minute);
	other.interrupt(130);
	await other.end();
	expect(journal.snapshot(service).watches).toEqual(before.watches);

	const {session} = await startTestSession({clock, journalPath, handle: team.handle, isInDemo: true});
	await clock.advance(minute);
	expect(journal.recent(10)).toContainEqual(expect.objectContaining({kind: 'concluded', deploymentId: id}));
	session.stop();
});

test('two waits at once share a budget, also for a deployment that the list lacks, and give the same verdict', async () => {
	const {team, clock, start} = createFollowing();
	const id = team.deploy('docs', {created_at: '2020-01-01T00:00:00Z'});
	for (let count = 0; count < 100; count++) team.conclude(team.deploy('docs'), 'success');
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const startIn = () => start(`wait docs ${id}`, {journalPath, fingerprint: 'the service and its key'});
	const waits = [await startIn(), await startIn()];
	await clock.advance(minute);
	const before = team.requests.length;
	await clock.advance(3 * minute);
	expect(team.requests.length - before).toBeLessThanOrEqual(3 * 60);
	team.conclude(id, 'failure');
	expect(await Promise.all(waits.map(each => each.end()))).toEqual([1, 1]);
});

test('landfall wait reads on although an open window on the same service has --rpm 0', async () => {
	const {team, clock, start} = createFollowing();
	const id = team.deploy('docs');
	const shared = {journalPath: join(temporaryDirectory(), 'journal.sqlite'), fingerprint: 'the service and its key'};
	const window = {clock, handle: team.handle, isInDemo: true, requestsPerMinute: 0, ...shared};
	const {session} = await startTestSession(window);
	await clock.advance(second);
	const command = await start(`wait docs ${id}`, shared);
	await clock.advance(minute);
	team.conclude(id, 'success');
	expect(await command.end()).toBe(0);
	session.stop();
});
