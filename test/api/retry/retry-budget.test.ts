import {getEventListeners} from 'node:events';
import {describe, expect, test} from 'vitest';
import {Aborted, ApiError, type ApiErrorDetails, type ErrorCode} from '../../../src/api/errors.ts';
import {createRetry} from '../../../src/api/retry.ts';
import {sleep} from '../../../src/clock.ts';
import {createTestClock} from '../../kit/fixtures/clock.ts';
import {advanceUntilSettled, failureOf, never} from '../../kit/fixtures/http-client.ts';

/** Makes reads that all fail in the same way, one after the other. Returns how many attempts each took. */
async function attemptsOf(readCount: number, code: ErrorCode, details: Partial<ApiErrorDetails> = {}) {
	const clock = createTestClock();
	const retry = createRetry({clock, random: () => 0});
	const counts: number[] = [];
	for (let read = 0; read < readCount; read++) {
		let count = 0;
		const failing = retry(
			'GET',
			async () => {
				count++;
				throw new ApiError(code, 'It failed.', {phase: 'maybe-executed', ...details});
			},
			never,
		);
		await advanceUntilSettled(clock, failureOf(failing));
		counts.push(count);
	}

	return counts;
}

describe('while every read fails, the retry budget allows', () => {
	test.each<[retries: number, code: ErrorCode]>([
		[20, 'E_SERVER'],
		[20, 'E_RESET'],
		[10, 'E_TIMEOUT_HEADERS'],
		[10, 'E_TIMEOUT_CONNECT'],
	])('%i retries after %s', {tags: ['fault-13']}, async (retries, code) => {
		const counts = await attemptsOf(30, code);
		expect(counts.reduce((sum, count) => sum + count - 1, 0)).toBe(retries);
	});
});

test.each([
	[44_000, 2],
	[44_001, 1],
])('if the service asks for a pause of %i ms, %i attempts are made, because each needs a second', async (ms, count) => {
	const retryAt = createTestClock().now() + ms;
	expect(await attemptsOf(1, 'E_RATE', {retryAt})).toEqual([count]);
});

describe('a second attempt', () => {
	/** Makes a request whose first attempt fails before anything is sent, and whose second takes a minute. */
	function open(method: 'GET' | 'POST') {
		const clock = createTestClock();
		const {signal} = new AbortController();
		const ended = createRetry({clock, random: () => 0})(
			method,
			async (number, until) => {
				if (number === 1) throw new ApiError('E_CONNECT', 'It failed.', {phase: 'not-sent'});
				await sleep(clock, 60_000, until);
				if (until.aborted) throw new Aborted('aborted');
				return 'done';
			},
			signal,
		);
		return {clock, signal, ended};
	}

	test('at a write is never cut short, because that does not undo it', async () => {
		const {clock, ended} = open('POST');
		expect(await advanceUntilSettled(clock, ended)).toBe('done');
	});

	test('at a read ends with the time for all of them, and leaves nothing behind', async () => {
		const {clock, signal, ended} = open('GET');
		expect((await advanceUntilSettled(clock, failureOf(ended))).message).toBe('It failed. Tried 2 times.');
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});

test('the time for all attempts at a read goes on although the clock of the computer is set ahead', {
	tags: ['fault-54'],
}, async () => {
	const clock = createTestClock();
	let count = 0;
	const ended = createRetry({clock, random: () => 0})(
		'GET',
		async number => {
			count = number;
			clock.setBack(-3_600_000);
			if (number < 3) throw new ApiError('E_CONNECT', 'It failed.', {phase: 'not-sent'});
			return 'done';
		},
		never,
	);
	expect(await advanceUntilSettled(clock, ended)).toBe('done');
	expect(count).toBe(3);
});
