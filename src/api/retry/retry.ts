import {type Clock, sleep} from '../../clock.ts';
import {plain} from '../../text.ts';
import {Aborted, ApiError, type ErrorCode} from '../errors.ts';
import type {WireRequest} from '../transport/transport.ts';

/**
Carries out a call that somebody waits for, again where that is safe and may help.

A read is repeated after whatever may pass by itself; anything else only where no byte of it went out. Gives what the first success brings, else throws what the last attempt threw, which then says how many there were.
*/
export type Patience = <Answer>(
	method: WireRequest['method'],
	attempt: (number: number, signal: AbortSignal) => Promise<Answer>,
	signal: AbortSignal,
) => Promise<Answer>;

const maxAttempts = 3;

/** All attempts at a read together, with the pauses between them: what is left of it is what the last one may take. None begins when less than `minMs` is left. A write has its own time: giving it up does not undo it. */
const budgetMs = 45_000;
const minMs = 1000;

const basePauseMs = 500;
const maxPauseMs = 20_000;
const minPauseMs = 250;

/** So much a repetition takes from what is granted to it, and so much a success gives back: while a service is down, few calls are made twice. */
const fullBucket = 100;
const costOfTimeout = 10;
const cost = 5;

/** What may have been an accident is asked for once more. Of what else cannot be used, the next would be the same. */
const accidents: ReadonlySet<ErrorCode> = new Set(['E_JSON', 'E_EMPTY']);
const maxOfAccidents = 2;

const maxOf = ({kind, code}: ApiError): number => {
	if (kind !== 'malformed') return maxAttempts;
	return accidents.has(code) ? maxOfAccidents : 1;
};

type Options = {
	readonly clock: Clock;
	/** From 0 to 1. */
	readonly random: () => number;
};

/** How long to wait before a further attempt. Undefined if there must be none. */
function pauseAfter(error: ApiError, attempt: number, now: number, random: () => number): number | undefined {
	if (attempt >= maxOf(error)) return undefined;
	const {retryAt} = error.details;
	// A tenth later at most, so that not everybody comes back in the same moment.
	if (retryAt !== undefined) return Math.max(minPauseMs, (retryAt - now) * (1 + random() / 10));
	return Math.max(minPauseMs, random() * Math.min(maxPauseMs, basePauseMs * 2 ** attempt));
}

const mayRepeat = (method: WireRequest['method'], {isTransient, details}: ApiError): boolean =>
	isTransient && (method === 'GET' || details.phase === 'not-sent');

/** The same error, with how often it was tried. */
function after(error: ApiError, attempts: number): ApiError {
	if (attempts < 2) return error;
	return new ApiError(error.code, plain`${error.message} Tried ${attempts} times.`, error.details);
}

/** Gives a signal up with another one, or when its time is over. */
function limited(clock: Clock, signal: AbortSignal, forMs: number) {
	const controller = new AbortController();
	const abort = () => controller.abort();
	const callOff = clock.after(forMs, abort);
	signal.addEventListener('abort', abort, {once: true});
	if (signal.aborted) abort();
	const release = () => {
		callOff();
		signal.removeEventListener('abort', abort);
	};
	return {signal: controller.signal, release};
}

/** One for each service: what is granted to repetitions is shared by all its calls. */
export function createPatience({clock, random}: Options): Patience {
	let granted = fullBucket;

	return async (method, attempt, signal) => {
		const endsAt = clock.now() + budgetMs;
		let failure: ApiError | undefined;
		for (let number = 1; ; number++) {
			// The first has the time that any call has.
			const isLimited = method === 'GET' && number > 1;
			const own = isLimited ? limited(clock, signal, endsAt - clock.now()) : undefined;
			try {
				const answer = await attempt(number, own?.signal ?? signal);
				granted = Math.min(fullBucket, granted + 1);
				return answer;
			} catch (error) {
				if (error instanceof Aborted && failure && !signal.aborted) throw after(failure, number);
				if (!(error instanceof ApiError)) throw error;
				failure = error;
				const price = error.kind === 'timeout' ? costOfTimeout : cost;
				const now = clock.now();
				const pauseMs = mayRepeat(method, error) ? pauseAfter(error, number, now, random) : undefined;
				if (pauseMs === undefined || granted < price || now + pauseMs > endsAt - minMs) throw after(error, number);
				granted -= price;
				await sleep(clock, pauseMs, signal);
				if (signal.aborted) throw after(error, number);
			} finally {
				own?.release();
			}
		}
	};
}
