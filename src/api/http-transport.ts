import type {Agent, ClientRequest, IncomingMessage} from 'node:http';
import {isIP, type Socket, setDefaultAutoSelectFamilyAttemptTimeout} from 'node:net';
import type {Clock} from '../base/clock.ts';
import {utf8Text} from '../base/utf8.ts';
import {extraCertificatesProblem, isUntrusted} from './extra-certificates.ts';
import type {HttpsProxy} from './proxy.ts';
import type {Answered, Transport, WireAnswer, WireRequest} from './transport.ts';

export type HttpOptions = {
	readonly clock: Clock;
	readonly proxy?: HttpsProxy | undefined;
	readonly patience?: number | undefined;
	readonly extraCertificates?: string | undefined;
};

/** Limits of the stages of connecting, in ms. A resolver asks its second nameserver after five seconds. The look-up includes everything a proxy does. */
const connectLimits = {TIMEOUT_LOOKUP: 15_000, TIMEOUT: 5000, TIMEOUT_TLS: 10_000};

const readLimits = {
	firstByteMs: 15_000,
	idleMs: 10_000,
	totalMs: 30_000,
	bodyBytes: 8 * 1024 * 1024,
};

/** Writes get more time, because aborting one does not undo it. */
const writeLimits: typeof readLimits = {
	firstByteMs: 60_000,
	idleMs: 20_000,
	totalMs: 75_000,
	bodyBytes: 1024 * 1024,
};

/** How long to try one address of a name before the next. Node's 250 ms is too little for a distant server or one lost packet, which the system resends after a second. Four addresses fit into the limit of a connection. */
const connectAttemptMs = 1250;

/** Explicit, because environment variables can change the defaults. */
const maxHeaderBytes = 16 * 1024;
const tlsOptions = {minVersion: 'TLSv1.2', rejectUnauthorized: true} as const;

/**
HTTP/1.1 to one service. Does not follow redirects, and always checks certificates.

Reads share kept-alive connections. Each write opens a connection: the service may already have closed a kept one.
*/
export function createHttpTransport({clock, proxy, patience = 1, extraCertificates}: HttpOptions) {
	let shared: Agent | undefined;

	function createAgent(protocol: string, keepAlive: boolean): Agent {
		// Set globally, because an agent does not pass this option on to the connection to a proxy.
		setDefaultAutoSelectFamilyAttemptTimeout(connectAttemptMs * patience);
		// Set even without a proxy: otherwise Node reads the environment itself if NODE_USE_ENV_PROXY is set.
		const proxyEnv = proxy ? {HTTPS_PROXY: proxy.url} : {};
		const options = {keepAlive, maxFreeSockets: 2, timeout: 30_000, proxyEnv};
		return protocol === 'http:' ? new (http().Agent)(options) : new (https().Agent)({...options, ...tlsOptions});
	}

	let tunnel: Promise<WireAnswer | undefined> | undefined;

	/** Opens one connection through a proxy at a time. If the proxy refuses it, the waiting requests fail too: each try of a wrong password may lock the account. */
	async function exchangeInTurn(wire: WireRequest, options: ExchangeOptions): ReturnType<typeof exchange> {
		if (!proxy) return exchange(wire, options);
		while (tunnel) {
			const failure = await tunnel;
			if (failure) return {answer: failure, isStale: false};
		}

		const {promise, resolve} = Promise.withResolvers<WireAnswer | undefined>();
		tunnel = promise.finally(() => {
			tunnel = undefined;
		});
		const exchanged = await exchange(wire, {...options, onSocket: () => resolve(undefined)});
		resolve(exchanged.answer.outcome === 'not-sent' ? exchanged.answer : undefined);
		return exchanged;
	}

	const send: Transport = async (wire, signal) => {
		const {protocol} = wire.url;
		const isRead = wire.method === 'GET';
		const options = {limits: isRead ? readLimits : writeLimits, patience, clock, signal};
		if (isRead) shared ??= createAgent(protocol, true);
		const agent = isRead && shared ? shared : createAgent(protocol, false);
		let {answer, isStale} = await exchangeInTurn(wire, {agent, ...options});
		if (isStale && isRead) {
			// The service closed the kept-alive connection before it read the request, so the read is sent again on a new one.
			({answer} = await exchangeInTurn(wire, {agent: createAgent(protocol, false), ...options}));
		}

		if (answer.outcome !== 'not-sent') return answer;
		const trustProblem = isUntrusted(answer.code) ? extraCertificatesProblem(extraCertificates) : undefined;
		return {...answer, proxy: proxy?.host, trustProblem};
	};

	return Object.assign(send, {
		/** Call it after the computer slept: no connection survives that. Ends reads in flight. The next read opens a connection. */
		reconnect() {
			shared?.destroy();
			shared = undefined;
		},
	});
}

// Not imported: an import reads all exports of a built-in module, and one of them loads another HTTP client, which takes 30 ms.
const http = () => process.getBuiltinModule('node:http');
const https = () => process.getBuiltinModule('node:https');

type ExchangeOptions = {
	readonly agent: Agent;
	readonly limits: typeof readLimits;
	readonly patience: number;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly onSocket?: () => void;
};

