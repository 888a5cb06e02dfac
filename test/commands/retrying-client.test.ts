import {expect, test} from 'vitest';
import {ApiError} from '../../src/api/errors.ts';
import {sleep} from '../../src/clock.ts';
import {createRetryingClient} from '../../src/commands/headless/retrying-client.ts';
import {createTestClock} from '../kit/fixtures/clock.ts';

const output = {note() {}, progress() {}} as never;
const {signal} = new AbortController();
const shareBudget = async () => () => {};

test.each([
	['5s', 5000, 1],
	['40s', 40_000, 2],
])(
	'a service that does not answer for %s counts as down since the first request was sent',
	async (_name, giveUpAfterMs, wanted) => {
		const clock = createTestClock();
		let requestCount = 0;
		const {read} = createRetryingClient({} as never, {giveUpAfterMs}, {clock, output, signal, shareBudget});
		const reading = read(async () => {
			requestCount++;
			await sleep(clock, 15_000, signal);
			throw new ApiError('E_TIMEOUT_HEADERS', 'It did not respond.', {phase: 'not-sent'});
		}).catch(error => error.code);
		await clock.advance(120_000);
		expect(await reading).toBe('E_TIMEOUT_HEADERS');
		expect(requestCount).toBe(wanted);
	},
);

test('a read gives up in time even if the clock was set back', async () => {
	const clock = createTestClock();
	const {read} = createRetryingClient({} as never, {giveUpAfterMs: 60_000}, {clock, output, signal, shareBudget});
	const reading = read(async () => {
		throw new ApiError('E_CONNECT', 'It could not be reached.', {phase: 'not-sent'});
	}).catch(error => error.code);
	await clock.advance(10_000);
	clock.setBack(3 * 3_600_000);
	await clock.advance(130_000);
	expect(await Promise.race([reading, 'still trying'])).toBe('E_CONNECT');
});

const timeout = () => new ApiError('E_TIMEOUT_HEADERS', 'It did not respond.', {phase: 'not-sent'});

/** What a promise has resolved to so far. */
const soFar = <Value>(promise: Promise<Value>) => Promise.race([promise, 'still trying' as const]);

test('the time that the computer sleeps does not count towards --give-up-after', async () => {
	const clock = createTestClock();
	let attempts = 0;
	const {read} = createRetryingClient({} as never, {giveUpAfterMs: 60_000}, {clock, output, signal, shareBudget});
	const reading = read(async () => {
		attempts++;
		if (attempts === 3) return 'answered';
		await sleep(clock, 15_000, signal);
		throw timeout();
	});
	await clock.advance(2000);
	await clock.sleep(8 * 3_600_000);
	await clock.advance(20_000);
	await clock.sleep(8 * 3_600_000);
	await clock.advance(20_000);
	expect(await soFar(reading)).toBe('answered');
});

test('a request that is under way when it is time to give up is awaited, and is the last', async () => {
	const clock = createTestClock();
	let attempts = 0;
	const {read} = createRetryingClient({} as never, {giveUpAfterMs: 20_000}, {clock, output, signal, shareBudget});
	const reading = read(async () => {
		attempts++;
		await sleep(clock, 15_000, signal);
		throw timeout();
	}).catch(error => error.code);
	await clock.advance(29_000);
	expect([await soFar(reading), attempts]).toEqual(['still trying', 2]);
	await clock.advance(6000);
	expect([await soFar(reading), attempts]).toEqual(['E_TIMEOUT_HEADERS', 2]);
});

test('several reads at a time say once that the service is in trouble, until it answers again', async () => {
	const clock = createTestClock();
	const notes: string[] = [];
	const told = {note: (text: string) => notes.push(text), progress() {}} as never;
	const {read} = createRetryingClient({} as never, {giveUpAfterMs: 60_000}, {clock, output: told, signal, shareBudget});
	let isDown = true;
	const readAll = () =>
		Promise.all(
			Array.from({length: 6}, () =>
				read(async () => {
					if (isDown) throw timeout();
				}),
			),
		);
	const reading = readAll();
	await clock.advance(1500);
	isDown = false;
	await clock.advance(10_000);
	await reading;
	expect(notes).toEqual(['It did not respond. Trying again for up to 1m.']);
	isDown = true;
	const again = readAll();
	await clock.advance(1500);
	isDown = false;
	await clock.advance(10_000);
	await again;
	expect(notes).toHaveLength(2);
});
