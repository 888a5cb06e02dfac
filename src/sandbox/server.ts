import {once} from 'node:events';
import type {IncomingMessage, ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Clock} from '../base/clock.ts';
import {Rejection, type Response} from './response.ts';
import type {Sandbox} from './sandbox.ts';

const maxBodyBytes = 64 * 1024;
const loopback = '127.0.0.1';
const bodyTooLarge = () => new Rejection(413, 'body_too_large', 'The body is over 64 KiB.');
const loopbackHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/i;

export async function serve(
	sandbox: Pick<Sandbox, 'handle' | 'reject'>,
	{clock, port = 0, latencyMs = 0}: {readonly clock: Clock; readonly port?: number; readonly latencyMs?: number},
) {
	const {createServer} = process.getBuiltinModule('node:http');
	const server = createServer((message, response) => {
		const foreign = foreignRejection(message);
		readBody(message, body => {
			const rejection = foreign ?? (body === undefined ? bodyTooLarge() : undefined);
			const answer = rejection ? sandbox.reject(rejection) : sandbox.handle(receivedRequest(message, body ?? ''));
			const send = () => writeResponse(response, answer, body === undefined);
			// The request is handled before the delay, so a client that aborts does not know whether it was.
			if (latencyMs > 0) response.once('close', clock.after(latencyMs, send));
			else send();
		});
	});
	server.on('clientError', (_error, socket) => {
		if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
		else socket.destroy();
	});

	server.listen(port, loopback);
	await once(server, 'listening');
	const {port: taken} = server.address() as AddressInfo;
	return {
		address: `http://${loopback}:${taken}`,
		port: taken,
		close: () =>
			new Promise<void>(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Rejects web pages, which can reach this computer under a host name of their own (DNS rebinding). */
function foreignRejection({headers: {host = '', origin}}: IncomingMessage): Rejection | undefined {
	if (!loopbackHost.test(host)) {
		return new Rejection(403, 'foreign_host', 'The sandbox accepts only the hosts 127.0.0.1 and localhost.');
	}

	if (origin === undefined || loopbackHost.test(origin.replace(/^https?:\/\//i, ''))) return undefined;
	return new Rejection(403, 'foreign_origin', 'The sandbox does not accept requests from other sites.');
}

/** Passes undefined if the body is too long. Still reads all of it: a client whose upload is cut off may never see the response. */
function readBody(message: IncomingMessage, then: (body: string | undefined) => void): void {
	const chunks: Buffer[] = [];
	let length = 0;
	message.on('data', (chunk: Buffer) => {
		length += chunk.length;
		if (length <= maxBodyBytes) chunks.push(chunk);
	});
	message.on('end', () => then(length > maxBodyBytes ? undefined : Buffer.concat(chunks).toString()));
}

function receivedRequest({method = 'GET', url = '/', headers}: IncomingMessage, body: string) {
	const single = Object.entries(headers).map(([name, value = '']) => [name, String(value)] as const);
	return {method, target: url, headers: new Map(single), body};
}

function writeResponse(response: ServerResponse, {status, headers, body}: Response, isLast: boolean): void {
	response.writeHead(status, {
		...headers,
		...(status !== 204 && {'content-length': Buffer.byteLength(body)}),
		...(isLast && {connection: 'close'}),
	});
	response.end(body);
}