/** Never rejects. `isStale`: the service had already closed the kept-alive connection. */
function exchange(
	wire: WireRequest,
	{agent, limits, patience, clock, signal, onSocket}: ExchangeOptions,
): Promise<{readonly answer: WireAnswer; readonly isStale: boolean}> {
	return new Promise(resolve => {
		if (signal.aborted) return resolve({answer: {outcome: 'aborted'}, isStale: false});

		let endsAt = Number.POSITIVE_INFINITY;
		let outgoing: ClientRequest | undefined;
		let response: IncomingMessage | undefined;
		let hasConnected = false;
		let bytesBefore = 0;
		let isSettled = false;
		let isStalled = false;
		let stopTimer = () => {};

		const settle = (answer: WireAnswer, isStale = false) => {
			isSettled = true;
			stopTimer();
			signal.removeEventListener('abort', abort);
			resolve({answer, isStale});
		};

		const fail = (code: string, isTimeout: boolean, proxyStatus?: number) => {
			if (isSettled) return;
			if (response) {
				isStalled = isTimeout;
				response.destroy();
				return;
			}

			const isReused = outgoing?.reusedSocket === true;
			const hasBegun = (outgoing?.socket?.bytesRead ?? 0) > bytesBefore;
			settle(
				hasConnected
					? {outcome: 'lost', code, isTimeout, hasBegun}
					: {outcome: 'not-sent', code, isTimeout, proxyStatus},
				isReused && ['ECONNRESET', 'EPIPE'].includes(code),
			);
			outgoing?.destroy();
		};

		const abort = () => {
			settle({outcome: 'aborted'});
			outgoing?.destroy();
		};

		/** Limits the time to the next stage. Progress never extends the limit of the whole request. */
		const startStage = (limitMs: number, code = 'TIMEOUT') => {
			const leftMs = endsAt - clock.elapsed();
			if (isSettled || leftMs <= 0) return;
			stopTimer();
			stopTimer = clock.after(Math.min(limitMs * patience, leftMs), () => fail(code, true));
		};

		const startConnecting = (stage: keyof typeof connectLimits) => startStage(connectLimits[stage], stage);

		const connected = () => {
			hasConnected = true;
			endsAt = clock.elapsed() + limits.totalMs * patience;
			startStage(limits.firstByteMs);
		};

		signal.addEventListener('abort', abort, {once: true});
		startConnecting('TIMEOUT_LOOKUP');

		try {
			const {request} = wire.url.protocol === 'http:' ? http() : https();
			const {method, headers} = wire;
			outgoing = request(wire.url, {method, agent, headers, maxHeaderSize: maxHeaderBytes});
		} catch (error) {
			return fail(errorCode(error), false);
		}

		outgoing.once('socket', socket => {
			onSocket?.();
			bytesBefore = socket.bytesRead;
			const event = connectEventOf(socket);
			if (event === undefined) return connected();
			if (!socket.connecting) startConnecting('TIMEOUT_TLS');
			else if (isIP(wire.url.hostname.replace(/[[\]]/g, '')) !== 0) startConnecting('TIMEOUT');
			else socket.once('lookup', () => startConnecting('TIMEOUT'));
			if (event === 'secureConnect') socket.once('connect', () => startConnecting('TIMEOUT_TLS'));
			socket.once(event, connected);
		});

		// A destroyed request emits an error even after it was settled.
		outgoing.on('error', (error: Error & {readonly statusCode?: number}) =>
			fail(errorCode(error), false, error.statusCode),
		);

		outgoing.once('response', incoming => {
			response = incoming;
			const onProgress = () => startStage(limits.idleMs);
			onProgress();
			void receive(incoming, limits.bodyBytes, onProgress).then(answer => {
				if (!isSettled) settle(isStalled ? {...answer, body: '', flaw: 'stalled'} : answer);
			});
		});

		// The server switched to a protocol that was not requested. Without a listener, Node would only close the request.
		outgoing.once('upgrade', (incoming, socket) => {
			socket.destroy();
			settle({...answerHead(incoming), body: '', isComplete: true});
		});

		outgoing.end(wire.body);
	});
}

function connectEventOf(socket: Socket & {readonly secureConnecting?: boolean}) {
	if (socket.secureConnecting) return 'secureConnect';
	// Pending but not connecting: the system could not create the socket, and an error follows.
	return socket.connecting || socket.pending ? 'connect' : undefined;
}

const errorCode = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';

/** Some services send values that mean no compression, such as `utf-8` or `none`. */
const isCompressed = /(^|[\s,])((x-)?(gzip|compress)|deflate|br|zstd)([\s,;]|$)/i;

/** Never rejects: a lost connection leaves the response incomplete. */
async function receive(response: IncomingMessage, maxBytes: number, onProgress: () => void): Promise<Answered> {
	const chunks: Buffer[] = [];
	const answer = answerHead(response);
	const unusable = (flaw: NonNullable<Answered['flaw']>): Answered => {
		response.destroy();
		return {...answer, body: '', isComplete: false, flaw};
	};

	// Compression was not requested, so nothing is decompressed: a small body could expand to gigabytes.
	if (isCompressed.test(response.headers['content-encoding'] ?? '')) return unusable('encoded');
	try {
		let size = 0;
		for await (const chunk of response as AsyncIterable<Buffer>) {
			size += chunk.length;
			if (size > maxBytes) return unusable('too-large');
			chunks.push(chunk);
			onProgress();
		}
	} catch {}

	const isComplete = response.complete;
	const bytes = Buffer.concat(chunks);
	// An incomplete body may end inside a character. It is never used as data.
	const body = isComplete ? utf8Text(bytes) : bytes.toString();
	return body === undefined ? {...answer, body: '', isComplete, flaw: 'not-utf8'} : {...answer, body, isComplete};
}

const answerHead = ({statusCode = 0, headers}: IncomingMessage) => {
	const flat = Object.entries(headers).map(
		([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value] as const,
	);
	return {outcome: 'answered', status: statusCode, headers: new Map(flat)} as const;
};
