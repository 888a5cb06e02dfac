import type {Clock} from '../../../src/base/clock.ts';
import type {Behaviour} from './faulty-server.ts';

/** Wraps a behaviour with a network fault. To combine several, put those that delay or write to the socket outermost. */
export type Toxic = (behave: Behaviour) => Behaviour;

const bytesOf = (response: string | Buffer): Buffer => Buffer.from(response as string);

const headLength = (response: Buffer): number => response.indexOf('\r\n\r\n') + 4;

/** Delays the response. */
export const latency =
	(clock: Clock, ms: number): Toxic =>
	behave =>
	(request, socket) => {
		const response = behave(request, socket);
		if (response !== undefined) clock.after(ms, () => socket.write(response));
		return undefined;
	};

/** Reads the request and closes the connection without a response. */
export const down: Toxic = () => (_request, socket) => {
	socket.end();
	return undefined;
};

/** Reads the request and resets the connection. */
export const reset: Toxic = () => (_request, socket) => {
	socket.resetAndDestroy();
	return undefined;
};

/** Sends the headers at once, then one byte of the body every `everyMs`. */
export const slowBody =
	(clock: Clock, everyMs: number): Toxic =>
	behave =>
	(request, socket) => {
		const response = bytesOf(behave(request, socket) ?? '');
		const drip = (at: number) => {
			if (socket.destroyed || at >= response.length) return;
			socket.write(response.subarray(at, at + 1));
			clock.after(everyMs, () => drip(at + 1));
		};
		socket.write(response.subarray(0, headLength(response)));
		drip(headLength(response));
		return undefined;
	};

/** Closes the connection after this many bytes of the body. */
export const cutBody =
	(bytes: number): Toxic =>
	behave =>
	(request, socket) => {
		const response = bytesOf(behave(request, socket) ?? '');
		socket.end(response.subarray(0, headLength(response) + bytes));
		return undefined;
	};

/** Sends the response in chunks of this many bytes, each as a packet of its own. */
export const slicer =
	(bytes: number): Toxic =>
	behave =>
	(request, socket) => {
		const response = bytesOf(behave(request, socket) ?? '');
		const send = (at: number) => {
			if (socket.destroyed || at >= response.length) return;
			socket.write(response.subarray(at, at + bytes), () => setImmediate(send, at + bytes));
		};
		socket.setNoDelay(true);
		send(0);
		return undefined;
	};

/** Destroys the connection after this many bytes of the response, headers included. */
export const limit =
	(bytes: number): Toxic =>
	behave =>
	(request, socket) => {
		socket.write(bytesOf(behave(request, socket) ?? '').subarray(0, bytes), () => socket.destroy());
		return undefined;
	};
