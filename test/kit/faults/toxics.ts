import type {Clock} from '../../../src/clock.ts';
import type {Behaviour} from './faulty-server.ts';

/** Spoils what a server does. Several of them are put around each other, what waits or writes by itself outermost. */
export type Toxic = (behave: Behaviour) => Behaviour;

const bytesOf = (answer: string | Buffer): Buffer => Buffer.from(answer as string);

const headLength = (answer: Buffer): number => answer.indexOf('\r\n\r\n') + 4;

/** Answers so much later. */
export const latency =
	(clock: Clock, ms: number): Toxic =>
	behave =>
	(request, socket) => {
		const answer = behave(request, socket);
		if (answer !== undefined) clock.after(ms, () => socket.write(answer));
		return undefined;
	};

/** Takes the request and closes the connection without a word. */
export const down: Toxic = () => (_request, socket) => {
	socket.end();
	return undefined;
};

/** Takes the request and breaks the connection. */
export const reset: Toxic = () => (_request, socket) => {
	socket.resetAndDestroy();
	return undefined;
};

/** Sends the headers at once and then a byte of the body now and then. */
export const slowBody =
	(clock: Clock, everyMs: number): Toxic =>
	behave =>
	(request, socket) => {
		const answer = bytesOf(behave(request, socket) ?? '');
		const drip = (at: number) => {
			if (socket.destroyed || at >= answer.length) return;
			socket.write(answer.subarray(at, at + 1));
			clock.after(everyMs, () => drip(at + 1));
		};
		socket.write(answer.subarray(0, headLength(answer)));
		drip(headLength(answer));
		return undefined;
	};

/** Closes the connection after so many bytes of the body. */
export const cutBody =
	(bytes: number): Toxic =>
	behave =>
	(request, socket) => {
		const answer = bytesOf(behave(request, socket) ?? '');
		socket.end(answer.subarray(0, headLength(answer) + bytes));
		return undefined;
	};

/** Sends the answer in pieces of so many bytes, each of them a packet of its own. */
export const slicer =
	(bytes: number): Toxic =>
	behave =>
	(request, socket) => {
		const answer = bytesOf(behave(request, socket) ?? '');
		const send = (at: number) => {
			if (socket.destroyed || at >= answer.length) return;
			socket.write(answer.subarray(at, at + bytes), () => setImmediate(send, at + bytes));
		};
		socket.setNoDelay(true);
		send(0);
		return undefined;
	};

/** Breaks the connection after so many bytes of the answer, wherever that is. */
export const limit =
	(bytes: number): Toxic =>
	behave =>
	(request, socket) => {
		socket.write(bytesOf(behave(request, socket) ?? '').subarray(0, bytes), () => socket.destroy());
		return undefined;
	};
