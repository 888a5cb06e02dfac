import {describe, expect, test} from 'vitest';
import {createFollowing, fieldsIn} from '../kit/app/following.ts';

const second = 1000;
const minute = 60 * second;

/** Waits for a deployment in progress that has been read. */
async function waitForOne(flags = '', isTerminal = false) {
	const following = createFollowing();
	const id = following.team.deploy('docs', {status: 'building'});
	const command = await following.start(`wait docs ${id}${flags}`, {isTerminal});
	await following.clock.advance(10 * second);
	return {...following, id, command};
}

describe('landfall wait gives up', () => {
	test.each([
		['5 if the service cannot be reached', 'ECONNREFUSED', 5, /refused/i],
		['5 if the service fails', {status: 500, headers: {'x-request-id': 'req_77'}}, 5, / Request id: req_77\.$/],
		['5 if the service is overloaded', {status: 503}, 5, /503/],
		['8 if it is asked to slow down', {status: 429}, 8, /429/],
		['8 if it is asked to slow down for minutes', {status: 429, headers: {'retry-after': '120'}}, 8, /429/],
		['6 if answers make no sense', {status: 200}, 6, /expected form/],
		['3 if the key is rejected', {status: 401}, 3, /401/],
		['3 if the key may not read it', {status: 403}, 3, /403/],
	] as const)('with exit code %s, after --give-up-after and not before', async (_name, fault, expected, reason) => {
		const {clock, fail, command} = await waitForOne(' --give-up-after 15m');
		fail(fault);
		const failingSince = clock.now();
		expect(await command.end()).toBe(expected);
		expect(clock.now() - failingSince).toBeGreaterThan(14 * minute);
		expect(clock.now() - failingSince).toBeLessThan(16 * minute);
		const verdict = fieldsIn(command).at(-1);
		expect(verdict?.slice(7, 9)).toEqual(['verdict', 'unknown']);
		expect(verdict?.at(-1)).toMatch(reason);
	});

	test('on one of several projects, and says so without a word about the others', async () => {
		const {team, clock, fail, start} = createFollowing();
		const [, shop = ''] = ['docs', 'shop'].map(project => team.deploy(project));
		const command = await start('wait -', {input: 'docs\nshop\n'});
		await clock.advance(10 * second);
		fail({status: 403}, /docs/);
		await clock.advance(15 * minute);
		team.conclude(shop, 'success');
		expect(await command.end()).toBe(3);
		const notes = command
			.err()
			.split('\n')
			.filter(line => !line.includes('still'));
		expect(notes).toEqual([
			expect.stringMatching(/403.*Trying again for up to 10m\.$/),
			expect.stringMatching(/^docs: .*403.*Gave up on it\.$/),
			'',
		]);
	});

	test('with the same exit codes if the service fails from the start', async () => {
		for (const [fault, expected] of [
			['ECONNREFUSED', 5],
			[{status: 429}, 8],
			[{status: 200}, 6],
			[{status: 401}, 3],
			[{status: 403}, 3],
		] as const) {
			const {fail, start} = createFollowing();
			fail(fault);
			expect(await (await start('wait docs')).end()).toBe(expected);
		}
	});

	test('not for as long as anything about the deployment is read now and then', async () => {
		const {team, clock, fail, id, command} = await waitForOne();
		for (let hour = 0; hour < 2; hour++) {
			fail({status: 500});
			await clock.advance(8 * minute);
			fail(undefined);
			await clock.advance(2 * minute);
		}

		team.conclude(id, 'success');
		expect(await command.end()).toBe(0);
	});

	test('not because the computer slept', async () => {
		const {team, clock, fail, id, command} = await waitForOne(' --timeout 30m');
		await clock.sleep(9 * 60 * minute);
		fail('ECONNREFUSED');
		await clock.advance(minute);
		fail(undefined);
		await clock.advance(2 * minute);
		team.conclude(id, 'success');
		expect(await command.end()).toBe(0);
	});

	test('in time even if its clock was set back', async () => {
		const {clock, fail, command} = await waitForOne();
		fail('ECONNREFUSED');
		await clock.advance(minute);
		clock.setBack(3 * 60 * minute);
		const setBackAt = clock.now();
		expect(await command.end()).toBe(5);
		expect(clock.now() - setBackAt).toBeLessThan(11 * minute);
	});
});

