import type {Agent, ClientRequest, request} from 'node:http';
import type {Socket} from 'node:net';
import type {Clock} from '../../clock.ts';
import {receive} from '../response-body.ts';
import type {WireAnswer, WireRequest} from '../transport.ts';
import {createStageTimer} from './stage-timer.ts';

/** Timeouts for each stage of a request, and the maximum size of a response body. */
export type Limits = {
	readonly connectMs: number;
	/** From the connection to the response headers. */
	readonly firstByteMs: number;
	/** Between two chunks of the body. */
	readonly idleMs: number;
	readonly totalMs: number;
	readonly bodyBytes: number;
};

export type Exchange = {
	/** `request` from node:http or node:https. */
	readonly open: typeof request;
	readonly agent: Agent;
	readonly limits: Limits;
	readonly clock: Clock;
	readonly signal: AbortSignal;
};

/** `isStale` means that a kept-alive connection turned out to be closed. */
export type Exchanged = {readonly answer: WireAnswer; readonly isStale: boolean};

/** Sends one request over one connection and reads the whole response. Never rejects. */
export function exchange(wire: WireRequest, {open, agent, limits, clock, signal}: Exchange): Promise<Exchanged> {
	return new Promise(resolve => {
		if (signal.aborted) return resolve({answer: {outcome: 'aborted'}, isStale: false});

		let outgoing: ClientRequest | undefined;
		let hasConnected = false;
		/** Bytes received on the connection before this request. */
		let bytesBefore = 0;
		let isSettled = false;

		const settle = (answer: WireAnswer, isStale = false) => {
			isSettled = true;
			stage.stop();
			cancelTotal();
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

		const expire = () => fail('TIMEOUT', true);
		const stage = createStageTimer(clock, expire);
		const abort = () => {
			settle({outcome: 'aborted'});
			outgoing?.destroy();
		};

		/** Restarts the timeout for the current stage. */
		const startStage = (limitMs: number) => {
			if (!isSettled) stage.start(limitMs);
		};

		const connected = () => {
			hasConnected = true;
			startStage(limits.firstByteMs);
		};

		const cancelTotal = clock.after(limits.totalMs, expire);
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
