import {expect, onTestFinished, test} from 'vitest';
import {createSystemClock} from '../../src/clock.ts';
import {createSandbox} from '../../src/sandbox/sandbox.ts';
import {serve} from '../../src/sandbox/serve.ts';
import {startProgram} from '../kit/app/program.ts';

const apiKey = 'a-key-for-tests';

/** Starts a command of the built program on a service that keeps the times at which requests arrive. */
async function onService(projects: number, args: readonly string[]) {
	const clock = createSystemClock();
	const sandbox = createSandbox({clock, apiKey, world: 'quiet', projects, seed: 1});
	const arrivals: number[] = [];
	const counting = {
		...sandbox,
		handle(request: Parameters<typeof sandbox.handle>[0]) {
			arrivals.push(clock.now());
			return sandbox.handle(request);
		},
	};
	const served = await serve(counting, {clock});
	onTestFinished(() => served.close());
	const env = {LANDFALL_BASE_URL: served.address, LANDFALL_API_KEY: apiKey};
	return {arrivals, program: startProgram(args, {env})};
}

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const)(
	'a long landfall ls that %s ends prints what it has read and exits with %i',
	{tags: ['fault-111']},
	async (signal, code) => {
		const {arrivals, program} = await onService(300, ['ls', '--json', '--filter', 'outcome:failed', '--rpm', '600']);
		await program.seeRemark(/^This takes 303 requests, about 31s at 600 a minute \(--rpm\)\.\n/);
		program.kill(signal);
		expect(await program.ended).toBe(code);
		expect(JSON.parse(program.stdout())).toMatchObject({_landfall: {is_complete: false}});
		expect(program.stderr()).toContain('Interrupted before everything was read, so projects may be missing.');
		expect(arrivals.length).toBeLessThan(303);
	},
);

test('requests arrive in a burst of ten at most, and then evenly', async () => {
	const {arrivals, program} = await onService(40, ['ls', '--filter', 'outcome:failed', '--rpm', '600']);
	expect(await program.ended).toBe(0);
	expect(arrivals).toHaveLength(41);
	const inSecond = arrivals.map(from => arrivals.filter(at => at >= from && at <= from + 1000).length);
	expect(Math.max(...inSecond)).toBeLessThanOrEqual(21);
});

test('the demo, which is in the same process, has no budget', async () => {
	const {program} = await onService(1, ['ls', '--demo', '--projects', '300', '--filter', 'outcome:failed']);
	expect(await program.ended).toBe(0);
	expect(program.stderr()).not.toContain('requests');
});
