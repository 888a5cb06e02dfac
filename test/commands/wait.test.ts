import {describe, expect, test} from 'vitest';
import type {Outcome} from '../../src/model/status-words.ts';
import {linesOf} from '../kit/app/command.ts';
import {createDocsTeam, createLastingDocs, eventsIn, fieldsIn, startFollowing} from '../kit/app/team-commands.ts';
import {minute, second} from '../kit/fixtures/moment.ts';

/** Changes the awaited deployment after ten seconds. */
async function waitFor(
	fields: Readonly<Record<string, unknown>>,
	flags = '',
	wordMeanings?: ReadonlyMap<string, Outcome> | undefined,
) {
	const {team, clock, start} = createDocsTeam();
	const id = team.deploy('docs');
	const command = await start(`wait docs${flags}`, wordMeanings ? {wordMeanings} : {});
	await clock.advance(10 * second);
	team.change(id, fields);
	await clock.advance(30 * second);
	return command;
}

const at = '2026-06-01T12:00:10Z';

describe('the exit code of landfall wait', () => {
	test.each<[string, Readonly<Record<string, unknown>>, flags: string, exitCode: number, meaning?: Outcome]>([
		['0 for a success', {conclusion: 'success'}, '', 0],
		['1 for a failure', {conclusion: 'failure'}, '', 1],
		['1 for what was stopped', {conclusion: 'cancelled'}, '', 1],
		['10 for an unknown word', {conclusion: 'gone-fishing'}, '', 10],
		['0 for a word in --ok, however it is written', {conclusion: 'Gone-Fishing'}, ' --ok gone-fishing', 0],
		['1 for a word in --bad', {conclusion: 'gone-fishing'}, ' --bad lost,gone-fishing', 1],
		['0 for a bad word in --ok', {conclusion: 'failure'}, ' --ok failure', 0],
		['that of the status without a conclusion', {status: 'live', concluded_at: at}, '', 0],
		['0 for a status in --ok', {status: 'parked', concluded_at: at}, ' --ok parked', 0],
		['10 if it concluded while building', {status: 'building', concluded_at: at}, '', 10],
		['10 if it concluded without a word', {status: null, concluded_at: at}, '', 10],
		['1 for a failure whatever its status says', {status: 'success', conclusion: 'failure'}, '', 1],
		['9 at --timeout', {status: 'building'}, ' --timeout 25s', 9],
		['0 for a word that the user classified as good', {conclusion: 'gone-fishing'}, '', 0, 'good'],
		['1 for a word that the user classified as bad', {conclusion: 'gone-fishing'}, '', 1, 'bad'],
		['10 for a word that the user classified as running', {conclusion: 'gone-fishing'}, '', 10, 'running'],
	])('is %s', async (_name, fields, flags, expected, meaning) => {
		const command = await waitFor(fields, flags, meaning && new Map([['gone-fishing', meaning]]));
		expect(await command.end()).toBe(expected);
	});

	test('waits for a conclusion that follows its time by seconds', async () => {
		const {team, clock, id, command} = await startFollowing('wait docs');
		team.change(id, {status: 'running', concluded_at: at});
		await clock.advance(5 * second);
		team.conclude(id, 'success');
		expect(await command.end()).toBe(0);
	});

	test('is 10 for a known word that says nothing about the end', async () => {
		const command = await waitFor({status: 'running', concluded_at: at});
		expect(await command.end()).toBe(10);
		expect(command.err()).toContain('no conclusion, and status running, which does not say how it ended: use --ok');
	});

	test('is not decided by a status that only looks final', async () => {
		const {team, clock, id, command} = await startFollowing('wait docs');
		for (const status of ['success', 'failed', 'complete']) {
			team.change(id, {status});
			await clock.advance(minute);
		}

		expect(fieldsIn(command).map(fields => fields[7])).toEqual(['seen', 'changed', 'changed', 'changed']);
		team.conclude(id, 'failure');
		expect(await command.end()).toBe(1);
	});
});

