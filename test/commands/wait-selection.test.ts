import {describe, expect, test} from 'vitest';
import {linesOf} from '../kit/app/command.ts';
import {createDocsTeam, createLastingDocs, eventsIn, fieldsIn} from '../kit/app/team-commands.ts';
import {hour, minute, second} from '../kit/fixtures/moment.ts';

const judgedBy = (command: Parameters<typeof fieldsIn>[0]) =>
	fieldsIn(command).flatMap(fields => (fields[7] === 'verdict' ? [fields[2]] : []));
const codeAndJudgedIds = async (command: Parameters<typeof fieldsIn>[0]) => [await command.end(), ...judgedBy(command)];

test.each(['wait docs', 'wait docs --all'])('%s decides nothing if a deployment is unreadable', async line => {
	const {team, start} = createDocsTeam();
	team.conclude(team.deploy('docs'), 'success');
	team.change(team.deploy('docs'), {id: null});
	const command = await start(line);
	expect(await command.end()).toBe(6);
});

describe('landfall wait with a deployment', () => {
	test('waits for that one, and without it for the newest in progress', async () => {
		const {team, clock, start} = createDocsTeam();
		const [named, newest] = [team.deploy('docs'), team.deploy('docs')];
		await clock.advance(minute);
		team.conclude(team.deploy('docs'), 'success');
		const commands = [await start(`wait docs ${named}`), await start('wait docs')];
		await clock.advance(minute);
		team.conclude(named, 'success');
		team.conclude(newest, 'failure');
		expect(await Promise.all(commands.map(command => command.end()))).toEqual([0, 1]);
		expect(commands.map(judgedBy)).toEqual([[named], [newest]]);
	});

	test('follows one that the list lacks', async () => {
		const {team, clock, start} = createDocsTeam();
		const id = team.deploy('docs', {created_at: '2020-01-01T00:00:00Z'});
		for (let count = 0; count < 110; count++) team.conclude(team.deploy('docs'), 'success');
		const command = await start(`wait docs ${id}`);
		await clock.advance(minute);
		team.conclude(id, 'failure');
		const concludedAt = clock.now();
		expect(await command.end()).toBe(1);
		expect(clock.now() - concludedAt).toBeLessThan(20 * second);
	});
});

describe('landfall wait if nothing is in progress', {tags: ['fault-133']}, () => {
	const over = 'Nothing is in progress. The newest deployment concluded 2h ago: success; --last accepts it';

	/** Two hours after a success. */
	async function createQuiet(options: Parameters<typeof createLastingDocs>[0] = {}) {
		const docs = createLastingDocs(options);
		for (const project of ['docs', 'shop']) docs.team.conclude(docs.team.deploy(project), 'success');
		await docs.clock.advance(2 * hour);
		return docs;
	}

	test.each<[line: string, exitCode: number, reason: string, agoMs: number, ...concluded: string[]]>([
		['wait docs', 4, 'the project has no deployments', 0],
		['wait docs', 0, 'conclusion success', minute, 'failure', 'success'],
		['wait docs', 4, 'The newest deployment concluded 3m ago: success; --last accepts it', 3 * minute, 'success'],
		['wait docs --last', 0, 'conclusion success', 2 * hour, 'failure', 'success'],
		['wait docs --last', 4, 'the project has no deployments', 0],
		['wait docs --all', 0, 'no deployment is in progress', minute, 'failure'],
		['wait docs --all', 0, 'none of the newest 100 deployments is in progress', 0, ...Array(110).fill('failure')],
		['wait docs dep_0001', 1, 'conclusion failure', minute, 'failure', 'success'],
		['wait docs dep_wrong', 4, 'the project has no such deployment', minute, 'failure'],
	])('%s soon exits with %i: %s', async (line, expected, reason, agoMs, ...concluded) => {
		for (const skewMs of [0, 3 * hour]) {
			const order = concluded.length < 100 ? 'unordered' : 'newest first';
			const {team, clock, start} = createDocsTeam({order, skewMs});
			for (const conclusion of concluded) {
				await clock.advance(minute);
				team.conclude(team.deploy('docs'), conclusion);
			}

			await clock.advance(agoMs);
			const startedAt = clock.now();
			const command = await start(line);
			expect(await command.end()).toBe(expected);
			expect(clock.now() - startedAt).toBeLessThan(10 * second);
			expect(fieldsIn(command).map(fields => [fields[7], fields[10]])).toEqual([
				['verdict', expect.stringContaining(reason)],
			]);
		}
	});

	test('names each of several projects', async () => {
		const {start} = await createQuiet();
		const command = await start('wait -', {input: 'docs\nshop\n', isTerminal: true});
		expect(await command.end()).toBe(4);
		expect(command.out().trimEnd().split('\n').toSorted()).toEqual([`docs unknown: ${over}`, `shop unknown: ${over}`]);
	});

	test.each([
		['has concluded', 'success', 0],
		['is not visible yet', undefined, 1],
	])('waits for a deployment just started here that %s', async (_name, conclusion, expected) => {
		const {team, clock, start} = await createQuiet(conclusion ? {} : {visibleAfterMs: 12 * second});
		await (await start('deploy docs')).end();
		const own = 'dep_0003';
		if (conclusion) {
			team.conclude(own, conclusion);
			// Somebody else's is later.
			await clock.advance(10 * second);
			team.conclude(team.deploy('docs'), 'failure');
		}

		const lines = ['wait docs', ...(conclusion ? [] : ['wait docs --last', 'wait docs --all'])];
		const commands = await Promise.all(lines.map(line => start(line)));
		await clock.advance(20 * second);
		team.conclude(own, conclusion ?? 'failure');
		for (const command of commands) expect(await codeAndJudgedIds(command)).toEqual([expected, own]);
	});

	test('accepts a deployment of others that concluded a minute ago', async () => {
		const {team, clock, start} = await createQuiet();
		team.conclude(team.deploy('docs', {created_at: new Date(clock.now() - hour).toISOString()}), 'failure');
		await clock.advance(minute);
		const command = await start('wait docs');
		expect(await codeAndJudgedIds(command)).toEqual([1, 'dep_0003']);
	});
});

