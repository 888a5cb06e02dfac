import {expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../src/api/errors.ts';

const error = (code: ErrorCode) => new ApiError(code, 'It failed.', {phase: 'maybe-executed'});

test.each<ErrorCode>([
	'E_RATE',
	'E_SERVER',
	'E_UNAVAILABLE',
	'E_CONNECT',
	'E_DNS',
	'E_RESET',
	'E_TIMEOUT_HEADERS',
	'E_JSON',
	'E_HTML',
])('the same request may succeed soon after %s', code => {
	expect(error(code).isTransient).toBe(true);
});

test.each<ErrorCode>(['E_TLS', 'E_AUTH', 'E_FORBIDDEN', 'E_NOT_FOUND', 'E_INVALID', 'E_CONFLICT', 'E_REFUSED'])(
	'%s persists until somebody changes something',
	code => {
		expect(error(code).isTransient).toBe(false);
	},
);
