import {expect, test} from 'vitest';
import {type WorldName, worldKinds} from '../../src/sandbox/world.ts';
import {cpuTimeMs} from '../kit/fixtures/cpu-time.ts';
import {hour, open} from './ask.ts';

test.each(Object.keys(worldKinds) as WorldName[])('the world %s has its projects, and answers JSON', name => {
	const asker = open({world: name});
	const {body} = asker.ask('GET', '/v1/projects?limit=100');
	const shown = Math.min(worldKinds[name].projects, 100);
	expect((body.projects as unknown[]).length).toBeGreaterThanOrEqual(Math.floor(shown * 0.95));
	asker.pass(hour);
	for (const {id} of (body.projects as {id: string}[]).slice(0, 20)) {
		expect([200, 404]).toContain(asker.ask('GET', `/v1/projects/${id}/deployments`).status);
	}
});

test('a world of a million projects is opened and read within half a second', () => {
	const before = cpuTimeMs();
	const {body} = open({world: 'large'}).ask('GET', '/v1/projects?limit=100');
	expect(body.projects).toHaveLength(100);
	expect(cpuTimeMs() - before).toBeLessThan(500);
});
