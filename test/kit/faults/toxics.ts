import type {Socket} from 'node:net';
import type {Clock} from '../../../src/base/clock.ts';
import type {Behaviour} from './faulty-server.ts';

/** Wraps a behaviour with a network fault. Put faults that delay or write to the socket outermost. */
export type Toxic = (behave: Behaviour) => Behaviour;

const sending =
	(send: (response: Buffer, socket: Socket) => unknown): Toxic =>
	behave =>
	(request, socket) => {
		send(Buffer.from((behave(request, socket) ?? '') as string), socket);
		return undefined;
	};

const headLength = (response: Buffer): number => response.indexOf('\r\n\r\n') + 4;

export const latency = (clock: Clock, ms: number): Toxic =>
	sending((response, socket) => clock.after(ms, () => socket.write(response)));

export const closing: Toxic = sending((response, socket) => socket.end(response));

export const down: Toxic = () => closing(() => '');

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

export const cutBody = (bytes: number): Toxic =>
	sending((response, socket) => socket.end(response.subarray(0, headLength(response) + bytes)));

export const slicer = (bytes: number): Toxic =>
	sending((response, socket) => {
		const send = (at: number) => {
			if (socket.destroyed || at >= response.length) return;
			socket.write(response.subarray(at, at + bytes), () => setImmediate(send, at + bytes));
		};
		socket.setNoDelay(true);
		send(0);
	});

/** The bytes include the headers. */
export const limit = (bytes: number): Toxic =>
	sending((response, socket) => socket.write(response.subarray(0, bytes), () => socket.destroy()));
