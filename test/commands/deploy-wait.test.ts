import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {createFollowing, fieldsIn} from '../kit/app/following.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const second = 1000;
const minute = 60 * second;

test('landfall deploy --wait follows the deployment that it has started, and exits with its verdict', async () => {
	const {team, clock, start} = createFollowing();
	const other = team.deploy('docs');
	const command = await start('deploy docs --wait --ok gone-fishing');
	await clock.advance(minute);
	team.conclude(other, 'cancelled');
	await clock.advance(minute);
	team.conclude('dep_0002', 'gone-fishing');
	expect(await command.end()).toBe(0);
	expect(fieldsIn(command).map(fields => [fields[2], fields[7]])).toEqual([
		['dep_0002', 'seen'],
		['dep_0002', 'concluded'],
		['dep_0002', 'verdict'],
	]);
});

test('landfall deploy --wait shows on a terminal what it has deployed, and then the progress', async () => {
	const {team, clock, start} = createFollowing();
	const command = await start('deploy docs --wait', {isTerminal: true});
	await clock.advance(minute);
	expect(command.out()).toMatch(/^docs was deployed: v1 to env_1, dep_0001\n.*queued/);
	team.conclude('dep_0001', 'success');
	expect(await command.end()).toBe(0);
});

test('landfall deploy --wait does not guess which deployment it started if the answer was lost', async () => {
	const {team, start} = createFollowing();
	team.fail('after');
	const command = await start('deploy docs --wait');
	expect(await command.end()).toBe(7);
	expect(command.err()).toContain('dep_0001');
	expect(fieldsIn(command).flatMap(fields => fields[7] ?? [])).toEqual([]);
});

test('landfall deploy - --wait waits for all that it has started, and the worst decides', async () => {
	const {team, clock, start} = createFollowing();
	const command = await start('deploy - --wait', {input: 'docs\nshop\n'});
	await clock.advance(minute);
	team.conclude('dep_0001', 'failure');
	await clock.advance(minute);
	team.conclude('dep_0002', 'success');
	expect(await command.end()).toBe(1);
	expect(team.writes()).toHaveLength(2);
});

test.each(['success', 'failure'])(
	'landfall deploy - --wait ends with 7 if it is unknown whether one was started, and another ends with %s',
	async conclusion => {
		const {team, clock, start} = createFollowing();
		team.fail('before');
		const command = await start('deploy - --wait', {input: 'docs\nshop\n'});
		await clock.advance(2 * minute);
		team.conclude('dep_0001', conclusion);
		expect(await command.end()).toBe(7);
		expect(fieldsIn(command).map(fields => fields[1])).toEqual(['shop', 'shop', 'shop']);
	},
);

test('landfall deploy --wait records what it did, and leaves no watch behind', async () => {
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const journal = openJournal({path: journalPath, now: () => 0});
	const {team, clock, start} = createFollowing();
	const command = await start('deploy docs --wait', {journalPath});
	await clock.advance(minute);
	expect(journal.snapshot('demo built-in service').watches).toEqual([]);
	team.conclude('dep_0001', 'success');
	await command.end();
	expect(journal.recent(10).map(({kind}) => kind)).toEqual(['concluded', 'deployed']);
});
