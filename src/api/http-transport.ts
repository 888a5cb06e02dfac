import type {Agent as HttpAgent} from 'node:http';
import type {Clock} from '../clock.ts';
import {type Exchange, exchange, type Limits} from './transport/http-exchange.ts';
import type {Transport, WireRequest} from './transport.ts';

export type HttpTransport = Transport & {
	/** Closes the connections used for reads: reads in flight end, and the next one reconnects. Call it after the computer slept, because connections do not survive that. */
	readonly reconnect: () => void;
};

export type HttpOptions = {
	readonly clock: Clock;
	/** Where HTTPS_PROXY and NO_PROXY are looked up. Without it, no proxy is used. */
	readonly environment?: Readonly<NodeJS.ProcessEnv>;
	readonly reading?: Partial<Limits>;
	readonly writing?: Partial<Limits>;
};

const readLimits: Limits = {
	connectMs: 5000,
	firstByteMs: 15_000,
	idleMs: 10_000,
	totalMs: 30_000,
	bodyBytes: 8 * 1024 * 1024,
};

/** Writes get more time, because aborting one does not undo it. */
const writeLimits: Limits = {
	connectMs: 5000,
	firstByteMs: 60_000,
	idleMs: 20_000,
	totalMs: 75_000,
	bodyBytes: 1024 * 1024,
};

/** Explicit, because environment variables can change the defaults. */
const tlsOptions = {minVersion: 'TLSv1.2', rejectUnauthorized: true} as const;

/** Agents are replaced at this age, so that a DNS change is noticed. */
const maxAgentAgeMs = 10 * 60_000;

/** Enough for the six reads in the background (`maxConcurrentWithFills` in `next-reads.ts`) and four that the user waits for. */
const maxReadSockets = 10;

const nameOf = (protocol: string, keepAlive: boolean): string => `${protocol} ${keepAlive}`;

type CachedAgent = {readonly agent: HttpAgent; readonly madeAt: number};

/**
Returns a transport over HTTP/1.1 that does not follow redirects and always checks certificates.

Reads share kept-alive connections. Each write uses a new connection, so that it cannot fail on one that the service had already closed.
*/
export function createHttpTransport({clock, environment, reading, writing}: HttpOptions): HttpTransport {
	const effectiveReadLimits = {...readLimits, ...reading};
	const effectiveWriteLimits = {...writeLimits, ...writing};
	const agents = new Map<string, CachedAgent>();
	let inFlight = 0;

	const createAgent = (protocol: string, keepAlive: boolean): HttpAgent => {
		const options = {
			keepAlive,
			maxSockets: keepAlive ? maxReadSockets : Number.POSITIVE_INFINITY,
			maxFreeSockets: 2,
			timeout: 30_000,
		};
		// http is only used for this computer, and a remote proxy would see the key.
		if (protocol === 'http:') return new (http().Agent)(options);
		return new (https().Agent)({...options, ...tlsOptions, ...(environment && {proxyEnv: environment})});
	};

	const agentFor = (protocol: string, keepAlive: boolean): HttpAgent => {
		const name = nameOf(protocol, keepAlive);
		const kept = agents.get(name);
		if (kept && (inFlight > 1 || clock.elapsed() - kept.madeAt < maxAgentAgeMs)) return kept.agent;

		kept?.agent.destroy();
		const agent = createAgent(protocol, keepAlive);
		agents.set(name, {agent, madeAt: clock.elapsed()});
		return agent;
	};

	const carry = async (request: WireRequest, keepAlive: boolean, limits: Limits, signal: AbortSignal) => {
		const {protocol} = request.url;
		const open: Exchange['open'] = protocol === 'http:' ? http().request : https().request;
		const exchanged = await exchange(request, {open, agent: agentFor(protocol, keepAlive), limits, clock, signal});
		const {answer} = exchanged;
		if (answer.outcome !== 'not-sent' || answer.code !== 'ERR_PROXY_TUNNEL') return exchanged;
		const proxy = proxyIn(environment);
		return proxy === undefined ? exchanged : {...exchanged, answer: {...answer, proxy}};
	};

	const send: Transport = async (request, signal) => {
		const isRead = request.method === 'GET';
		const limits = isRead ? effectiveReadLimits : effectiveWriteLimits;
		const startedAt = clock.elapsed();
		inFlight++;
		try {
			const {answer, isStale} = await carry(request, isRead, limits, signal);
			if (!isStale || !isRead) return answer;
			// The service closed the kept-alive connection before it read the request, so the read is sent again on a new one.
			const totalMs = limits.totalMs - (clock.elapsed() - startedAt);
			return (await carry(request, false, {...limits, totalMs}, signal)).answer;
		} finally {
			inFlight--;
		}
	};

	const reconnect = () => {
		for (const protocol of ['http:', 'https:']) {
			const name = nameOf(protocol, true);
			agents.get(name)?.agent.destroy();
			agents.delete(name);
		}
	};

	return Object.assign(send, {reconnect});
}

/** Returns the host and port of the https proxy, without credentials. */
export function proxyIn(environment: HttpOptions['environment']): string | undefined {
	const proxy = environment?.https_proxy || environment?.HTTPS_PROXY;
	return proxy !== undefined && URL.canParse(proxy) ? new URL(proxy).host : undefined;
}

// Not imported: imports would load these modules, and with them another HTTP client, before the first screen.
const http = () => process.getBuiltinModule('node:http');
const https = () => process.getBuiltinModule('node:https');
