import type {Agent, ClientRequest, request} from 'node:http';
import type {Socket} from 'node:net';
import type {Clock} from '../base/clock.ts';
import {receive} from './response-body.ts';
import type {Transport, WireAnswer, WireRequest} from './transport.ts';

/** Timeouts for each stage of a request, and the maximum size of a response body. */
type Limits = {
	readonly connectMs: number;
	/** From the connection to the response headers. */
	readonly firstByteMs: number;
	/** Between two chunks of the body. */
	readonly idleMs: number;
	readonly totalMs: number;
	readonly bodyBytes: number;
};

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

/** Enough for the six reads in the background, and four that the user waits for. */
const maxReadSockets = 10;

/**
Returns a transport over HTTP/1.1 that does not follow redirects and always checks certificates.

Reads share kept-alive connections. Each write uses a new connection, so that it cannot fail on one that the service had already closed.
*/
export function createHttpTransport({clock, environment, reading, writing}: HttpOptions): HttpTransport {
	/** The agents for reads, by protocol. */
	const agents = new Map<string, {readonly agent: Agent; readonly madeAt: number}>();
	let inFlight = 0;

	function createAgent(protocol: string, keepAlive: boolean): Agent {
		const options = {
			keepAlive,
			maxSockets: keepAlive ? maxReadSockets : Number.POSITIVE_INFINITY,
			maxFreeSockets: 2,
			timeout: 30_000,
		};
		// http is only used for this computer, and a remote proxy would see the key.
		if (protocol === 'http:') return new (http().Agent)(options);
		return new (https().Agent)({...options, ...tlsOptions, ...(environment && {proxyEnv: environment})});
	}

	function readAgent(protocol: string): Agent {
		const kept = agents.get(protocol);
		if (kept && (inFlight > 1 || clock.elapsed() - kept.madeAt < maxAgentAgeMs)) return kept.agent;
		kept?.agent.destroy();
		const agent = createAgent(protocol, true);
		agents.set(protocol, {agent, madeAt: clock.elapsed()});
		return agent;
	}

	async function carry(wire: WireRequest, agent: Agent, limits: Limits, signal: AbortSignal): Promise<Exchanged> {
		const open = wire.url.protocol === 'http:' ? http().request : https().request;
		const exchanged = await exchange(wire, {open, agent, limits, clock, signal});
		const {answer} = exchanged;
		if (answer.outcome !== 'not-sent' || answer.code !== 'ERR_PROXY_TUNNEL') return exchanged;
		const proxy = proxyIn(environment);
		return proxy === undefined ? exchanged : {...exchanged, answer: {...answer, proxy}};
	}

	const send: Transport = async (wire, signal) => {
		const {protocol} = wire.url;
		const isRead = wire.method === 'GET';
		const limits = isRead ? {...readLimits, ...reading} : {...writeLimits, ...writing};
		const startedAt = clock.elapsed();
		inFlight++;
		try {
			const agent = isRead ? readAgent(protocol) : createAgent(protocol, false);
			const {answer, isStale} = await carry(wire, agent, limits, signal);
			if (!isStale || !isRead) return answer;
			// The service closed the kept-alive connection before it read the request, so the read is sent again on a new one.
			const totalMs = limits.totalMs - (clock.elapsed() - startedAt);
			return (await carry(wire, createAgent(protocol, false), {...limits, totalMs}, signal)).answer;
		} finally {
			inFlight--;
		}
	};

	const reconnect = () => {
		for (const {agent} of agents.values()) agent.destroy();
		agents.clear();
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

type Exchange = {
	/** `request` from node:http or node:https. */
	readonly open: typeof request;
	readonly agent: Agent;
	readonly limits: Limits;
	readonly clock: Clock;
	readonly signal: AbortSignal;
};

/** `isStale` means that a kept-alive connection turned out to be closed. */
type Exchanged = {readonly answer: WireAnswer; readonly isStale: boolean};

/** Sends one request over one connection and reads the whole response. Never rejects. */
function exchange(wire: WireRequest, {open, agent, limits, clock, signal}: Exchange): Promise<Exchanged> {
	return new Promise(resolve => {
		if (signal.aborted) return resolve({answer: {outcome: 'aborted'}, isStale: false});

		let outgoing: ClientRequest | undefined;
		let hasConnected = false;
		/** Bytes received on the connection before this request. */
		let bytesBefore = 0;
		let isSettled = false;

		const settle = (answer: WireAnswer, isStale = false) => {
			isSettled = true;
			deadline.stop();
			signal.removeEventListener('abort', abort);
			resolve({answer, isStale});
		};

		/** Ends a request before its response has begun. The outcome depends on whether the request may have been sent. */
		let fail = (code: string, isTimeout: boolean) => {
			const isReused = outgoing?.reusedSocket === true;
			const hasBegun = (outgoing?.socket?.bytesRead ?? 0) > bytesBefore;
			settle(
				hasConnected
					? {outcome: 'lost', code, isTimeout, ...(hasBegun && {hasBegun})}
					: {outcome: 'not-sent', code, isTimeout},
				isReused && ['ECONNRESET', 'EPIPE'].includes(code),
			);
			outgoing?.destroy();
		};

		const deadline = createDeadline(clock, limits.totalMs, () => fail('TIMEOUT', true));
		const abort = () => {
			settle({outcome: 'aborted'});
			outgoing?.destroy();
		};

		const startStage = (limitMs: number) => {
			if (!isSettled) deadline.startStage(limitMs);
		};

		const connected = () => {
			hasConnected = true;
			startStage(limits.firstByteMs);
		};

		signal.addEventListener('abort', abort, {once: true});

		try {
			outgoing = open(wire.url, {method: wire.method, agent, headers: headersOf(wire)});
		} catch (error) {
			return fail(codeOf(error), false);
		}

		if (!isQueued(agent, outgoing)) startStage(limits.connectMs);

		outgoing.once('socket', socket => {
			bytesBefore = socket.bytesRead;
			const event = connectEventOf(socket);
			if (!event) return connected();
			startStage(limits.connectMs);
			socket.once(event, connected);
		});

		// A destroyed request emits an error too, after it was settled.
		outgoing.on('error', error => isSettled || fail(codeOf(error), false));

		outgoing.once('response', response => {
			const body = receive(response, limits.bodyBytes, {onProgress: () => startStage(limits.idleMs), onEnd: settle});
			fail = (_code, isTimeout) => body.giveUp(isTimeout ? 'stalled' : undefined);
			startStage(limits.idleMs);
		});

		outgoing.end(wire.body);
	});
}

/**
Calls `expire` once the current stage of a request, or the whole request, takes too long.

A request passes through its stages within milliseconds, and setting a timer costs more than all else that is done for it. So the timer is only moved to an earlier moment; if it fires too early, it is set again.
*/
function createDeadline(clock: Pick<Clock, 'elapsed' | 'after'>, totalMs: number, expire: () => void) {
	const lastAt = clock.elapsed() + totalMs;
	let endsAt = lastAt;
	let firesAt = Number.POSITIVE_INFINITY;
	let cancel = () => {};

	function set(at: number) {
		cancel();
		firesAt = at;
		cancel = clock.after(at - clock.elapsed(), () => {
			if (clock.elapsed() >= endsAt) expire();
			else set(endsAt);
		});
	}

	set(lastAt);
	return {
		startStage(limitMs: number) {
			endsAt = Math.min(clock.elapsed() + limitMs, lastAt);
			if (endsAt < firesAt) set(endsAt);
		},
		stop: () => cancel(),
	};
}

function headersOf({headers, body}: WireRequest): WireRequest['headers'] {
	return body === undefined ? headers : {...headers, 'content-length': String(Buffer.byteLength(body))};
}

/** Whether the request waits for a free socket; that time must not count as connecting. */
const isQueued = (agent: Agent, outgoing: ClientRequest): boolean =>
	Object.values(agent.requests).some(waiting => waiting?.includes(outgoing as never));

/** Returns the event that a socket emits once connected, or undefined if it already is. No byte of the request is sent before that. */
function connectEventOf(socket: Socket & {readonly secureConnecting?: boolean}) {
	if (socket.secureConnecting) return 'secureConnect';
	// Pending but not connecting: the system could not create the socket, and an error follows.
	return socket.connecting || socket.pending ? 'connect' : undefined;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN');
