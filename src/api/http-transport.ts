import type {Agent, ClientRequest, IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';
import type {Clock} from '../base/clock.ts';
import type {Answered, Transport, WireAnswer, WireRequest} from './transport.ts';

export type HttpTransport = Transport & {
	/** Closes the connections used for reads: reads in flight end, and the next one reconnects. Call it after the computer slept, because connections do not survive that. */
	readonly reconnect: () => void;
};

export type HttpOptions = {
	readonly clock: Clock;
	/** Where HTTPS_PROXY and NO_PROXY are looked up. Without it, no proxy is used. */
	readonly environment?: Readonly<NodeJS.ProcessEnv>;
};

/** Timeouts for each stage of a request, and the maximum size of a response body. */
const readLimits = {
	connectMs: 5000,
	/** From the connection to the response headers. */
	firstByteMs: 15_000,
	/** Between two chunks of the body. */
	idleMs: 10_000,
	totalMs: 30_000,
	bodyBytes: 8 * 1024 * 1024,
};

/** Writes get more time, because aborting one does not undo it. */
const writeLimits: typeof readLimits = {
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
export function createHttpTransport({clock, environment}: HttpOptions): HttpTransport {
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

	const send: Transport = async (wire, signal) => {
		const {protocol} = wire.url;
		const isRead = wire.method === 'GET';
		const options = {limits: isRead ? readLimits : writeLimits, clock, signal, proxy: proxyIn(environment)};
		inFlight++;
		try {
			const agent = isRead ? readAgent(protocol) : createAgent(protocol, false);
			const {answer, isStale} = await exchange(wire, {agent, ...options});
			if (!isStale || !isRead) return answer;
			// The service closed the kept-alive connection before it read the request, so the read is sent again on a new one.
			return (await exchange(wire, {agent: createAgent(protocol, false), ...options})).answer;
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
	readonly agent: Agent;
	readonly limits: typeof readLimits;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly proxy: string | undefined;
};

/** Sends one request over one connection and reads the whole response. Never rejects. `isStale` means that a kept-alive connection turned out to be closed. */
function exchange(
	wire: WireRequest,
	{agent, limits, clock, signal, proxy}: Exchange,
): Promise<{readonly answer: WireAnswer; readonly isStale: boolean}> {
	return new Promise(resolve => {
		if (signal.aborted) return resolve({answer: {outcome: 'aborted'}, isStale: false});

		const endsAt = clock.elapsed() + limits.totalMs;
		let outgoing: ClientRequest | undefined;
		let hasConnected = false;
		/** Bytes received on the connection before this request. */
		let bytesBefore = 0;
		let isSettled = false;
		let stopTimer = () => {};

		const settle = (answer: WireAnswer, isStale = false) => {
			isSettled = true;
			stopTimer();
			signal.removeEventListener('abort', abort);
			resolve({answer, isStale});
		};

		/** Ends a request before its response has begun. The outcome depends on whether the request may have been sent. */
		let fail = (code: string, isTimeout: boolean) => {
			const isReused = outgoing?.reusedSocket === true;
			const hasBegun = (outgoing?.socket?.bytesRead ?? 0) > bytesBefore;
			settle(
				hasConnected
					? {outcome: 'lost', code, isTimeout, hasBegun}
					: {outcome: 'not-sent', code, isTimeout, ...(code === 'ERR_PROXY_TUNNEL' && {proxy})},
				isReused && ['ECONNRESET', 'EPIPE'].includes(code),
			);
			outgoing?.destroy();
		};

		const abort = () => {
			settle({outcome: 'aborted'});
			outgoing?.destroy();
		};

		/** Limits the time to the next stage, and to the end of the request. */
		const startStage = (limitMs: number) => {
			if (isSettled) return;
			stopTimer();
			stopTimer = clock.after(Math.min(limitMs, endsAt - clock.elapsed()), () => fail('TIMEOUT', true));
		};

		const connected = () => {
			hasConnected = true;
			startStage(limits.firstByteMs);
		};

		signal.addEventListener('abort', abort, {once: true});
		startStage(limits.totalMs);

		try {
			const {request} = wire.url.protocol === 'http:' ? http() : https();
			outgoing = request(wire.url, {method: wire.method, agent, headers: wire.headers});
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
			const onProgress = () => startStage(limits.idleMs);
			const body = receive(response, {maxBytes: limits.bodyBytes, onProgress, onEnd: settle});
			fail = (_code, isTimeout) => body.giveUp(isTimeout ? 'stalled' : undefined);
			onProgress();
		});

		outgoing.end(wire.body);
	});
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

/** Collects a response body, up to `maxBytes`. Calls `onProgress` for each chunk, and `onEnd` once. `giveUp` ends it with what has arrived so far, and closes the connection. */
function receive(
	response: IncomingMessage,
	{
		maxBytes,
		onProgress,
		onEnd,
	}: {readonly maxBytes: number; readonly onProgress: () => void; readonly onEnd: (answer: Answered) => void},
) {
	const chunks: Buffer[] = [];
	let size = 0;
	let hasEnded = false;

	const end = (isComplete: boolean, flaw?: Answered['flaw']) => {
		if (hasEnded) return;
		hasEnded = true;
		const text = flaw ? '' : decode(chunks, isComplete);
		const found = flaw ?? (text === undefined ? 'not-utf8' : undefined);
		onEnd({
			outcome: 'answered',
			status: response.statusCode ?? 0,
			headers: flat(response.headers),
			body: text ?? '',
			isComplete,
			...(found && {flaw: found}),
		});
	};

	const giveUp = (flaw?: Answered['flaw']) => {
		end(false, flaw);
		response.destroy();
	};

	// Every error is followed by `close`.
	response.on('error', () => {});
	response.on('end', () => end(response.complete));
	response.on('close', () => end(false));
	response.on('data', (chunk: Buffer) => {
		size += chunk.length;
		if (size > maxBytes) return giveUp('too-large');
		chunks.push(chunk);
		onProgress();
	});

	// Compression was not requested, so nothing is decompressed: a small body could expand to gigabytes.
	const encoding = response.headers['content-encoding'];
	if (encoding !== undefined && encoding.toLowerCase() !== 'identity') giveUp('encoded');

	return {giveUp};
}

/** Returns undefined if it is not UTF-8. An incomplete body may end in the middle of a character; it is never used as data. */
function decode(chunks: readonly Buffer[], isComplete: boolean): string | undefined {
	try {
		return new TextDecoder('utf-8', {fatal: isComplete}).decode(Buffer.concat(chunks));
	} catch {
		return undefined;
	}
}

const flat = (headers: IncomingMessage['headers']): ReadonlyMap<string, string> =>
	new Map(Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]));
