import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {createFollowing, fieldsIn} from '../kit/app/following.ts';
import {temporaryDirectory} from '../kit/fixtures/temporary-directory.ts';

const second = 1000;
const minute = 60 * second;

const listOfProjects = /^GET \/v1\/projects(?:\?.*)?$/;

test.each([
	'wait docs',
	'wait docs dep_0001',
	'wait -',
	'watch docs',
	'watch docs shop',
	'watch',
	'deploy docs --wait',
])('landfall %s calls the project by its name, and reads no list of projects unless it watches all', async line => {
	const {team, clock, start} = createFollowing();
	team.changeProject('docs', {name: 'Documentation'});
	for (const project of ['docs', 'shop']) team.deploy(project);
	const journalPath = join(temporaryDirectory(), 'journal.sqlite');
	const command = await start(`${line} --json`, {input: 'docs\nshop\n', journalPath});
	await clock.advance(minute);
	command.interrupt(130);
	expect(await command.end()).toBe(130);
	expect(team.requests.some(request => listOfProjects.test(request))).toBe(line === 'watch');
	expect(team.requests.filter(request => request.includes('/deployments')).length).toBeGreaterThan(10);
	expect(JSON.parse(command.out().split('\n')[0] ?? '')).toMatchObject({_landfall: {project: 'Documentation'}});
	const journal = openJournal({path: journalPath, now: () => 0});
	const {observations} = journal.observedSince('demo built-in service', 0);
	const names = observations.flatMap(({deployment, project}) => (deployment.projectId === 'docs' ? [project] : []));
	expect(new Set(names)).toEqual(new Set(['Documentation']));
});

describe('landfall wait -', () => {
	test.each([
		[5, '', 0, 2 * second],
		[20, '', 30 * second, 40 * second],
		[60, ' --rpm 12', 10 * minute, 12 * minute],
	])('finds and reads %i projects within the budget%s', async (count, flags, minMs, maxMs) => {
		const projects = Array.from({length: count}, (_, index) => `project-${index}`);
		const {team, clock, start} = createFollowing({projects});
		for (const project of projects) team.conclude(team.deploy(project), 'success');
		const startedAt = clock.now();
		const command = await start(`wait -${flags}`, {input: projects.join('\n')});
		expect(await command.end()).toBe(0);
		expect(clock.now() - startedAt).toBeGreaterThanOrEqual(minMs);
		expect(clock.now() - startedAt).toBeLessThan(maxMs);
		expect(team.requests).toHaveLength(2 * count);
	});

	test('reads the other projects while the service does not answer about some', async () => {
		const projects = ['a', 'b', 'c', 'd', 'e', 'f'];
		const {team, start} = createFollowing({projects});
		for (const project of projects) team.conclude(team.deploy(project), 'success');
		let count = 0;
		// The first six requests find the projects.
		const latencyMs = () => (++count > 6 && count <= 10 ? 60 * minute : 0);
		const command = await start('wait - --timeout 1m', {input: projects.join('\n'), latencyMs});
		expect(await command.end()).toBe(9);
		const judged = fieldsIn(command).map(fields => [fields[1], fields[8]]);
		expect(judged.slice(0, 2)).toEqual([
			['e', 'succeeded'],
			['f', 'succeeded'],
		]);
		expect(judged.slice(2).map(([, outcome]) => outcome)).toEqual(Array.from({length: 4}, () => 'in progress'));
	});
});

test.each([
	['wait docs dep_0001', 9],
	['deploy docs --wait', 9],
	['wait docs dep_0001', 130],
])('a service that does not answer delays neither --timeout nor a signal: landfall %s, %i', async (line, code) => {
	const {team, clock, start} = createFollowing();
	team.deploy('docs', {status: 'building'});
	let latencyMs = 0;
	const command = await start(`${line} --timeout 30s`, {latencyMs: () => latencyMs});
	await clock.advance(10 * second);
	latencyMs = 60 * minute;
	await clock.advance(10 * second);
	const at = clock.now();
	if (code === 130) command.interrupt(code);
	expect(await command.end()).toBe(code);
	expect(clock.now() - at).toBeLessThanOrEqual(code === 130 ? 200 : 10 * second + 200);
});
