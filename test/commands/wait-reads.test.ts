import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {createFollowing} from '../kit/app/following.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

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

test.each(['wait docs', 'wait -', 'watch docs', 'watch docs shop', 'watch', 'deploy docs --wait'])(
	'landfall %s calls the project by its name',
	async line => {
		const {team, clock, start} = createFollowing();
		team.changeProject('docs', {name: 'Documentation'});
		team.deploy('docs');
		const journalPath = join(temporaryDirectory(), 'journal.sqlite');
		const command = await start(`${line} --json`, {input: 'docs\nshop\n', journalPath});
		await clock.advance(60 * second);
		command.interrupt(130);
		await command.end();
		expect(JSON.parse(command.out().split('\n')[0] ?? '')).toMatchObject({_landfall: {project: 'Documentation'}});
		const journal = openJournal({path: journalPath, now: () => 0});
		const {observations} = journal.observedSince('demo built-in service', 0);
		expect(new Set(observations.map(({project}) => project))).toEqual(new Set(['Documentation']));
	},
);

describe('landfall wait -', () => {
	const many = Array.from({length: 100}, (_, index) => `project-${index}`);

	/** Waits for this many projects whose deployments have all concluded. Returns how long it takes, and the requests. */
	async function waitForAll(count: number, flags = '') {
		const projects = many.slice(0, count);
		const {team, clock, start} = createFollowing({projects});
		for (const project of projects) team.conclude(team.deploy(project), 'success');
		const startedAt = clock.now();
		const command = await start(`wait -${flags}`, {input: projects.join('\n')});
		expect(await command.end()).toBe(0);
		return {tookMs: clock.now() - startedAt, requests: team.requests};
	}

	test('knows within a second or two that the deployments of five projects have concluded', async () => {
		const {tookMs, requests} = await waitForAll(5);
		expect(tookMs).toBeLessThan(2 * second);
		expect(requests).toHaveLength(10);
	});

	test('reads within the budget, whether it finds projects or waits', async () => {
		const {tookMs, requests} = await waitForAll(20);
		expect(tookMs).toBeGreaterThan(30 * second);
		expect(tookMs).toBeLessThan(40 * second);
		expect(requests).toHaveLength(40);
	});

	test('reads many projects with a small budget one after the other, however long that takes', async () => {
		const {tookMs, requests} = await waitForAll(60, ' --rpm 12');
		expect(tookMs).toBeGreaterThan(10 * 60 * second);
		expect(requests).toHaveLength(120);
	});
});
