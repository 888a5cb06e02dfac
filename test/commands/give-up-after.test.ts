import {expect, test} from 'vitest';
import {createDocsTeam} from '../kit/app/team-commands.ts';
import {second} from '../kit/fixtures/moment.ts';

/** The times are in seconds since the first failure. */
async function failing(line: string, fault: Parameters<ReturnType<typeof createDocsTeam>['fail']>[0]) {
	const {team, clock, fail, failures, start} = createDocsTeam();
	team.deploy('docs', {status: 'building'});
	const isFollowing = line.startsWith('wait') || line.includes('--wait');
	if (!isFollowing) fail(fault);
	const command = await start(line);
	if (isFollowing) await clock.advance(20 * second);
	fail(fault);
	const code = await command.end();
	const sinceFirst = (at: number) => (at - (failures[0] ?? 0)) / second;
	return {code, attempts: failures.map(sinceFirst), endedAt: sinceFirst(clock.now())};
}

const reading = ['ls', 'get docs', 'api GET projects'];
const lines = [...reading, 'edit docs --name x', 'create shop', 'wait docs', 'deploy docs --wait'];
const faults = [
	['cannot be reached', 'ECONNREFUSED', 5],
	['fails', {status: 500}, 5],
	['is too busy', {status: 429}, 8],
] as const;

const failingLines = lines.flatMap(line => faults.map(fault => [line, ...fault] as const));

test.each(failingLines)('%s retries for 30 s if the service %s', {tags: ['fault-112']}, async (...row) => {
	const [line, , fault, expected] = row;
	const {code, attempts, endedAt} = await failing(`${line} --give-up-after 30s`, fault);
	expect(code).toBe(expected);
	expect(attempts.length).toBeGreaterThan(2);
	expect(endedAt).toBeGreaterThanOrEqual(30);
	expect(endedAt).toBeLessThanOrEqual(31.2);
});

test.each([408, 429, 500])('ls pauses for at least a second after a %i', {tags: ['fault-15']}, async status => {
	const {attempts, endedAt} = await failing('ls --give-up-after 30s', {status});
	const pauses = attempts.slice(1, -1).map((at, index) => at - (attempts[index] ?? 0));
	expect(pauses.length).toBeGreaterThan(1);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1);
	expect(endedAt).toBeLessThanOrEqual(31.2);
});

test.each(['ls', 'edit docs --name x'])('%s makes its last attempt as late as possible', async line => {
	const {attempts} = await failing(`${line} --give-up-after 20s`, 'ECONNREFUSED');
	expect(attempts.at(-1)).toBe(20);
});

test.each(['ls', 'create shop'])('%s makes no last attempt if the service asks for a longer pause', async line => {
	const fault = {status: 429, headers: {'retry-after': '60'}};
	const {code, attempts, endedAt} = await failing(`${line} --give-up-after 20s`, fault);
	expect(code).toBe(8);
	expect(attempts).toEqual([0]);
	expect(endedAt).toBeGreaterThanOrEqual(20);
	expect(endedAt).toBeLessThanOrEqual(21);
});

test('--give-up-after counts neither sleep nor changes of the clock', async () => {
	const {clock, fail, start} = createDocsTeam();
	fail('ECONNREFUSED');
	const command = await start('ls --give-up-after 60s');
	await clock.advance(2 * second);
	for (let nap = 0; nap < 2; nap++) {
		await clock.sleep(8 * 3600 * second);
		await clock.advance(10 * second);
		await clock.setBack(2 * 3600 * second);
	}

	const startedAt = clock.elapsed();
	expect(await command.end()).toBe(5);
	expect((clock.elapsed() - startedAt) / second).toBeGreaterThan(36);
	expect((clock.elapsed() - startedAt) / second).toBeLessThan(41);
});

test('an outage begins when the first failing request was sent', async () => {
	const handle = () => ({status: 503, headers: {}, body: '{}'});
	const command = await createDocsTeam().start('ls --give-up-after 5s', {latencyMs: 15 * second, handle});
	expect([await command.end(), command.requests.length]).toEqual([5, 1]);
});

test('reads that fail together report the outage once', async () => {
	const {team, clock, fail, start} = createDocsTeam({projects: ['a', 'b', 'c', 'd', 'e', 'f']});
	team.conclude(team.deploy('a'), 'success');
	fail({status: 500}, /deployments/);
	const command = await start('ls --all --filter outcome:succeeded');
	await clock.advance(1.5 * second);
	fail(undefined);
	expect(await command.end()).toBe(0);
	expect(command.err().match(/Retrying for up to 30s\./g)).toHaveLength(1);
});
