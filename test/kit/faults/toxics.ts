import type {Socket} from 'node:net';
import type {Clock} from '../../../src/base/clock.ts';
import type {Behaviour} from './faulty-server.ts';

/** Wraps a behaviour with a network fault. To combine several, put those that delay or write to the socket outermost. */
export type Toxic = (behave: Behaviour) => Behaviour;

/** A fault of how the response is sent. */
const sending =
	(send: (response: Buffer, socket: Socket) => unknown): Toxic =>
	behave =>
	(request, socket) => {
		send(Buffer.from((behave(request, socket) ?? '') as string), socket);
		return undefined;
	};

const headLength = (response: Buffer): number => response.indexOf('\r\n\r\n') + 4;

/** Delays the response. */
export const latency = (clock: Clock, ms: number): Toxic =>
	sending((response, socket) => clock.after(ms, () => socket.write(response)));

/** Closes the connection after the response. */
export const closing: Toxic = sending((response, socket) => socket.end(response));

/** Reads the request and closes the connection without a response. */
export const down: Toxic = () => closing(() => '');

/** Reads the request and resets the connection. */
export const reset: Toxic = () => sending((_, socket) => socket.resetAndDestroy())(() => '');

/** Sends the headers at once, then one byte of the body every `everyMs`. */
export const slowBody = (clock: Clock, everyMs: number): Toxic =>
	sending((response, socket) => {
		const drip = (at: number) => {
			if (socket.destroyed || at >= response.length) return;
			socket.write(response.subarray(at, at + 1));
			clock.after(everyMs, () => drip(at + 1));
		};
		socket.write(response.subarray(0, headLength(response)));
		drip(headLength(response));
	});

/** Closes the connection after this many bytes of the body. */
export const cutBody = (bytes: number): Toxic =>
	sending((response, socket) => socket.end(response.subarray(0, headLength(response) + bytes)));

/** Sends the response in chunks of this many bytes, each as a packet of its own. */
export const slicer = (bytes: number): Toxic =>
	sending((response, socket) => {
		const send = (at: number) => {
			if (socket.destroyed || at >= response.length) return;
			socket.write(response.subarray(at, at + bytes), () => setImmediate(send, at + bytes));
		};
		socket.setNoDelay(true);
		send(0);
	});

/** Destroys the connection after this many bytes of the response, headers included. */
export const limit = (bytes: number): Toxic =>
	sending((response, socket) => socket.write(response.subarray(0, bytes), () => socket.destroy()));
