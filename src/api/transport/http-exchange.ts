import type {Agent, ClientRequest, request} from 'node:http';
import type {Socket} from 'node:net';
import type {Clock} from '../../clock.ts';
import {receive} from './response-body.ts';
import type {WireAnswer, WireRequest} from './transport.ts';

/** How long each stage of a call may take, and how large the body of its answer may be. */
export type Limits = {
	readonly connectMs: number;
	/** From the connection to the headers of the answer. */
	readonly firstByteMs: number;
	/** Between two pieces of the body. */
	readonly idleMs: number;
	readonly totalMs: number;
	readonly bodyBytes: number;
};

export type Exchange = {
	/** Of node:http or of node:https. */
	readonly open: typeof request;
	readonly agent: Agent;
	readonly limits: Limits;
	readonly clock: Clock;
	readonly signal: AbortSignal;
};

/** `isStale` when the answer was lost because a connection kept from an earlier call turned out to be dead. */
export type Exchanged = {readonly answer: WireAnswer; readonly isStale: boolean};

/** Sends one request over one connection and hears the answer out. Never throws. */
export function exchange(wire: WireRequest, {open, agent, limits, clock, signal}: Exchange): Promise<Exchanged> {
	return new Promise(resolve => {
		if (signal.aborted) return resolve({answer: {outcome: 'aborted'}, isStale: false});

		let outgoing: ClientRequest | undefined;
		let hasConnected = false;
		/** How much its connection had brought before this call. */
		let bytesBefore = 0;
		let isSettled = false;
		let callOffStage = () => {};

		const settle = (answer: WireAnswer, isStale = false) => {
			isSettled = true;
			callOffStage();
			callOffTotal();
			signal.removeEventListener('abort', abort);
			resolve({answer, isStale});
		};

		/** Ends a call whose answer has not begun: what that means depends on whether the request can have gone out. */
		let broke = (code: string, isTimeout: boolean) => {
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

		const expire = () => broke('TIMEOUT', true);
		const abort = () => {
			settle({outcome: 'aborted'});
			outgoing?.destroy();
		};

		/** The call gets this long until it reaches its next stage. */
		const allow = (delayMs: number) => {
			callOffStage();
			if (!isSettled) callOffStage = clock.after(delayMs, expire);
		};

		const connected = () => {
			hasConnected = true;
			allow(limits.firstByteMs);
		};

		const callOffTotal = clock.after(limits.totalMs, expire);
		signal.addEventListener('abort', abort, {once: true});

		try {
			outgoing = open(wire.url, {method: wire.method, agent, headers: headersOf(wire)});
		} catch (error) {
			return broke(codeOf(error), false);
		}

		if (!isQueued(agent, outgoing)) allow(limits.connectMs);

		outgoing.once('socket', socket => {
			bytesBefore = socket.bytesRead;
			const event = eventOfConnecting(socket);
			if (!event) return connected();
			allow(limits.connectMs);
			socket.once(event, connected);
		});

		// A request that was given up emits an error as well; by then nobody waits for it.
		outgoing.on('error', error => isSettled || broke(codeOf(error), false));

		outgoing.once('response', response => {
			const body = receive(response, limits.bodyBytes, {onProgress: () => allow(limits.idleMs), onEnd: settle});
			broke = (_code, isTimeout) => body.giveUp(isTimeout ? 'stalled' : undefined);
			allow(limits.idleMs);
		});

		outgoing.end(wire.body);
	});
}

function headersOf({headers, body}: WireRequest): WireRequest['headers'] {
	return body === undefined ? headers : {...headers, 'content-length': String(Buffer.byteLength(body))};
}

/** A call that waits for one of the connections in use says nothing about how long connecting takes. */
const isQueued = (agent: Agent, outgoing: ClientRequest): boolean =>
	Object.values(agent.requests).some(waiting => waiting?.includes(outgoing as never));

/** What a socket emits once it can carry the request; undefined if it can already. No byte of the request leaves before. */
function eventOfConnecting(socket: Socket & {readonly secureConnecting?: boolean}) {
	if (socket.secureConnecting) return 'secureConnect';
	// Pending without connecting: the system had no room for it, and an error follows.
	return socket.connecting || socket.pending ? 'connect' : undefined;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN');