describe('landfall wait for an accepted deployment that is not visible yet', {tags: ['fault-132']}, () => {
	test.each(['deploy docs --wait', 'wait docs dep_0001'])('%s waits for it for a minute', async line => {
		for (const [visibleAfterMs, expected] of [
			[50 * second, 0],
			[hour, 4],
		] as const) {
			const {team, clock, start} = createLastingDocs({visibleAfterMs});
			const startedAt = clock.now();
			if (line.startsWith('wait')) await (await start('deploy docs')).end();
			const command = await start(line, {isTerminal: true});
			await clock.advance(30 * second);
			expect(command.err().split('\r').at(-1)).toMatch(/^not visible yet · read \ds ago · docs/);
			await clock.advance(25 * second);
			team.conclude('dep_0001', 'success');
			expect(await command.end()).toBe(expected);
			expect(clock.now() - startedAt).toBeGreaterThan(expected === 0 ? 50 * second : minute);
			expect(command.out()).toMatch(
				expected === 0 ? /succeeded: conclusion success.* · https:\S+\n$/ : /gone: the service no longer/,
			);
		}
	});
});

describe('landfall wait --next', () => {
	test.each([
		['newest first', 0],
		['oldest first', 0],
		['unordered', -hour],
		['unordered', hour],
	] as const)('takes the next one of a service that lists them %s and is %i ms ahead', async (order, skewMs) => {
		const {team, clock, start} = createDocsTeam({order, skewMs});
		for (let count = 0; count < 3; count++) {
			team.conclude(team.deploy('docs'), 'failure');
			await clock.advance(minute);
		}

		team.deploy('docs', {status: 'building'});
		const command = await start('wait docs --next');
		await clock.advance(minute);
		expect(command.out()).toBe('');
		const next = team.deploy('docs');
		await clock.advance(minute);
		team.conclude(next, 'success');
		expect(await command.end()).toBe(0);
		expect(eventsIn(command)).toEqual(['started', 'concluded', 'verdict'].map(event => `docs ${next} ${event}`));
	});

	test('takes a deployment that starts during an outage', async () => {
		const {team, clock, fail, start} = createDocsTeam();
		team.deploy('docs');
		fail('ECONNREFUSED', /./);
		const command = await start('wait docs --next');
		await clock.advance(30 * second);
		const next = team.deploy('docs');
		await clock.advance(30 * second);
		fail(undefined);
		await clock.advance(2 * minute);
		team.conclude(next, 'success');
		expect(await codeAndJudgedIds(command)).toEqual([0, next]);
	});

	test.each([
		['one without a date', [{created_at: null}], 'dep_0001'],
		['the first of several', [{created_at: '2026-06-01T12:02:00Z'}, {created_at: '2026-06-01T12:01:00Z'}], 'dep_0002'],
	])('takes %s', async (_name, added, expected) => {
		const {team, clock, start} = createDocsTeam();
		const command = await start('wait docs --next');
		await clock.advance(2.5 * minute);
		for (const fields of added) team.deploy('docs', fields);
		await clock.advance(minute);
		for (const index of added.keys()) team.conclude(`dep_000${index + 1}`, 'success');
		expect(await codeAndJudgedIds(command)).toEqual([0, expected]);
	});

	test('does not take an old deployment that the service lists late', async () => {
		const {team, clock, start} = createDocsTeam();
		const command = await start('wait docs --next --timeout 3m');
		await clock.advance(minute);
		team.deploy('docs', {created_at: '2026-06-01T11:00:00Z'});
		expect(await command.end()).toBe(9);
	});
});

