import {expect, test} from 'vitest';
import {createClient} from '../../../src/api/client.ts';
import {userRequest} from '../../../src/api/request.ts';
import {createPolicy} from '../../../src/api/retry.ts';
import {createInProcessTransport} from '../../../src/api/transport/in-process.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {advanceUntilSettled, failureOf, never} from '../../kit/fixtures/http-client.ts';

/** Opens a client of a service that sends the same status to every request. `askedAt` counts from the start. */
function open(status: number, {hasPolicy = true} = {}) {
	const clock = createTestClock();
	const startedAt = clock.now();
	const askedAt: number[] = [];
	const transport = createInProcessTransport(
		() => {
			askedAt.push(clock.now() - startedAt);
			return {status, headers: {}, body: '{"projects": []}'};
		},
		{clock},
	);
	const policy = hasPolicy ? {policy: createPolicy({clock, random: () => 0})} : {};
	return {
		client: createClient({transport, baseUrl: 'https://api.example.com', apiKey: 'a-key', clock, ...policy}),
		clock,
		askedAt,
	};
}

test('a read that nobody waits for is sent once', async () => {
	const {client, clock, askedAt} = open(503);
	const {message} = await advanceUntilSettled(clock, failureOf(client.listProjects({}, never)));
	expect(message).not.toContain('Tried');
	expect(askedAt).toHaveLength(1);
});

test('a client without a policy retries nothing', async () => {
	const {client, askedAt} = open(503, {hasPolicy: false});
	await failureOf(client.listProjects({}, never, userRequest));
	expect(askedAt).toHaveLength(1);
});

test.each([
	[200, 2000],
	[429, 4000],
	[503, 4000],
])(
	'after a response with status %i, the last of sixty further requests is sent within %i ms',
	async (status, lastMs) => {
		const {client, clock, askedAt} = open(status);
		const ask = () => client.listProjects({}, never).catch(() => undefined);
		await advanceUntilSettled(clock, ask());
		await clock.advance(1000);
		const before = clock.now();
		const all = Promise.all(Array.from({length: 60}, ask));
		await clock.advance(lastMs);
		await all;
		expect(clock.now() - before).toBe(lastMs);
		expect((askedAt.at(-1) ?? 0) - 1000).toBeGreaterThan(lastMs * 0.9);
	},
);
