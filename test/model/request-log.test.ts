import {expect, test} from 'vitest';
import {skewAfter, skewText} from '../../src/model/request-log.ts';
import {requestEnded} from '../kit/fixtures/facts.ts';

test.each<[rule: string, before: number, tookMs: number, serverDate: number | undefined, said: string]>([
	['is kept without a date', 60_000, 0, undefined, '1m behind'],
	['is kept if the date differs by the second to which it is rounded', 60_000, 0, 61_000, '1m behind'],
	['follows a date that differs by more', 60_000, 0, 61_001, '1m 01s behind'],
	['is kept if a slow response explains the date', -60_000, 4000, -55_000, '1m ahead of'],
	['follows a date that it does not explain', -60_000, 4000, -54_999, '56s ahead of'],
])('the skew %s', (_rule, before, tookMs, serverDate, said) => {
	const request = {...requestEnded(0, 'answered'), startedAt: 0, tookMs, serverDate};
	expect(skewText(skewAfter(before, request))).toBe(`${said} the service's`);
});
