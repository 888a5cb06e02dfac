import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import {sleep} from '../../src/base/clock.ts';
import {createRetryingClient} from '../../src/commands/retrying-client.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';

const {signal} = new AbortController();

/** A client that gives up after that time, and what it has told the user. */
function createClient(giveUpAfterMs: number) {
	const clock = createTestClock();
	const notes: string[] = [];
	const output = {note: (text: string) => notes.push(text), progress() {}} as never;
	const shareBudget = async () => {};
	const {read} = createRetryingClient({} as never, {giveUpAfterMs}, {clock, output, signal, shareBudget});
	return {clock, notes, read};
}

/** Reads from a service that does not answer for 15 s, up to this attempt. Returns the code of the error. */
function readHanging({clock, read}: ReturnType<typeof createClient>, answeredAttempt = Number.POSITIVE_INFINITY) {
	const sent = {count: 0};
	const result = read(async () => {
		if (++sent.count === answeredAttempt) return 'answered';
		await sleep(clock, 15_000, signal);
		throw timeout();
	}).catch(error => error.code);
	return {sent, soFar: () => Promise.race([result, 'still trying'])};
}

const timeout = () => new ApiError('E_TIMEOUT_HEADERS', 'It did not respond.', {phase: 'not-sent'});

test.each([
	['5s', 5000, 1],
	['40s', 40_000, 2],
])(
	'a service that does not answer for %s counts as down since the first request was sent',
	async (_name, giveUpAfterMs, wanted) => {
		const client = createClient(giveUpAfterMs);
		const {sent, soFar} = readHanging(client);
		await client.clock.advance(120_000);
		expect([await soFar(), sent.count]).toEqual(['E_TIMEOUT_HEADERS', wanted]);
	},
);

test('a read gives up in time even if the clock was set back', async () => {
	const client = createClient(60_000);
	const {soFar} = readHanging(client);
	await client.clock.advance(10_000);
	client.clock.setBack(3 * 3_600_000);
	await client.clock.advance(130_000);
	expect(await soFar()).toBe('E_TIMEOUT_HEADERS');
});

test('the time that the computer sleeps does not count towards --give-up-after', async () => {
	const client = createClient(60_000);
	const {soFar} = readHanging(client, 3);
	await client.clock.advance(2000);
	for (let nap = 0; nap < 2; nap++) {
		await client.clock.sleep(8 * 3_600_000);
		await client.clock.advance(20_000);
	}

	expect(await soFar()).toBe('answered');
});

test('a request that is under way when it is time to give up is awaited, and is the last', async () => {
	const client = createClient(20_000);
	const {sent, soFar} = readHanging(client);
	await client.clock.advance(29_000);
	expect([await soFar(), sent.count]).toEqual(['still trying', 2]);
	await client.clock.advance(6000);
	expect([await soFar(), sent.count]).toEqual(['E_TIMEOUT_HEADERS', 2]);
});

test('several reads at a time say once that the service is in trouble, until it answers again', async () => {
	const {clock, notes, read} = createClient(60_000);
	for (const outages of [1, 2]) {
		let isDown = true;
		const answer = async () => {
			if (isDown) throw timeout();
		};
		const reading = Promise.all(Array.from({length: 6}, () => read(answer)));
		await clock.advance(1500);
		isDown = false;
		await clock.advance(10_000);
		await reading;
		expect(notes).toEqual(Array.from({length: outages}, () => 'It did not respond. Trying again for up to 1m.'));
	}
});