describe('landfall wait survives', () => {
	test.each([
		['an outage of a minute', 'ECONNREFUSED'],
		['a minute of errors', {status: 500}],
		['a minute of web pages', {status: 200, headers: {'content-type': 'text/html'}}],
		['a minute in which a gateway rejects the key', {status: 401}],
		['a minute without the project and the deployment', {status: 404}],
		['a Retry-After of a minute', {status: 429, headers: {'retry-after': '60'}}],
	] as const)('%s, in which the deployment concludes', async (_name, fault) => {
		const {team, clock, fail, id, command} = await waitForOne();
		fail(fault);
		await clock.advance(30 * second);
		team.conclude(id, 'failure');
		await clock.advance(30 * second);
		expect(fieldsIn(command)).toHaveLength(1);
		fail(undefined);
		const backAt = clock.now();
		expect(await command.end()).toBe(1);
		expect(clock.now() - backAt).toBeLessThan(130 * second);
	});

	test('a Retry-After, until which it asks about no other project either', async () => {
		const projects = ['a', 'b', 'c', 'd', 'e', 'f'];
		const {team, clock, fail, start} = createFollowing({projects});
		for (const project of projects) team.deploy(project);
		const command = await start('wait -', {input: projects.join('\n')});
		await clock.advance(20 * second);
		fail({status: 429, headers: {'retry-after': '120'}});
		// Some reads are under way already.
		await clock.advance(second);
		fail(undefined);
		const before = team.requests.length;
		await clock.advance(110 * second);
		expect(team.requests.length).toBe(before);
		for (const index of projects.keys()) team.conclude(`dep_000${index + 1}`, 'success');
		expect(await command.end()).toBe(0);
	});

	test('a 404 now and then, of the deployment and of the list', async () => {
		const {team, clock, fail, id, command} = await waitForOne();
		for (let count = 0; count < 10; count++) {
			fail({status: 404}, count % 2 === 0 ? /dep_/ : /deployments\?/);
			await clock.advance(20 * second);
			fail(undefined);
			await clock.advance(40 * second);
		}

		team.conclude(id, 'success');
		expect(await command.end()).toBe(0);
	});

	test('a list that the service refuses, as long as the deployment itself is read', async () => {
		const {team, clock, fail, id, command} = await waitForOne();
		fail({status: 403}, /deployments\?/);
		await clock.advance(30 * minute);
		expect(
			command
				.err()
				.split('\n')
				.filter(line => !line.includes('still')),
		).toEqual(['']);
		team.conclude(id, 'success');
		expect(await command.end()).toBe(0);
	});
});

describe('what landfall wait says about trouble', () => {
	test('is one note in a log when it begins and one when it ends', async () => {
		const {clock, fail, command} = await waitForOne();
		fail('ECONNREFUSED');
		await clock.advance(minute);
		fail(undefined);
		await clock.advance(90 * second);
		const [begin, end] = command
			.err()
			.split('\n')
			.filter(line => !line.includes('still building'));
		expect(begin).toMatch(/connection refused.*Trying again for up to 10m\.$/i);
		expect(end).toMatch(/^Reading again after (?:5\ds|1m \d\ds)\.$/);
	});

	test('is nothing in a log if it is over within seconds', async () => {
		const {clock, fail, command} = await waitForOne();
		fail('ECONNREFUSED');
		await clock.advance(3 * second);
		fail(undefined);
		await clock.advance(30 * second);
		expect(command.err()).toBe('');
	});

	test('names on a terminal when it began and when landfall tries again', async () => {
		const {clock, fail, command} = await waitForOne('', true);
		fail('ECONNREFUSED');
		await clock.advance(30 * second);
		expect(command.err().split('\r').at(-1)).toMatch(
			/^offline since 12:00:1\d, trying again in \d+s · building, read \d\ds ago · docs v…/,
		);
	});

	test('names the same beginning whichever read failed last', async () => {
		const {clock, fail, command} = await waitForOne('', true);
		fail({status: 500});
		await clock.advance(2 * minute);
		const beginnings = command.err().match(/no usable answer since [\d:]+|offline since [\d:]+/g) ?? [];
		expect(new Set(beginnings).size).toBe(1);
	});
});

describe('a deployment or a project that is gone', () => {
	test.each(['deployment', 'project'])('ends landfall wait with 4 once the %s is in no answer', async what => {
		const {team, clock, id, command} = await waitForOne();
		team.deploy('docs');
		if (what === 'project') team.remove('docs');
		else team.forget(id);
		const goneAt = clock.now();
		expect(await command.end()).toBe(4);
		expect(clock.now() - goneAt).toBeLessThan(5 * minute);
		expect(fieldsIn(command).at(-1)?.slice(7, 9)).toEqual(['verdict', 'gone']);
	});

	test('ends landfall wait with 4 at once if there is no such project', async () => {
		const {start} = createFollowing();
		const command = await start('wait nowhere');
		expect(await command.end()).toBe(4);
		expect(command.err()).toContain('There is no project with the id, slug or name nowhere.');
	});
});
