import {createServer, type Server, type Socket} from 'node:net';
import {createServer as createTlsServer, type TlsOptions} from 'node:tls';
import {expect, onTestFinished} from 'vitest';
import {leakyKey} from '../app/leaks.ts';

type ReceivedRequest = {
	readonly method: string;
	readonly target: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	/** Requests over the same connection share its number. */
	readonly connection: number;
};

/** The bytes to send. Without any, it uses the socket itself. */
export type Behaviour = (request: ReceivedRequest, socket: Socket) => string | Buffer | undefined;

/** Sends exactly the bytes from `behave`, until the test ends. A `mute` server accepts connections and never responds. */
export async function startFaulty(behave: Behaviour | 'mute', tls?: TlsOptions) {
	const seen: ReceivedRequest[] = [];
	const sockets = new Set<Socket>();
	let connections = 0;

	const onConnection = (socket: Socket) => {
		const connection = connections;
		let received = '';
		socket.on('error', () => {});
		if (behave === 'mute') return;
		socket.on('data', bytes => {
			// A TLS ClientHello, which a plain HTTP service cannot parse.
			if (received === '' && bytes[0] === 0x16) {
				socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
				return;
			}

			received += bytes.toString('latin1');
			for (let request = parse(received); request; request = parse(received)) {
				received = received.slice(request.length);
				const complete = {...request.seen, connection};
				seen.push(complete);
				const response = behave(complete, socket);
				if (response !== undefined) socket.write(response);
			}
		});
	};

	const server: Server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection);
	// Runs before `onConnection`, which reads the number.
	server.prependListener('connection', socket => {
		connections++;
		sockets.add(socket);
	});
	server.on('tlsClientError', () => {});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(
		() =>
			new Promise<void>(resolve => {
				server.close(() => resolve());
				for (const socket of sockets) socket.destroy();
			}),
	);

	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	const baseUrl = `${tls ? 'https' : 'http'}://${tls ? 'localhost' : '127.0.0.1'}:${port}`;
	return {
		baseUrl,
		port,
		env: {LANDFALL_API_KEY: leakyKey, LANDFALL_BASE_URL: baseUrl},
		seen: seen as readonly ReceivedRequest[],
		until: ({connections: accepted = 0, requests = 0}: {readonly connections?: number; readonly requests?: number}) =>
			expect.poll(() => connections >= accepted && seen.length >= requests, {interval: 5}).toBe(true),
	};
}

export function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): string {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const allHeaders = {
		'content-type': 'application/json',
		'content-length': String(Buffer.byteLength(text)),
		...headers,
	};
	const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
	return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n${text}`;
}

function parse(
	received: string,
): {readonly seen: Omit<ReceivedRequest, 'connection'>; readonly length: number} | undefined {
	const end = received.indexOf('\r\n\r\n');
	if (end === -1) return undefined;

	const [first = '', ...lines] = received.slice(0, end).split('\r\n');
	const [method = '', target = ''] = first.split(' ');
	const headers = Object.fromEntries(
		lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
	);
	const length = end + 4 + Number(headers['content-length'] ?? 0);
	if (received.length < length) return undefined;
	return {seen: {method, target, headers, body: received.slice(end + 4, length)}, length};
}