describe('landfall wait for several deployments', () => {
	test('waits with --all for everything in progress, and the worst verdict decides', async () => {
		const {team, clock, start} = createDocsTeam();
		const ids = [1, 2, 3].map(() => team.deploy('docs'));
		const command = await start('wait docs --all');
		await clock.advance(10 * second);
		const later = team.deploy('docs');
		for (const [index, id] of ids.entries()) {
			await clock.advance(20 * second);
			team.conclude(id, ['failure', 'gone-fishing', 'success'][index] ?? '');
		}

		expect(await codeAndJudgedIds(command)).toEqual([1, ids[2], ids[1], ids[0]]);
		expect(command.out()).not.toContain(later);
	});

	test('reads projects from standard input, by id, slug or name', async () => {
		const {team, clock, start} = createDocsTeam();
		const [docs, shop] = [team.deploy('docs'), team.deploy('shop')];
		const command = await start('wait -', {input: 'docs\n\nshop\ndocs\n'});
		await clock.advance(minute);
		team.conclude(docs, 'success');
		await clock.advance(minute);
		team.conclude(shop, 'gone-fishing');
		expect(await codeAndJudgedIds(command)).toEqual([10, docs, shop]);
	});

	test.each([
		['success', 4],
		['failure', 1],
	])('waits for the others if one is not found, and exits after %s with %i', async (conclusion, expected) => {
		const {team, clock, start} = createDocsTeam();
		const id = team.deploy('docs');
		const command = await start('wait -', {input: 'nowhere\ndocs\n'});
		await clock.advance(minute);
		expect(command.err()).toContain('No project has the id, slug or name nowhere.');
		team.conclude(id, conclusion);
		expect(await codeAndJudgedIds(command)).toEqual([expected, id]);
	});

	test('exits with 3 if one is forbidden, because 1 means that a deployment failed', async () => {
		const {team, fail, start} = createDocsTeam();
		team.conclude(team.deploy('docs'), 'success');
		fail({status: 403}, /projects\/shop/);
		expect(await (await start('wait -', {input: 'docs\nshop\n'})).end()).toBe(3);
	});
});

const listOfProjects = /^GET \/v1\/projects(?:\?.*)?$/;

test.each([
	'wait docs',
	'wait docs dep_0001',
	'wait -',
	'watch docs',
	'watch docs shop',
	'watch',
	'deploy docs --wait',
])('%s names the project, and reads the list of projects only to watch all', async line => {
	const {team, clock, start, journal} = createLastingDocs();
	team.changeProject('docs', {name: 'Documentation'});
	for (const project of ['docs', 'shop']) team.deploy(project);
	const command = await start(`${line} --json`, {input: 'docs\nshop\n'});
	await clock.advance(minute);
	expect(await command.endBy(130)).toBe(130);
	expect(team.requests.some(request => listOfProjects.test(request))).toBe(line === 'watch');
	expect(team.requests.filter(request => request.includes('/deployments')).length).toBeGreaterThan(10);
	const printed = linesOf(command.out()).map(text => JSON.parse(text)._landfall.project);
	expect(new Set(printed.filter(name => name !== 'shop'))).toEqual(new Set(['Documentation']));
	const {observations} = journal().observedSince('demo built-in service', 0);
	const names = observations.flatMap(({deployment, project}) => (deployment.projectId === 'docs' ? [project] : []));
	expect(new Set(names)).toEqual(new Set(['Documentation']));
});