describe('landfall wait', () => {
	test('prints each change and the verdict in fixed columns', async () => {
		const command = await waitFor({status: 'completed', conclusion: 'success', concluded_at: at});
		await command.end();
		const [seen, concluded, verdict] = fieldsIn(command);
		const record = ['docs', 'dep_0001', 'env_1', '1'];
		expect(seen?.[0]).toMatch(/^2026-06-01T12:00:00\.\d{3}Z$/);
		expect(seen?.slice(1)).toEqual([...record, 'queued', '', 'seen', 'waiting', '', '', 'docs']);
		expect(concluded?.slice(1, 9)).toEqual([...record, 'completed', 'success', 'concluded', 'succeeded']);
		const [seenBy, seenAfter, concludedAt] = [concluded?.[0], concluded?.[9], at].map(text => Date.parse(text ?? ''));
		expect(seenBy).toBeGreaterThan(concludedAt ?? 0);
		expect(concludedAt).toBeGreaterThan(seenAfter ?? 0);
		expect((seenBy ?? 0) - (seenAfter ?? 0)).toBeLessThan(10_000);
		expect(verdict?.slice(7, 9)).toEqual(['verdict', 'succeeded']);
		expect(verdict?.[10]).toBe('conclusion success');
	});

	test('prints each change and the verdict as JSON', async () => {
		const command = await waitFor({conclusion: 'gone-fishing'}, ' --json');
		await command.end();
		const lines = linesOf(command.out()).map(line => JSON.parse(line));
		expect(lines.map(({_landfall: own}) => own.event)).toEqual(['seen', 'concluded', 'verdict']);
		expect(lines[1]).toMatchObject({id: 'dep_0001', upload_version: 1, conclusion: 'gone-fishing', concluded_at: null});
		expect(Object.keys(lines[1]._landfall)).toEqual(['event', 'outcome', 'project', 'seen_after', 'seen_by']);
		expect(lines[2]._landfall).toMatchObject({
			outcome: 'unknown',
			exit_code: 10,
			reason: expect.stringMatching(/gone-fishing.*--ok or --bad/),
			age_ms: 0,
		});
	});

	test('shows its progress in one line of a terminal', async () => {
		const {team, clock, command} = await startFollowing('wait docs', {isTerminal: true, followedMs: 42 * second});
		const line = command.err().split('\r').at(-1);
		expect(line).toMatch(/^building 4\ds · read \ds ago · docs v1 env_1/);
		const ages = new Set<string | undefined>();
		for (let passed = 0; passed < 6; passed++) {
			await clock.advance(second);
			ages.add(/· read (\d)s ago ·/.exec(command.err().split('\r').at(-1) ?? '')?.[1]);
		}

		expect([...ages].sort()).toEqual(['0', '1']);
		expect(command.out()).toMatch(/12:00:00 . docs v1 env_1 {2}building 0s {2}dep_0001\n$/);
		team.conclude('dep_0001', 'success');
		await command.end();
		expect(command.out().split('\n').at(-2)).toMatch(/^docs v1 env_1 succeeded: conclusion success.* · https:\S+$/);
	});

	test('logs once a minute that it is alive, unless --quiet', async () => {
		const notesOf = async (flags: string) => {
			const {command} = await startFollowing(`wait docs${flags}`, {followedMs: 4 * minute});
			return command.err().trimEnd().split('\n');
		};
		const notes = await notesOf('');
		expect(notes.length).toBeGreaterThanOrEqual(3);
		expect(notes.length).toBeLessThanOrEqual(4);
		for (const note of notes) expect(note).toMatch(/^docs v1 env_1: still building after \d+m \d\ds, read /);
		expect(await notesOf(' --quiet')).toEqual(['']);
	});

	test('reads only the list, every two seconds at first and then less often', async () => {
		const {team, clock, start} = createDocsTeam();
		team.deploy('docs', {status: 'building'});
		await start('wait docs');
		const readsIn = async (ms: number) => {
			const before = team.requests.length;
			await clock.advance(ms);
			return team.requests.slice(before).filter(request => request.startsWith('GET /v1/projects/docs/deployments?'));
		};
		const counts: number[] = [];
		for (const ms of [50 * second, 9 * minute, 2 * minute, 10 * minute]) counts.push((await readsIn(ms)).length);
		expect(counts[0]).toBeGreaterThanOrEqual(24);
		expect(counts[1]).toBeGreaterThanOrEqual(178);
		expect(counts[3]).toBe(120);
		expect(team.requests).toHaveLength(counts.reduce((sum, count) => sum + count, 1));
	});
});

test.each(['wait -', 'watch -'])('%s without input exits with 2 and sends nothing', async line => {
	const {team, start} = createDocsTeam();
	const command = await start(line, {input: '\n'});
	expect(await command.end()).toBe(2);
	expect(command.err()).toContain('No project was given on standard input.');
	expect(team.requests).toEqual([]);
});

test('deploy --wait follows its own deployment and exits with its verdict', async () => {
	const {team, clock, start} = createDocsTeam();
	const other = team.deploy('docs');
	const command = await start('deploy docs --wait --ok gone-fishing');
	await clock.advance(minute);
	team.conclude(other, 'cancelled');
	await clock.advance(minute);
	team.change('dep_0002', {environment_id: 'production', url: 'https://v2.example.com'});
	team.conclude('dep_0002', 'gone-fishing');
	expect(await command.end()).toBe(0);
	expect(eventsIn(command)).toEqual(['seen', 'concluded', 'verdict'].map(event => `docs dep_0002 ${event}`));
	expect(command.err()).toMatch(
		/docs v2 production succeeded: conclusion gone-fishing, a success by --ok · https:\/\/v2\.example\.com\n$/,
	);
});

test('deploy --wait records what it did and leaves no watch behind', async () => {
	const {team, clock, start, journal} = createLastingDocs();
	const command = await start('deploy docs --wait');
	await clock.advance(minute);
	expect(journal().snapshot('demo built-in service').watches).toEqual([]);
	team.conclude('dep_0001', 'success');
	clock.setBack(60 * minute);
	await command.end();
	const entries = journal().recent(10);
	expect(entries.map(({kind}) => kind)).toEqual(['concluded', 'deployed']);
	// The screens compare it with their own entry, by the computer's clock.
	expect(entries[0]?.at).toBe(clock.wall());
});

test.each(['wait docs', 'deploy docs --yes --wait'])('%s shows how long it took and usually takes', async line => {
	const {team, clock, start} = createDocsTeam();
	for (let at = 1; at < 6; at++)
		team.deployedBefore('docs', 'success', at * 600_000, {environment_id: 'env_1'}, 38_000);
	if (line.startsWith('wait')) team.deploy('docs', {status: 'building', environment_id: 'env_1'});
	const command = await start(line, {isTerminal: true});
	await clock.advance(14_000);
	expect(command.err()).toMatch(/\r(?:building|queued) 1\ds of about 38s · read/);
});
