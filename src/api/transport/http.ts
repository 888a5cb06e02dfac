import type {Agent as HttpAgent} from 'node:http';
import type {Clock} from '../../clock.ts';
import {type Exchange, exchange, type Limits} from './http-exchange.ts';
import type {Transport, WireRequest} from './transport.ts';

export type HttpTransport = Transport & {
	/** Drops the connections of reads: those in flight end, and the next one connects anew. For after a sleep of the computer, which connections do not survive. */
	readonly reconnect: () => void;
};

export type HttpOptions = {
	readonly clock: Clock;
	/** Where HTTPS_PROXY and NO_PROXY are looked up. Without it no proxy is used. */
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

/** A write gets more time, because giving it up does not undo it. */
const writeLimits: Limits = {
	connectMs: 5000,
	firstByteMs: 60_000,
	idleMs: 20_000,
	totalMs: 75_000,
	bodyBytes: 1024 * 1024,
};

/** Said here, because a variable of the environment could say otherwise. */
const strictly = {minVersion: 'TLSv1.2', rejectUnauthorized: true} as const;

/** An agent is replaced at this age, so that a change of the service's address is noticed. */
const oldestAgentMs = 10 * 60_000;

/** Six reads of rows, two of what else is read by itself, and two that somebody waits for: none waits for a connection. */
const maxReadSockets = 10;

const nameOf = (protocol: string, keepAlive: boolean): string => `${protocol} ${keepAlive}`;

type Kept = {readonly agent: HttpAgent; readonly madeAt: number};

/**
Carries calls over the network: HTTP/1.1, no redirects followed, certificates always checked.

Reads share kept connections. A write always gets a new one, so that it is never lost to a connection which the service had already closed.
*/
export function createHttpTransport({clock, environment, reading, writing}: HttpOptions): HttpTransport {
	const limitsOfReads = {...readLimits, ...reading};
	const limitsOfWrites = {...writeLimits, ...writing};
	const agents = new Map<string, Kept>();
	let inFlight = 0;

	const createAgent = (protocol: string, keepAlive: boolean): HttpAgent => {
		const options = {
			keepAlive,
			maxSockets: keepAlive ? maxReadSockets : Number.POSITIVE_INFINITY,
			maxFreeSockets: 2,
			timeout: 30_000,
		};
		// Only this computer is called over http, and a proxy elsewhere would see the key.
		if (protocol === 'http:') return new (http().Agent)(options);
		return new (https().Agent)({...options, ...strictly, ...(environment && {proxyEnv: environment})});
	};

	const agentFor = (protocol: string, keepAlive: boolean): HttpAgent => {
		const name = nameOf(protocol, keepAlive);
		const kept = agents.get(name);
		if (kept && (inFlight > 1 || clock.now() - kept.madeAt < oldestAgentMs)) return kept.agent;

		kept?.agent.destroy();
		const agent = createAgent(protocol, keepAlive);
		agents.set(name, {agent, madeAt: clock.now()});
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
		const limits = isRead ? limitsOfReads : limitsOfWrites;
		const startedAt = clock.now();
		inFlight++;
		try {
			const {answer, isStale} = await carry(request, isRead, limits, signal);
			if (!isStale || !isRead) return answer;
			// The service had closed the connection before it read the request: on a new one the read succeeds.
			const totalMs = limits.totalMs - (clock.now() - startedAt);
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

/** Host and port of the proxy for https, without the name and the password that may stand before them. */
export function proxyIn(environment: HttpOptions['environment']): string | undefined {
	const named = environment?.https_proxy || environment?.HTTPS_PROXY;
	return named !== undefined && URL.canParse(named) ? new URL(named).host : undefined;
}

// An import would load them, and with them a second HTTP client, before the first screen.
const http = () => process.getBuiltinModule('node:http');
const https = () => process.getBuiltinModule('node:https');
