import {expect, test} from 'vitest';
import {ApiError, type ErrorCode} from '../../src/api/errors.ts';
import {safe} from '../../src/base/text.ts';
import {defaultKeysOf} from '../../src/model/commands.ts';
import {nextStep, wayOut} from '../../src/present/failed-read.ts';

const errorOf = (code: ErrorCode) => new ApiError(code, 'it failed', {phase: 'rejected'});

test.each<[code: ErrorCode, next: string, advice: RegExp]>([
	['E_AUTH', 'Retrying once a minute.', /^Press , to change it\.$/],
	['E_FORBIDDEN', 'Retrying in 5m.', /^Press , to enter another key, ! for the request log\.$/],
	['E_NOT_FOUND', 'Retrying in 5m.', /esc to go back/],
	['E_INVALID', 'Retrying in 5m.', /r to try again, ! for the request log/],
	['E_UNAVAILABLE', 'Retrying in 5m.', /r to try now/],
	['E_TIMEOUT_HEADERS', 'Retrying in 5m.', /r to try now/],
	['E_SHAPE', 'Retrying in 5m.', /! for the request log/],
])('%s shows what landfall does next and what the user can do', (code, next, advice) => {
	expect(nextStep(errorOf(code), 300_000)).toBe(next);
	expect(wayOut(errorOf(code), id => safe(defaultKeysOf(id)[0] ?? ''))).toMatch(advice);
});
