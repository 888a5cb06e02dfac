import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Asker, type Body, hour, lasting, minute, open} from './ask.ts';

const visible = ({ask, projects}: Asker) =>
	projects().map(project => ({
		...lasting(project),
		deployments: (ask('GET', `/v1/projects/${project.id}/deployments?limit=12`).body.deployments as Body[]).map(
			lasting,
		),
	}));

/** A write, and the reads before it, which only make the sandbox catch up. */
const action = fc.record({
	afterMs: fc.integer({min: 0, max: 20 * minute}),
	write: fc.constantFrom('create', 'deploy', 'rename', 'delete'),
	at: fc.nat(20),
	readsBefore: fc.integer({min: 0, max: 6}),
});

test('the world at a given time does not depend on how often it is read', () => {
	fc.assert(
		fc.property(fc.array(action, {maxLength: 8}), fc.integer({min: 0, max: hour}), (actions, restMs) => {
			const readOften = open({world: 'busy', projects: 30});
			const readRarely = open({world: 'busy', projects: 30});
			for (const {afterMs, write, at, readsBefore} of actions) {
				for (let read = 0; read < readsBefore; read++) {
					readOften.pass(Math.floor(afterMs / (readsBefore + 1)));
					readOften.ask('GET', '/v1/projects?limit=1');
				}

				readOften.pass(afterMs - readsBefore * Math.floor(afterMs / (readsBefore + 1)));
				readRarely.pass(afterMs);
				const [id = ''] = readOften
					.projects()
					.slice(at)
					.map(project => project.id);
				for (const {ask} of [readOften, readRarely]) {
					if (write === 'create') ask('POST', '/v1/projects', {name: 'mine'});
					if (write === 'deploy') ask('POST', `/v1/projects/${id}/deployments`, {});
					if (write === 'rename') ask('PATCH', `/v1/projects/${id}`, {name: 'renamed', slug: `renamed-${at}`});
					if (write === 'delete') ask('DELETE', `/v1/projects/${id}`);
				}
			}

			for (let passed = 0; passed < 10; passed++) {
				readOften.pass(restMs / 10);
				readOften.ask('GET', '/v1/projects');
			}

			readRarely.pass(restMs);
			expect(visible(readOften)).toEqual(visible(readRarely));
		}),
		{numRuns: 10},
	);
});

test('the simulated team does not touch a project created by the user for five minutes', () => {
	for (let seed = 1; seed <= 20; seed++) {
		const asker = open({world: 'busy', projects: 3, seed});
		const {body: created} = asker.ask('POST', '/v1/projects', {name: 'mine'});
		asker.pass(5 * minute - 1);
		expect(asker.ask('GET', `/v1/projects/${created.id}`)).toMatchObject({status: 200, body: lasting(created)});
		expect(asker.deployments(created.id)).toEqual([]);
		asker.pass(hour);
		expect(asker.deployments(created.id).length).toBeGreaterThan(0);
	}
});

test('a quiet world does not change by itself', () => {
	const asker = open({world: 'quiet'});
	const before = visible(asker);
	asker.pass(100 * hour);
	expect(visible(asker)).toEqual(before);
});

test('a sandbox that starts again on the same day has the same past, and reuses no id', {tags: ['fault-287']}, () => {
	const startsAt = Date.UTC(2026, 5, 1, 15);
	const readAt = (at: number) => {
		const asker = open({world: 'busy', projects: 60, startsAt: at});
		asker.pass(10 * minute);
		const records = asker.projects().flatMap(({id}) => asker.deployments(String(id)).map(lasting));
		return new Map(records.map(record => [record.id, record]));
	};
	const [first, second] = [readAt(startsAt), readAt(startsAt + 30 * minute)];
	const past = [...first.values()].filter(({created_at}) => Date.parse(String(created_at)) < startsAt - 15 * minute);
	expect(past.length).toBeGreaterThan(500);
	const deleted = past.filter(({id}) => !second.has(id));
	expect(deleted.length).toBeLessThan(past.length / 10);
	for (const [id, {created_at}] of second) expect(first.get(id)?.created_at ?? created_at).toBe(created_at);
	const newest = Math.max(...[...first.values()].map(({created_at}) => Date.parse(String(created_at))));
	expect(newest).toBeGreaterThan(startsAt);
	expect(newest).toBeLessThanOrEqual(startsAt + 10 * minute);
});

test('a sandbox has the same projects whenever it opens', () => {
	const namesAt = (minutes: number) =>
		open({world: 'busy', projects: 60, startsAt: Date.UTC(2026, 5, 1, 15, minutes)})
			.projects()
			.map(({name}) => name);
	for (let minutes = 0; minutes < 60; minutes += 2) expect(namesAt(minutes)).toEqual(namesAt(-1));
});
