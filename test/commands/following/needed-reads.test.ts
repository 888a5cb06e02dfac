import {describe, expect, test} from 'vitest';
import {createFollowing} from '../../kit/app/following.ts';

const second = 1000;

const listOfProjects = /^GET \/v1\/projects(?:\?.*)?$/;

describe('no list of projects is read by', () => {
	test.each([
		['wait docs', ''],
		['wait docs dep_0001', ''],
		['wait -', 'docs\nshop\n'],
		['watch docs', ''],
		['watch docs shop', ''],
		['deploy docs --wait', ''],
	])('landfall %s', async (line, input) => {
		const {team, clock, start} = createFollowing();
		for (const project of ['docs', 'shop']) team.deploy(project);
		const command = await start(line, {input});
		await clock.advance(60 * second);
		expect(team.requests.filter(request => listOfProjects.test(request))).toEqual([]);
		expect(team.requests.filter(request => request.includes('/deployments')).length).toBeGreaterThan(10);
		command.interrupt(130);
		expect(await command.end()).toBe(130);
	});
});

test('landfall watch reads the list of projects, to find all of them', async () => {
	const {team, clock, start} = createFollowing();
	await start('watch');
	await clock.advance(second);
	expect(team.requests.filter(request => listOfProjects.test(request)).length).toBeGreaterThan(0);
});
