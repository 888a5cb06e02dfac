import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Clock} from '../clock.ts';
import type {Refusal, Response} from './endpoints/response.ts';
import {maxBodyBytes} from './endpoints/validation.ts';
import type {Sandbox} from './sandbox.ts';

export type ServeOptions = {
	readonly clock: Clock;
	/** Default 0: any port that is free. */
	readonly port?: number | undefined;
	/** How long each answer is held back, once its request is done. Default: the sandbox's own. */
	readonly latencyMs?: number | undefined;
};

export type Served = {
	/** Where it answers, such as `http://127.0.0.1:4100`. */
	readonly address: string;
	readonly port: number;
	/** Breaks off what is under way. The sandbox itself stays open. */
	readonly close: () => Promise<void>;
};

const loopback = '127.0.0.1';
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/i;

/** Puts a sandbox on a port of this machine, for this machine only. Rejects when the port is taken. */
export async function serve(sandbox: Sandbox, {clock, port = 0, latencyMs}: ServeOptions): Promise<Served> {
	const holdMs = latencyMs ?? sandbox.latencyMs;
	const {createServer} = process.getBuiltinModule('node:http');
	const server = createServer((message, response) => {
		const problem = foreignProblem(message);
		readBody(message, body => {
			const refusal = problem ?? (body === undefined ? tooLarge : undefined);
			const answer = refusal ? sandbox.refuse(refusal) : sandbox.handle(requestOf(message, body ?? ''));
			const send = () => write(response, answer, body === undefined);
			// The work is done before the wait, so that a caller who gives up does not know whether it was.
			if (holdMs > 0) response.once('close', clock.after(holdMs, send));
			else send();
		});
	});
	server.on('clientError', (_error, socket) => {
		if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
		else socket.destroy();
	});

	await listen(server, port);
	const {port: taken} = server.address() as AddressInfo;
	return {
		address: `http://${loopback}:${taken}`,
		port: taken,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Pages in a browser reach this machine under names of their own, so a name that is not this machine's is refused. */
function foreignProblem({headers: {host = '', origin}}: IncomingMessage): Refusal | undefined {
	if (!loopbackHost.test(host)) {
		return {status: 403, code: 'foreign_host', message: 'The sandbox answers to 127.0.0.1 and localhost only.'};
	}

	if (origin === undefined || loopbackHost.test(origin.replace(/^https?:\/\//i, ''))) return undefined;
	return {status: 403, code: 'foreign_origin', message: 'The sandbox does not answer pages of other sites.'};
}

/** A body that is too long is read on and thrown away up to here: a caller whose sending is broken off may never see the answer. */
const patienceBytes = 4 * 1024 * 1024;

const tooLarge: Refusal = {status: 413, code: 'body_too_large', message: 'The body is over 64 KiB.'};

/** Gives the whole body, or undefined when it is too long. */
function readBody(message: IncomingMessage, then: (body: string | undefined) => void): void {
	const chunks: Buffer[] = [];
	let length = 0;
	const onData = (chunk: Buffer) => {
		length += chunk.length;
		if (length <= maxBodyBytes) chunks.push(chunk);
		if (length > patienceBytes) giveUp();
	};
	const onEnd = () => then(length > maxBodyBytes ? undefined : Buffer.concat(chunks).toString());
	const giveUp = () => {
		message.off('data', onData).off('end', onEnd).pause();
		then(undefined);
	};
	if (Number(message.headers['content-length'] ?? 0) > patienceBytes) giveUp();
	else message.on('data', onData).on('end', onEnd);
}

function requestOf({method = 'GET', url = '/', headers}: IncomingMessage, body: string) {
	const single = Object.entries(headers).map(([name, value = '']) => [name, String(value)] as const);
	return {method, target: url, headers: new Map(single), body};
}

function write(response: ServerResponse, {status, headers, body}: Response, isLast: boolean): void {
	response.writeHead(status, {
		...headers,
		...(status !== 204 && {'content-length': Buffer.byteLength(body)}),
		...(isLast && {connection: 'close'}),
	});
	response.end(body);
}

const listen = (server: Server, port: number): Promise<void> =>
	new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, loopback, () => {
			server.off('error', reject);
			resolve();
		});
	});
