import {createServer, type Server, type Socket} from 'node:net';
import {createServer as createTlsServer, type TlsOptions} from 'node:tls';
import {onTestFinished} from 'vitest';

/** A request as it stood on the wire. */
type Seen = {
	readonly method: string;
	readonly target: string;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	/** Counts the connections: two requests with the same number came over the same one. */
	readonly connection: number;
};

export type Faulty = {
	readonly baseUrl: string;
	readonly port: number;
	/** Every request that came whole, in order. */
	readonly seen: readonly Seen[];
	/** Resolves once so many connections were made, and so many requests came. */
	readonly until: (count: {readonly connections?: number; readonly requests?: number}) => Promise<void>;
};

/** Sends exactly the given bytes, or does with the socket what it likes. */
export type Behaviour = (request: Seen, socket: Socket) => string | Buffer | undefined;

/** A server that understands requests and answers with whatever a test wants to see on the wire, or takes connections and stays mute. It ends with the test. */
export async function startFaulty(behave: Behaviour | 'mute', tls?: TlsOptions): Promise<Faulty> {
	const seen: Seen[] = [];
	const sockets = new Set<Socket>();
	const waiting = new Set<() => void>();
	let connections = 0;

	const converse = (socket: Socket) => {
		const connection = connections;
		let received = '';
		socket.on('error', () => {});
		if (behave === 'mute') return;
		socket.on('data', bytes => {
			// A greeting of TLS, which is nonsense to a service without it.
			if (received === '' && bytes[0] === 0x16) {
				socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
				return;
			}

			received += bytes.toString('latin1');
			for (let request = parse(received); request; request = parse(received)) {
				received = received.slice(request.length);
				const whole = {...request.seen, connection};
				seen.push(whole);
				const answer = behave(whole, socket);
				if (answer !== undefined) socket.write(answer);
				for (const check of waiting) check();
			}
		});
	};

	const server: Server = tls ? createTlsServer(tls, converse) : createServer(converse);
	// Before the conversation begins, so that it knows its number.
	server.prependListener('connection', socket => {
		connections++;
		sockets.add(socket);
		for (const check of waiting) check();
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
	return {
		baseUrl: `${tls ? 'https' : 'http'}://${tls ? 'localhost' : '127.0.0.1'}:${port}`,
		port,
		seen,
		until: count =>
			new Promise(resolve => {
				const check = () => {
					if (connections < (count.connections ?? 0) || seen.length < (count.requests ?? 0)) return;
					waiting.delete(check);
					resolve();
				};
				waiting.add(check);
				check();
			}),
	};
}

/** A whole answer, as a service that works would send it. */
export function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): string {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const all = {'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)), ...headers};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	return `HTTP/1.1 ${status} Whatever\r\n${lines.join('')}\r\n${text}`;
}

function parse(received: string): {readonly seen: Omit<Seen, 'connection'>; readonly length: number} | undefined {
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
