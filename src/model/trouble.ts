import {afterFailure, askedPauseEndsAt, type FailureRun, ownPauseMs} from '../api/pauses.ts';
import type {LoggedRequest} from '../api/transport.ts';
import type {LocalTime} from '../base/clock.ts';

export type Trouble = {
	readonly notBefore: LocalTime;
	readonly failing?: FailureRun | undefined;
	/** Requests are sent one at a time until one is served. */
	readonly oneAtATime?:
		| {
				/** busy: the service asks for fewer requests. proxy: it rejects the user name and password. */
				readonly why: 'busy' | 'unreachable' | 'proxy';
				readonly since: LocalTime;
				/** Infinity for a proxy, until the user asks. */
				readonly nextAt: LocalTime;
		  }
		| undefined;
};

export const noTrouble: Trouble = {notBefore: 0};

/** An outage begins after this many failures in a row, or after a single request that could not be sent. */
const maxConsecutiveFailures = 3;

/** Too Many Requests, and Too Early: the same request may succeed later. */
export const isTooMany = (status: number): boolean => status === 429 || status === 425;

const busySince = (before: Trouble['oneAtATime'], at: LocalTime): LocalTime =>
	before?.why === 'busy' ? before.since : at;

const busyPauseEndsAt = (before: Trouble['oneAtATime'], at: LocalTime): LocalTime =>
	at + ownPauseMs('temporary', {count: 1, since: busySince(before, at), at});

function isUnserved({outcome, status = 0, errorCode}: LoggedRequest): boolean {
	if (isTooMany(status)) return false;
	// An unexpected success, such as a web page, does not come from the service.
	const isOther = status >= 200 && status < 300 && errorCode !== undefined && errorCode !== 'E_CACHED';
	return outcome !== 'answered' || status >= 500 || isOther;
}

function oneAtATimeAfter(
	before: Trouble['oneAtATime'],
	{notBefore, failing}: Trouble,
	{isSent, isBusy, isFailure, at}: Record<'isSent' | 'isBusy' | 'isFailure', boolean> & {readonly at: LocalTime},
): Trouble['oneAtATime'] {
	const why = before?.why;
	// One lost response may be an accident. A refused connection is none.
	const isDown = !isSent || why === 'unreachable' || why === 'proxy';
	if (isFailure && failing && (isDown || failing.count >= maxConsecutiveFailures))
		return {why: 'unreachable', since: failing.since, nextAt: at + ownPauseMs('unreachable', failing)};
	if (isBusy) return {why: 'busy', since: busySince(before, at), nextAt: notBefore};
	return before && {...before, nextAt: busyPauseEndsAt(before, at)};
}

export function troubleAfter(before: Trouble, record: LoggedRequest): Trouble {
	const {outcome, status = 0, errorCode, startedAt, tookMs, retryAt = 0} = record;
	const {oneAtATime} = before;
	const at = startedAt + tookMs;
	// An aborted request says nothing about the service.
	if (outcome === 'aborted') return before;
	if (errorCode === 'E_PROXY_AUTH')
		return {...before, oneAtATime: {why: 'proxy', since: at, nextAt: Number.POSITIVE_INFINITY}};

	// The request was sent before the user asked again, so it proves nothing about the proxy.
	const isUnproven = oneAtATime?.why === 'proxy' && startedAt < oneAtATime.nextAt;
	const isBusy = isTooMany(status) || retryAt > at;
	const isFailure = isUnserved(record);
	if (!isBusy && !isFailure) return {notBefore: before.notBefore, oneAtATime: isUnproven ? oneAtATime : undefined};
	const pauseEndsAt = retryAt > at ? askedPauseEndsAt(retryAt, at) : busyPauseEndsAt(oneAtATime, at);
	const after: Trouble = {
		notBefore: isBusy ? Math.max(before.notBefore, pauseEndsAt) : before.notBefore,
		failing: isFailure ? afterFailure(before.failing, at) : before.failing,
		oneAtATime,
	};
	if (isUnproven) return after;
	const isSent = outcome !== 'not-sent';
	return {...after, oneAtATime: oneAtATimeAfter(oneAtATime, after, {isSent, isBusy, isFailure, at})};
}

/** An outage may be over when the user asks or after a sleep. A pause requested by the service continues. */
export function withoutOutage({notBefore, oneAtATime}: Trouble, at: LocalTime): Trouble {
	if (oneAtATime?.why !== 'unreachable') return {notBefore, oneAtATime};
	return {notBefore, oneAtATime: notBefore > at ? {...oneAtATime, why: 'busy', nextAt: notBefore} : undefined};
}

export function tryAgain(trouble: Trouble, at: LocalTime): Trouble {
	const rest = withoutOutage(trouble, at);
	return rest.oneAtATime?.why === 'proxy' ? {...rest, oneAtATime: {...rest.oneAtATime, nextAt: at}} : rest;
}
