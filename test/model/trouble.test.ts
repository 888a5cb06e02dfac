import {expect, test} from 'vitest';
import type {LoggedRequest} from '../../src/api/transport.ts';
import {noTrouble, type Trouble, troubleAfter, tryAgain, withoutOutage} from '../../src/model/trouble.ts';
import {requestEnded} from '../kit/fixtures/facts.ts';

const second = 1000;
const startsAt = 1_000_000;

type Event = (before: Trouble, at: number) => Trouble;

const ending =
	(outcome: LoggedRequest['outcome'], status?: number, more: Partial<LoggedRequest> = {}): Event =>
	(before, at) =>
		troubleAfter(before, {...requestEnded(at, outcome, status), ...more});

const served = ending('answered', 200);
const redirected = ending('answered', 300, {errorCode: 'E_HTTP'});
const cached = ending('answered', 200, {errorCode: 'E_CACHED'});
const webPage = ending('answered', 200, {errorCode: 'E_HTML'});
const error = ending('answered', 500);
const notFound = ending('answered', 404, {errorCode: 'E_NOT_FOUND'});
const unsent = ending('not-sent');
const lost = ending('lost');
const aborted = ending('aborted');
const tooMany = ending('answered', 429);
const tooEarly = ending('answered', 425);
const proxyRejection = ending('not-sent', undefined, {errorCode: 'E_PROXY_AUTH'});
const pausing =
	(status: number, seconds = 30): Event =>
	(before, at) =>
		troubleAfter(before, {...requestEnded(at, 'answered', status), retryAt: at + seconds * second});
const servedLate: Event = (before, at) =>
	troubleAfter(before, {...requestEnded(at, 'answered', 200), startedAt: at - 10 * second, tookMs: 10 * second});
const refresh: Event = tryAgain;
const wake: Event = withoutOutage;

/** The trouble after some events, one a second, and when the last of them was. */
function after(...events: readonly Event[]): {readonly trouble: Trouble; readonly at: number} {
	const trouble = events.reduce((before, event, index) => event(before, startsAt + index * second), noTrouble);
	return {trouble, at: startsAt + (events.length - 1) * second};
}

/** Only pauses that the service asked for are longer. */
const longMs = 20 * second;

function mayBeSent({trouble: {notBefore, oneAtATime}, at}: ReturnType<typeof after>): string {
	const what = oneAtATime ? 'one' : 'all';
	const waitMs = Math.max(notBefore, oneAtATime?.nextAt ?? 0) - at;
	if (waitMs <= 0) return `${what} now`;
	if (waitMs === Number.POSITIVE_INFINITY) return `${what} when asked`;
	return `${what} ${waitMs > longMs ? 'after the pause' : 'in a moment'}`;
}

test.each<[when: string, what: string, events: readonly Event[]]>([
	['nothing has happened', 'all now', []],
	['a request could not be sent', 'one in a moment', [unsent]],
	['another one was aborted after that', 'one in a moment', [unsent, aborted]],
	['another one was lost after that', 'one in a moment', [unsent, lost]],
	['the service could be reached again', 'all now', [unsent, served]],
	['it redirects', 'all now', [unsent, redirected]],
	['it does not find what was asked for', 'all now', [unsent, notFound]],
	['a cache answers', 'all now', [unsent, cached]],
	['two requests were lost', 'all now', [lost, lost]],
	['three were lost', 'one in a moment', [lost, lost, lost]],
	['three got errors', 'one in a moment', [error, error, error]],
	['three got web pages', 'one in a moment', [webPage, webPage, webPage]],
	['a request was served after three', 'all now', [error, error, error, served]],
	['two failed before and two after one that was served', 'all now', [error, error, served, error, error]],
	['every second one fails', 'all now', Array.from({length: 20}, (_, index) => (index % 2 === 0 ? served : error))],
	['one was aborted between three failures', 'one in a moment', [error, error, aborted, error]],
	['one was too many between three failures', 'one in a moment', [error, error, tooMany, error]],
	['there were too many requests', 'one in a moment', [tooMany]],
	['one came too early', 'one in a moment', [tooEarly]],
	['the service asks for 30 seconds', 'one after the pause', [pausing(429)]],
	['it asks for them although it is overloaded', 'one after the pause', [pausing(503)]],
	['it asks for them although it rejects', 'one after the pause', [pausing(404)]],
	['it asks for no time although it is overloaded', 'all now', [pausing(503, 0)]],
	['it asks for less time than before', 'one after the pause', [pausing(429, 60), pausing(429, 9)]],
	['a request was lost after one too many', 'one in a moment', [tooMany, lost]],
	['a request was served after one too many', 'all now', [tooMany, lost, lost, served]],
	['a request was served during a pause', 'all after the pause', [pausing(429), served]],
	['it could not be reached during a pause', 'one after the pause', [pausing(429), unsent]],
	['there were too many requests as soon as it could be reached', 'one in a moment', [unsent, tooMany]],
	['the user asks for another try during an outage', 'all now', [unsent, refresh]],
	['the computer wakes up during an outage', 'all now', [unsent, wake]],
	['the user asks for another try after two failures, and one more fails', 'all now', [lost, lost, refresh, lost]],
	['the user asks for another try during a pause', 'one after the pause', [pausing(429), refresh]],
	['the user asks during a pause and an outage', 'one after the pause', [pausing(429), unsent, refresh]],
	['a proxy rejects the password', 'one when asked', [proxyRejection]],
	['a request is served that was sent before', 'one when asked', [proxyRejection, servedLate]],
	['one was lost that was sent before', 'one when asked', [proxyRejection, lost]],
	['the computer wakes up after that', 'one when asked', [proxyRejection, wake]],
	['the user asks the proxy again', 'one now', [proxyRejection, refresh]],
	['a request is served that was sent before the user asked', 'one now', [proxyRejection, refresh, servedLate]],
	['a request is served after the user asked', 'all now', [proxyRejection, refresh, served]],
	['the proxy rejects it again', 'one when asked', [proxyRejection, refresh, proxyRejection]],
	['a request is served right after one that was lost', 'all now', [proxyRejection, refresh, lost, served]],
	['the proxy cannot be reached after the user asked', 'one in a moment', [proxyRejection, refresh, unsent]],
])('if %s, the service gets %s', (_when, what, events) => {
	expect(mayBeSent(after(...events))).toBe(what);
});

test('pauses grow with the time for which the service asks for fewer requests, in 2–60 s', {tags: ['fault-90']}, () => {
	let trouble = noTrouble;
	for (const [elapsedMs, minMs, maxMs] of [
		[0, 1000, 2000],
		[1500, 1000, 2000],
		[4000, 2000, 4000],
		[20_000, 14_000, 20_000],
		[3_600_000, 54_000, 60_000],
	] as const) {
		trouble = troubleAfter(trouble, requestEnded(startsAt + elapsedMs, 'answered', 429));
		expect(trouble.notBefore - startsAt - elapsedMs).toBeGreaterThanOrEqual(minMs);
		expect(trouble.notBefore - startsAt - elapsedMs).toBeLessThanOrEqual(maxMs);
	}
});
