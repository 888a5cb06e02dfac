import fc from 'fast-check';
import {expect, test} from 'vitest';
import {deploymentId, ordinalOfDeploymentId, projectId, seqOfProjectId} from '../../src/sandbox/world/ids.ts';
import {clients, createNames, kinds} from '../../src/sandbox/world/names.ts';
import {createWorld, type SandboxConfig} from '../../src/sandbox/world/world.ts';
import {worldKinds} from '../../src/sandbox/world/worlds.ts';
import {worldNames} from '../../src/world-names.ts';
import {cpuTimeMs} from '../kit/fixtures/cpu-time.ts';
import {hour, open, opening} from './ask.ts';

const configOf = (more: Partial<SandboxConfig>): SandboxConfig => ({
	seed: 1,
	world: 'busy',
	projects: 240,
	openedAt: opening,
	...more,
});

test.each(worldNames)('the world %s opens with its projects, and every response is JSON', name => {
	const asker = open({world: name});
	const {body} = asker.ask('GET', '/v1/projects?limit=100');
	const shown = Math.min(worldKinds[name].projects, 100);
	expect((body.projects as unknown[]).length).toBeGreaterThanOrEqual(Math.floor(shown * 0.95));
	asker.pass(hour);
	for (const {id} of (body.projects as {id: string}[]).slice(0, 20)) {
		expect([200, 404]).toContain(asker.ask('GET', `/v1/projects/${id}/deployments`).status);
	}
});

test('the initial projects and deployments are consistent', () => {
	fc.assert(
		fc.property(fc.integer(), fc.constantFrom(240, 1_000_000), fc.nat(), (seed, projects, at) => {
			const world = createWorld(configOf({seed, projects}));
			const seq = 1 + (at % projects);
			const project = world.project(seq);
			const length = world.historyLength(seq);
			expect(project).toMatchObject({seq, lastOrdinal: length});
			expect(world.seqOfSlug(project.slug)).toBe(seq);
			expect(project.createdAt).toBeLessThanOrEqual(project.updatedAt);
			expect(project.updatedAt).toBeLessThan(opening);
			expect(project.latestUploadVersion).toBeLessThanOrEqual(project.lastVersion);
			if (seq > 1) expect(world.project(seq - 1).createdAt).toBeLessThanOrEqual(project.createdAt);
			for (let ordinal = 1; ordinal <= length; ordinal++) {
				const {createdAt, uploadVersion} = world.deployment(seq, ordinal);
				const before = ordinal === 1 ? project.createdAt : world.deployment(seq, ordinal - 1).createdAt;
				expect(createdAt).toBeGreaterThan(before);
				expect(uploadVersion).toBe(project.lastVersion - length + ordinal);
			}
		}),
	);
});

test('ten thousand projects have unique slugs', () => {
	const names = createNames(7);
	const slugs = Array.from({length: 10_000}, (_, place) => names.slugAt(place));
	expect(new Set(slugs).size).toBe(slugs.length);
	for (const [place, slug] of slugs.entries()) {
		if (place % 7 === 0) expect(names.placeOf(slug)).toBe(place);
	}

	expect([...kinds, ...clients].filter(word => !/^[a-z0-9-]*$/.test(word))).toEqual([]);
	expect(names.placeOf('no-such-thing')).toBeUndefined();
	expect(names.placeOf('docs-1')).toBeUndefined();
});

test('only ids exactly as issued are recognized', () => {
	const whole = fc.integer({min: 1, max: 2 ** 31});
	fc.assert(
		fc.property(fc.integer(), whole, whole, fc.string(), (seed, seq, ordinal, other) => {
			expect(seqOfProjectId(seed, projectId(seed, seq))).toBe(seq);
			expect(seqOfProjectId(seed + 1, projectId(seed, seq))).toBeUndefined();
			expect(seqOfProjectId(seed, other)).toBeUndefined();
			expect(ordinalOfDeploymentId(seed, seq, deploymentId(seed, seq, ordinal))).toBe(ordinal);
			expect(ordinalOfDeploymentId(seed, seq + 1, deploymentId(seed, seq, ordinal))).toBeUndefined();
		}),
	);
});

test('some projects have more deployments than a list may hold, and some have none', () => {
	const world = createWorld(configOf({}));
	const lengths = Array.from({length: 240}, (_, at) => world.historyLength(at + 1));
	expect(lengths.filter(length => length > 100).length).toBeGreaterThan(3);
	expect(lengths).toContain(0);
});

test('a world of a million projects is opened and read within half a second', () => {
	const before = cpuTimeMs();
	const {body} = open({world: 'large'}).ask('GET', '/v1/projects?limit=100');
	expect(body.projects).toHaveLength(100);
	expect(cpuTimeMs() - before).toBeLessThan(500);
});
