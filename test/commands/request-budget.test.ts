import {describe, expect, test} from 'vitest';
import type {Handle} from '../../src/api/in-process.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {type CommandOptions, startCommand} from '../kit/app/command.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';
import {minute, second} from '../kit/fixtures/moment.ts';
// They are loaded when they are needed, which must not take real time here.
import '../kit/app/team-commands.ts';
import '../../src/commands/select-projects.ts';

/** `reads` are the arrival times. A failing service shows no deployments. */
async function onService(
	projects: number,
	line: string | readonly string[],
	{isFailing = false, ...options}: CommandOptions & {readonly isFailing?: boolean} = {},
) {
	const clock = createTestClock();
	const sandbox = createSandbox({clock, apiKey: 'a-key-for-tests', world: 'quiet', projects, seed: 1});
	const reads: number[] = [];
	const handle: Handle = request => {
		if (request.method === 'GET') reads.push(clock.now());
		if (isFailing && request.target.includes('/deployments')) return {status: 503, headers: {}, body: ''};
		return sandbox.handle(request);
	};
	const command = await startCommand(line, {clock, handle, latencyMs: 100, ...options});
	return {clock, reads, command, startedAt: clock.now()};
}

async function idsOf(projects: number, count: number): Promise<string> {
	const {command} = await onService(projects, `ls --limit ${count}`);
	await command.end();
	return command.out().replaceAll(/\t.*/g, '');
}

/** The most requests in any time of this length. */
const busiest = (times: readonly number[], ms: number): number =>
	Math.max(...times.map(from => times.filter(at => at >= from && at <= from + ms).length));

const busiestMinute = (times: readonly number[]): number => busiest(times, minute);

const failed = ['ls', '--all', '--filter', 'outcome:failed'];

describe('the reads of a command', () => {
	test.each([
		['at once if there are ten', [], 9, 10, 1],
		['ten a second if there are more', [], 120, 122, 14],
		['ten a second with --rpm 0', ['--rpm', '0'], 120, 122, 14],
	])('go out %s', {tags: ['fault-110']}, async (_how, rpm, projects, count, seconds) => {
		const {clock, reads, command, startedAt} = await onService(projects, [...failed, ...rpm]);
		expect(await command.end()).toBe(0);
		expect(reads).toHaveLength(count);
		expect(busiest(reads, second - 1)).toBeLessThanOrEqual(10);
		expect((clock.now() - startedAt) / second).toBeLessThan(seconds);
		expect(command.err()).toBe('');
	});

	test('have at most six in flight', async () => {
		const {reads, command} = await onService(60, failed, {latencyMs: 2000});
		expect(await command.end()).toBe(0);
		expect(busiest(reads, 1999)).toBe(6);
	});

	test.each([
		['says how long to wait', {'retry-after': '20'}],
		['does not say how long to wait', {}],
	])('all succeed on a service that allows 50 a minute and %s', {tags: ['fault-230']}, async (_how, headers) => {
		const clock = createTestClock();
		const times: number[] = [];
		const sandbox = createSandbox({clock, apiKey: 'a-key-for-tests', world: 'quiet', projects: 130, seed: 1});
		const handle: Handle = request => {
			const now = clock.now();
			if (times.filter(at => at > now - minute).length >= 50) return {status: 429, headers, body: '{}'};
			times.push(now);
			return sandbox.handle(request);
		};
		const command = await startCommand(failed, {clock, handle});
		expect(await command.end()).toBe(0);
		expect(times).toHaveLength(132);
	});

	test.each([
		['get no-such-name --rpm 5', 5, 900, 0, 10],
		['get - --rpm 5', 5, 9, 9, 9],
		['wait - --all --timeout 4m --rpm 5', 5, 9, 9, 9],
		// A service that fails gets half as many, and fewer the longer it fails.
		['ls --all --filter outcome:failed --give-up-after 10m --rpm 3', 3, 6, 0, 11],
	])('of %s never exceed %i in a minute', async (line, rpm, projects, names, atLeast) => {
		const input = names === 0 ? '' : await idsOf(projects, names);
		const {reads, command} = await onService(projects, line, {input, isFailing: line.includes('give-up')});
		await command.end();
		expect(reads.length).toBeGreaterThanOrEqual(atLeast);
		expect(busiestMinute(reads)).toBeLessThanOrEqual(rpm);
	});

	test.each([
		[600, 120, 0.3],
		[60, 90, 1.9],
		[5, 6, 1.5],
		[1, 6, 7.5],
	])('never exceed --rpm %i', async (rpm, projects, minutes) => {
		const {clock, reads, command, startedAt} = await onService(projects, [...failed, '--rpm', `${rpm}`]);
		expect(await command.end()).toBe(0);
		expect(busiestMinute(reads)).toBeLessThanOrEqual(rpm);
		expect((clock.now() - startedAt) / minute).toBeLessThan(minutes);
	});

	test.each([
		['60', 30],
		['1', 2],
	])('do not delay the end of an outage with --rpm %s', async (rpm, projects) => {
		const line = [...failed, '--rpm', rpm, '--give-up-after', '20s'];
		const {reads, clock, command} = await onService(projects, line, {isFailing: true});
		expect(await command.end()).toBe(5);
		// A request arrives half of the latency after it was sent.
		const failingSince = (reads[1] ?? 0) - 50;
		expect(clock.now() - failingSince).toBeGreaterThanOrEqual(20 * second);
		expect(clock.now() - failingSince).toBeLessThan(21 * second);
	});

	test('never delay a write', async () => {
		const [id = ''] = (await idsOf(70, 1)).split('\n');
		const {clock, command} = await onService(70, ['deploy', id, '--yes', '--rpm', '1']);
		const startedAt = clock.now();
		expect(await command.end()).toBe(0);
		expect(clock.now() - startedAt).toBeLessThan(5 * second);
	});
});

