import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ApiError, type ApiErrorDetails, type ErrorCode} from '../../src/api/errors.ts';
import {askedPauseEndsAt, nextAttemptAt, ownPauseMs, type Waiting} from '../../src/api/pauses.ts';

const second = 1000;
const minute = 60 * second;

/** The pause, in milliseconds, after the last of `count` failures in `failingMs`. */
function pauseAfter(
	code: ErrorCode,
	waiting: Waiting,
	{failingMs = 0, count = 1, ...details}: Partial<ApiErrorDetails> & {failingMs?: number; count?: number} = {},
): number {
	const error = new ApiError(code, 'It failed.', {phase: 'rejected', ...details});
	return nextAttemptAt({error, since: 0, at: failingMs, count}, waiting) - failingMs;
}

const everybody = ['command', 'screen', 'nobody'] as const;

type Row = [what: string, code: ErrorCode, waiting: readonly Waiting[], failing: object, minMs: number, maxMs: number];

const patient = ['command', 'screen'] as const;
const lasting = ['screen', 'nobody'] as const;

test.each<Row>([
	['fails for the first time', 'E_SERVER', patient, {}, 1000, 2000],
	['fails again at once', 'E_SERVER', patient, {count: 2}, 2000, 4000],
	['makes no sense', 'E_SHAPE', patient, {}, 1000, 2000],
	['has failed for ten seconds', 'E_TIMEOUT_BODY', patient, {failingMs: 10 * second}, 5000, 10_000],
	['has failed for an hour', 'E_RESET', patient, {failingMs: 60 * minute}, 54_000, 60_000],
	['fails for the first time', 'E_SERVER', ['nobody'], {}, 4000, 8000],
	['has failed for an hour', 'E_SERVER', ['nobody'], {failingMs: 60 * minute}, 234_000, 240_000],
	['is rejected with the key', 'E_AUTH', everybody, {failingMs: 60 * minute}, 57_000, 60_000],
	['is not found', 'E_NOT_FOUND', lasting, {}, 2000, 2000],
	['is not found twice', 'E_NOT_FOUND', lasting, {count: 2, failingMs: 2000}, 5 * minute, 5 * minute],
	['has no deployments', 'E_NOT_FOUND', lasting, {notFound: 'deployments'}, 5 * minute, 5 * minute],
	['is no deployment', 'E_NOT_FOUND', lasting, {notFound: 'deployment'}, minute, minute],
	['is no deployment, twice', 'E_NOT_FOUND', lasting, {notFound: 'deployment', count: 2}, 5 * minute, 5 * minute],
	['is forbidden', 'E_FORBIDDEN', lasting, {}, 5 * minute, 5 * minute],
	['is not trusted', 'E_TLS', lasting, {}, minute, minute],
	['has the wrong address', 'E_ADDRESS', lasting, {count: 3}, minute, minute],
	['is rejected', 'E_INVALID', lasting, {}, minute, minute],
	['is not found', 'E_NOT_FOUND', ['command'], {}, 2850, 3000],
	['is forbidden', 'E_FORBIDDEN', ['command'], {failingMs: minute}, 9500, 10_000],
	['a proxy rejects the password', 'E_PROXY_AUTH', everybody, {}, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
	['asks for more time', 'E_SERVER', everybody, {retryAt: 90 * second}, 90_000, 99_000],
	['asks for less time', 'E_FORBIDDEN', lasting, {retryAt: second}, 5 * minute, 5 * minute],
])('pauses after a read that %s (%s) for: %j', (_what, code, waiting, failing, minMs, maxMs) => {
	for (const each of waiting) {
		expect(pauseAfter(code, each, failing)).toBeGreaterThanOrEqual(minMs);
		expect(pauseAfter(code, each, failing)).toBeLessThanOrEqual(maxMs);
	}
});

test('spreads clients whose service failed at different moments', () => {
	const delays = Array.from({length: 20}, (_, at) => ownPauseMs('unreachable', {count: 1, since: at, at}));
	expect(new Set(delays).size).toBeGreaterThan(15);
});

test('waits as long as the service asked for, plus at most a tenth', {tags: ['fault-11']}, () => {
	fc.assert(
		fc.property(fc.integer({min: 0, max: 2e12}), fc.integer({min: -1000, max: 900_000}), (at, waitMs) => {
			const endsAt = askedPauseEndsAt(at + waitMs, at);
			expect(endsAt).toBeGreaterThanOrEqual(at + waitMs);
			expect(endsAt).toBeLessThanOrEqual(at + waitMs + Math.max(0, waitMs) / 10 + 1);
			expect(endsAt).toBeLessThanOrEqual(at + 900_000);
		}),
	);
});

test('spreads clients that the service asked to wait', () => {
	const extraMs = Array.from({length: 1000}, (_, index) => askedPauseEndsAt(600_000 + index, index) - 600_000 - index);
	for (const minMs of [0, 15_000, 30_000, 45_000]) {
		const count = extraMs.filter(ms => ms >= minMs && ms < minMs + 15_000).length;
		expect(count, `${minMs} ms and more`).toBeGreaterThan(200);
	}
});