describe('a command that takes longer than a second', () => {
	const progress = 'Read the deployments of 2N of 120 projects';

	test.each([
		['progress and the time left', failed, 120, {}, `${progress}, about 10s left`],
		['the time left by --rpm', [...failed, '--rpm', '60'], 120, {}, `${progress}, about 1m NNs left`],
		['a count if the total is unknown', ['ls', '--all'], 9000, {}, 'Projects read: 2N00'],
		['that it waits for the service', ['get', 'docs'], 1, {latencyMs: 9000}, 'Waiting for the service…'],
	])('shows on a terminal %s, and clears it at the end', async (_what, line, projects, options, expected) => {
		const {clock, command} = await onService(projects, line, {isTerminal: true, ...options});
		await clock.advance(second - 1);
		expect(command.err()).toBe('');
		await clock.advance(2 * second);
		const shown = command
			.err()
			.split('\r')
			.at(-1)
			?.replaceAll(/\u001B\[K/g, '');
		expect(shown?.replaceAll(/(?<=2)\d(?= of|00)|(?<=1m )\d\d/g, digits => 'N'.repeat(digits.length))).toBe(expected);
		await command.end();
		expect(command.err()).toMatch(/\r\u001B\[K[^\r]*$/);
	});

	test.each([
		['with --quiet', ['--quiet'], true],
		['in a pipe', [], false],
	])('says nothing %s', async (_where, more, isTerminal) => {
		const {command} = await onService(120, [...failed, ...more], {isTerminal});
		await command.end();
		expect(command.err()).toBe('');
	});

	test('logs its progress once a minute', async () => {
		const {command} = await onService(200, [...failed, '--rpm', '60']);
		await command.end();
		const logged = expect.stringMatching(/^Read the deployments of \d+ of 200 projects, about .* left$/);
		expect(command.err().split('\n')).toEqual([logged, logged, logged, '']);
	});
});

describe('a command that a signal ends', () => {
	test.each([
		['whose filter needs deployments', failed, 400],
		['that reads pages', ['ls', '--all', '--rpm', '6'], 900],
	] as const)('does not call a list complete %s', async (_name, line, projects) => {
		const {clock, command} = await onService(projects, [...line, '--json']);
		await clock.advance(15 * second);
		expect(await command.endBy(130)).toBe(130);
		const {projects: listed, _landfall: own} = JSON.parse(command.out());
		expect(listed.length).toBeGreaterThan(0);
		expect(own.is_complete).toBe(false);
	});

	test('prints an empty list if it has read nothing yet', async () => {
		const {clock, command} = await onService(3, ['ls', '--json'], {latencyMs: 5000});
		await clock.advance(second);
		expect(await command.endBy(130)).toBe(130);
		expect(JSON.parse(command.out())).toMatchObject({projects: [], _landfall: {is_complete: false}});
		expect(command.err()).toBe('Interrupted before everything was read, so projects may be missing.\n');
	});

	test('has printed the records it has read, and says that there are more', async () => {
		const input = await idsOf(70, 70);
		const {clock, command} = await onService(70, 'get - --json', {input});
		await clock.advance(2 * second);
		expect(await command.endBy(130)).toBe(130);
		expect(command.out().split('\n').length).toBeGreaterThan(5);
		expect(command.err()).toMatch(/^Interrupted before everything was read\.\n$/);
	});
});
